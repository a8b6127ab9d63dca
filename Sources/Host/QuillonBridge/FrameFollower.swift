import QuillonFusion
import QuillonNumerics

/// Why a board's motion can't be reported in the reference frame of choice.
public enum FrameObstacle: Equatable, Sendable {
  /// The board sends its acceleration without gravity, so its own attitude, in its own frame, is all there is.
  case noSpecificForce
  /// It sends no angular rate.
  case noAngularRate
  /// It sends no magnetic field, which this frame needs.
  case noMagneticField
}

/// The motion of a board in a reference frame of choice, and how far its magnetic field can be trusted.
///
/// The recognizer has a filter of its own, without the field: a heading that is being corrected would bend letters.
struct FrameFollower {
  /// After so many samples without it, a board does not send a quantity.
  private static let fieldTimeout = 200
  /// How often the magnetometer's calibration is fitted again, samples.
  private static let fitInterval = 100

  /// Why the frame isn't available; nil as long as it may be.
  private(set) var obstacle: FrameObstacle?
  private var fusion: MotionFusion
  private var calibrator = MagnetometerCalibrator()
  private var samples = 0
  private var hasField = false

  /// A follower that has seen nothing.
  ///
  /// - Parameters:
  ///   - frame: The reference frame.
  ///   - filter: The parameters of the filter.
  ///   - accuracy: How good the calibration of the magnetometer is.
  init(
    _ frame: ReferenceFrame, filter: SixAxisAHRS.Parameters, accuracy: CalibrationAccuracy
  ) {
    fusion = MotionFusion(MotionFusion.Parameters(frame: frame, filter: filter))
    fusion.fieldAccuracy = accuracy
  }

  /// Accepts a corrected sample. Returns its motion, or nil while there is none.
  mutating func push(_ sample: InertialSample) -> DeviceMotion? {
    samples += 1
    if let field = sample.magneticField { calibrate(by: field) }
    obstacle = missing(in: sample)
    guard obstacle == nil else { return nil }
    let motion = fusion.push(sample)
    return hasField || !fusion.frame.usesField ? motion : nil
  }

  private func missing(in sample: InertialSample) -> FrameObstacle? {
    if case .linear = sample.acceleration { return .noSpecificForce }
    let available = ReferenceFrames.available(
      hasAngularRate: sample.angularRate != nil,
      hasMagneticField: hasField || samples < Self.fieldTimeout, isDeclinationKnown: true)
    if available.contains(fusion.frame) { return nil }
    return sample.angularRate == nil ? .noAngularRate : .noMagneticField
  }

  /// Learns hard and soft iron while the board is turned, and uses what it has learned where it is better than what
  /// was known.
  private mutating func calibrate(by field: Vector3<19>) {
    hasField = true
    calibrator.add(field)
    guard samples.isMultiple(of: Self.fitInterval), fusion.fieldAccuracy < .high,
      let result = calibrator.result(), result.accuracy > fusion.fieldAccuracy
    else { return }
    fusion.calibration = SensorCalibration(magnetometer: result.calibration)
    fusion.fieldAccuracy = result.accuracy
  }
}
