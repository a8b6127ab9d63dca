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
  /// The attitude that the others are relative to, in the reference frame; nil if they are in that frame.
  public var reference: UnitQuaternion?
  /// Why the motion can't be reported in the reference frame of choice; nil if it can, or if none was chosen.
  public var obstacle: FrameObstacle?
  /// Which sensors are at the end of their range, or were within the last two seconds, in words; nil for none.
  public var clipped: String?

  /// From the board's axes to the reference frame, whatever ``attitude`` is relative to.
  public var attitudeInFrame: UnitQuaternion? {
    guard let reference else { return attitude }
    return attitude.map { (reference &* $0).renormalized }
  }
}
