import QuillonNumerics

/// The pen state: whether the writer draws. It comes from the button, key or touch that marks a
/// stroke.
public enum PenState: UInt8, Sendable {
  /// Not writing.
  case up = 0
  /// Writing.
  case down = 1
}

/// One sample of an IMU board, in SI units and this project's signs.
///
/// A quantity that a board does not send is nil, never zero.
public struct InertialSample: Equatable, Sendable {
  /// The board's clock, µs. It wraps every 71.6 min, so only differences are meaningful.
  public var timestamp: UInt32
  /// The acceleration, of the kind that the board sends.
  public var acceleration: Acceleration
  /// Angular rate, rad/s, body frame, Q6.25 (±64).
  public var angularRate: Vector3<25>?
  /// Magnetic field, µT, body frame, Q12.19 (±4096).
  public var magneticField: Vector3<19>?
  /// The attitude that the board computed, body to reference.
  public var attitude: UnitQuaternion?
  /// The pen at this moment.
  public var pen: PenState

  /// The two kinds of acceleration that boards send, m/s², body frame, Q8.23 (±256).
  public enum Acceleration: Equatable, Sendable {
    /// The accelerometer's reading: +9.8 along the axis that points up at rest.
    case specificForce(Vector3<23>)
    /// The true acceleration of the board, gravity removed: 0 at rest.
    case linear(Vector3<23>)
  }

  /// A sample from its parts.
  public init(
    timestamp: UInt32, acceleration: Acceleration, angularRate: Vector3<25>? = nil,
    magneticField: Vector3<19>? = nil, attitude: UnitQuaternion? = nil, pen: PenState
  ) {
    self.timestamp = timestamp
    self.acceleration = acceleration
    self.angularRate = angularRate
    self.magneticField = magneticField
    self.attitude = attitude
    self.pen = pen
  }
}
