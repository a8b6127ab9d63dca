import QuillonNumerics

/// Computes device motion from the samples of a raw IMU: attitude, gravity, acceleration without
/// gravity, angular rate without bias, magnetic field.
///
///     var fusion = MotionFusion(MotionFusion.Parameters(frame: .arbitrary))
///     for sample in samples {
///       guard let motion = fusion.push(sample) else { continue }
///       use(motion.attitude, motion.gravity, motion.linearAcceleration)
///     }
///
/// All state has a fixed size, and only integers are used.
public struct MotionFusion: Sendable {
  /// The parameters of the fusion.
  public struct Parameters: Equatable, Sendable {
    /// The reference frame of the attitude. `ReferenceFrames.available` lists the frames a board
    /// supports. A frame that needs a magnetic field keeps the initial heading if no field ever
    /// arrives.
    public var frame: ReferenceFrame
    /// The parameters of the AHRS. The frame decides whether it uses the field. The full scales are
    /// compared with calibrated readings: set them lower than the sensors' full scales by the
    /// largest correction of the calibration.
    public var filter: SixAxisAHRS.Parameters

    /// Parameters from their parts.
    public init(frame: ReferenceFrame = .arbitrary, filter: SixAxisAHRS.Parameters = .init()) {
      self.frame = frame
      self.filter = filter
    }
  }

  /// The reference frame of the attitude.
  public let frame: ReferenceFrame
  /// The calibration of the sensors; nil for sensors that are already calibrated. It may change at
  /// any time.
  public var calibration: SensorCalibration?
  /// The accuracy of the magnetometer's calibration.
  public var fieldAccuracy = CalibrationAccuracy.uncalibrated
  /// The AHRS: attitude and bias.
  public private(set) var filter: NineAxisAHRS
  private var turn: VerticalTurn
  /// True once the heading follows the field. In an arbitrary frame this begins when the heading is
  /// known well.
  private var followsField: Bool
  private var timestamp: UInt32 = 0
  private var specificForce = Vector3<23>.zero
  private var field: Vector3<19>?

  /// A fusion without samples.
  @inline(__always)
  public init(_ parameters: Parameters = .init(), calibration: SensorCalibration? = nil) {
    frame = parameters.frame
    self.calibration = calibration
    filter = NineAxisAHRS(parameters.filter, usesField: frame.usesField)
    turn = frame.turnFromEarth
    followsField = frame.hasNorth
  }

  /// Processes the next sample. Returns the motion at its time; nil while there is no attitude yet.
  ///
  /// A sample without specific force or angular rate can't be fused. It changes nothing and returns
  /// nil.
  @discardableResult
  public mutating func push(_ sample: InertialSample) -> DeviceMotion? {
    var sample = sample
    calibration?.correct(&sample)
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
  /// The getter changes nothing. It is `mutating` because a nonmutating getter would copy the
  /// filter.
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

  /// The field and its accuracy, which is at most `low` for a field that does not look like the
  /// earth's.
  private var calibratedField: DeviceMotion.CalibratedField? {
    mutating get {
      guard let field else { return nil }
      let isDoubtful = frame.usesField && filter.isFieldDisturbed
      return DeviceMotion.CalibratedField(
        field: field, accuracy: isDoubtful ? min(fieldAccuracy, .low) : fieldAccuracy)
    }
  }
}
