import QuillonFusion
import QuillonNumerics

/// What one message of a board says of its motion, in SI units and this project's signs and axes.
///
/// Boards send different things, many of them in several messages per sample: what a message does not
/// carry is nil, never zero. A message that says nothing of the motion (a temperature, an answer to a
/// command) is the empty reading.
public struct SensorReading: Equatable, Sendable {
  /// The board's clock, µs, modulo 2³²: only differences have a meaning.
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
  /// Attitude, body to reference frame (z up), of norm 1.
  public var attitude: UnitQuaternion?
  /// The pen, from boards that have a button for it.
  public var pen: PenState?

  /// The reading that says nothing.
  public init() {}

  /// True when nothing of the motion is known; time, counter and pen alone are none.
  public var isEmpty: Bool {
    specificForce == nil && linearAcceleration == nil && angularRate == nil
      && magneticField == nil && attitude == nil
  }
}
