import QuillonNumerics

/// Makes device motion of a raw IMU's samples: attitude, gravity, acceleration without gravity, angular
/// rate without bias, magnetic field.
///
///     var fusion = MotionFusion(MotionFusion.Parameters(frame: .arbitrary))
///     for sample in samples {
///       guard let motion = fusion.push(sample) else { continue }
///       use(motion.attitude, motion.gravity, motion.linearAcceleration)
///     }
///
/// All state has a fixed size, and only integers are used.
public struct MotionFusion: Sendable {
  /// What a user chooses.
  public struct Parameters: Equatable, Sendable {
    /// What the attitude is measured against. Ask `ReferenceFrames.available` what there can be: a
    /// frame that wants a field which never comes stays at the heading of the start.
    public var frame: ReferenceFrame
    /// How the attitude is found. The frame decides whether the field has a part in it. The full
    /// scales are compared with calibrated readings: take them lower than the sensors' by what the
    /// calibration may change.
    public var filter: SixAxisAHRS.Parameters

    /// Parameters from their parts.
    public init(frame: ReferenceFrame = .arbitrary, filter: SixAxisAHRS.Parameters = .init()) {
      self.frame = frame
      self.filter = filter
    }
  }

  /// What the attitude is measured against.
  public let frame: ReferenceFrame
  /// What is wrong with the sensors; nil for sensors that are calibrated already. It may change at
  /// any time.
  public var calibration: SensorCalibration?
  /// What the calibration of the magnetometer is worth.
  public var fieldAccuracy = CalibrationAccuracy.uncalibrated
  /// Attitude and bias.
  public private(set) var filter: NineAxisAHRS
  private var turn: VerticalTurn
  /// True once the heading follows the field, which an arbitrary frame lets it do when it is known well.
  private var followsField: Bool
  private var timestamp: UInt32 = 0
  private var specificForce = Vector3<23>.zero
  private var field: Vector3<19>?

  /// A fusion that has seen nothing.
  @inline(__always)
  public init(_ parameters: Parameters = .init(), calibration: SensorCalibration? = nil) {
    frame = parameters.frame
    self.calibration = calibration
    filter = NineAxisAHRS(parameters.filter, usesField: frame.usesField)
    turn = frame.turnFromEarth
    followsField = frame.hasNorth
  }

  /// Takes the next sample; the motion at its moment, nil while there is no attitude yet.
  ///
  /// A sample without specific force or angular rate can't be fused: it changes nothing, and there is
  /// no motion for it.
  @discardableResult
  public mutating func push(_ sample: InertialSample) -> DeviceMotion? {
    var sample = sample
    calibration?.apply(to: &sample)
    guard case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate
    else { return nil }
    timestamp = sample.timestamp
    specificForce = force
    field = sample.magneticField
    filter.push(
      timestamp: timestamp, specificForce: force, angularRate: rate,
      field: frame.usesField ? field : nil)
    let motion = latest
    if frame == .arbitraryCorrected && !followsField && motion?.status == .ready {
      followsField = true
      turn = VerticalTurn(from: filter.attitude, to: filter.attitudeWithoutField)
    }
    return motion
  }

  /// The motion at the latest sample; nil while there is no attitude yet.
  ///
  /// It changes nothing, but is marked as if it did: a getter that may not change the filter copies it.
  public var latest: DeviceMotion? {
    mutating get {
      let status = filter.status
      if case .starting = status { return nil }
      return DeviceMotion(
        timestamp: timestamp, attitude: attitude, frame: frame, up: filter.vertical,
        linearAcceleration: Gravity.removed(from: specificForce, along: filter.vertical),
        angularRate: filter.angularRate, magneticField: calibratedField, status: status)
    }
  }

  private var attitude: UnitQuaternion {
    mutating get {
      followsField ? turn.applied(to: filter.attitude) : filter.attitudeWithoutField
    }
  }

  /// A field that the filter does not take for the earth's is hardly worth more than none.
  private var calibratedField: DeviceMotion.CalibratedField? {
    mutating get {
      guard let field else { return nil }
      let isDoubtful = frame.usesField && filter.isFieldDisturbed
      return DeviceMotion.CalibratedField(
        field: field, accuracy: isDoubtful ? min(fieldAccuracy, .low) : fieldAccuracy)
    }
  }
}
