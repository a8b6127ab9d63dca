import QuillonFusion
import QuillonNumerics

/// The content of one message of a board, in SI units and this project's signs and axes.
///
/// Boards send different values, and many of them use several messages per sample. A value that a
/// message does not carry is nil, never zero. A message without motion values (a temperature, an
/// answer to a command) is an empty reading.
public struct SensorReading: Equatable, Sendable {
  /// The board's clock, µs, modulo 2³². Only differences are meaningful.
  public var time: UInt32?
  /// The board's own count of its samples, modulo 256 or 65536 (`counterBits` of the format).
  public var counter: UInt16?
  /// Specific force, m/s², body frame, Q8.23 (±256): at rest +9.8 along the axis that points up.
  public var specificForce: Vector3<23>?
  /// True acceleration, gravity removed by the board, m/s², body frame, Q8.23 (±256).
  public var linearAcceleration: Vector3<23>?
  /// Angular rate, rad/s, body frame, Q6.25 (±64).
  public var angularRate: Vector3<25>?
  /// Magnetic field, µT, body frame, Q12.19 (±4096).
  public var magneticField: Vector3<19>?
  /// Attitude, body to reference frame (z up), norm 1.
  public var attitude: UnitQuaternion?
  /// The pen state, from boards with a button for it.
  public var pen: PenState?

  /// An empty reading.
  public init() {}

  /// True if there are no motion values. Time, counter and pen do not count.
  public var isEmpty: Bool {
    specificForce == nil && linearAcceleration == nil && angularRate == nil
      && magneticField == nil && attitude == nil
  }
}
