import QuillonFusion
import QuillonNumerics

/// The motion of a board at a sample, as the recognizer uses it.
public struct BoardMotion: Equatable, Sendable {
  /// The pen that the recognizer uses: the given one, the board's, or the one that the motion
  /// finds.
  public var pen: PenState
  /// The rotation from the board's axes to the reference frame. Nil while it is unknown.
  public var attitude: UnitQuaternion?
  /// The acceleration without gravity, m/s², reference frame, Q8.23. Nil while the attitude is
  /// unknown.
  public var linearAcceleration: Vector3<23>?
  /// The velocity, m/s, reference frame, Q8.23.
  public var velocity: Vector3<23>
  /// The position, m, reference frame, Q8.23.
  public var position: Vector3<23>
  /// The result of sensor fusion. Nil for a board that sends its attitude.
  public var fused: DeviceMotion?
}
