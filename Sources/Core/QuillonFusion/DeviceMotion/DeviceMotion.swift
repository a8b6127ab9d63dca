import QuillonNumerics

/// The attitude and motion of a board at one moment, from all its sensors together. Core Motion
/// calls this device motion.
///
/// Gravity and linear acceleration are two parts of one reading: the specific force is always
/// `linearAcceleration` − `gravity` of the same moment, to the last bit.
public struct DeviceMotion: Equatable, Sendable {
  /// The board's clock, µs, modulo 2³².
  public var timestamp: UInt32
  /// Body to reference frame.
  public var attitude: UnitQuaternion
  /// The reference frame.
  public var frame: ReferenceFrame
  /// The upward direction, body frame, Q1.30.
  public var up: Vector3<30>
  /// The true acceleration, gravity removed, m/s², body frame, Q8.23. Core Motion's
  /// userAcceleration has the opposite sign.
  public var linearAcceleration: Vector3<23>
  /// The angular rate minus the gyroscope's bias, rad/s, body frame, Q6.25.
  public var angularRate: Vector3<25>
  /// The magnetic field around the board; nil if this sample has none.
  public var magneticField: CalibratedField?
  /// How far the filter has converged.
  public var status: NineAxisAHRS.Status

  /// A magnetic field and its accuracy.
  public struct CalibratedField: Equatable, Sendable {
    /// µT, body frame, corrected for the board's own iron, Q12.19.
    public var field: Vector3<19>
    /// The accuracy of its direction as that of the earth's field.
    public var accuracy: CalibrationAccuracy

    /// A field from its parts.
    public init(field: Vector3<19>, accuracy: CalibrationAccuracy) {
      self.field = field
      self.accuracy = accuracy
    }
  }

  /// A motion from its parts.
  public init(
    timestamp: UInt32, attitude: UnitQuaternion, frame: ReferenceFrame, up: Vector3<30>,
    linearAcceleration: Vector3<23>, angularRate: Vector3<25>, magneticField: CalibratedField?,
    status: NineAxisAHRS.Status
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.frame = frame
    self.up = up
    self.linearAcceleration = linearAcceleration
    self.angularRate = angularRate
    self.magneticField = magneticField
    self.status = status
  }
}
