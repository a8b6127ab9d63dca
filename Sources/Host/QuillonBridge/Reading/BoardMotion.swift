import QuillonFusion
import QuillonNumerics

/// How a board moves at a sample, as its letters are read.
public struct BoardMotion: Equatable, Sendable {
  /// The pen that letters are found by: given, the board's, or as the motion tells it.
  public var pen: PenState
  /// From the board's axes to the reference frame; nil while it is not known.
  public var attitude: UnitQuaternion?
  /// Without gravity, m/s², reference frame, Q8.23; nil while the attitude is not known.
  public var linearAcceleration: Vector3<23>?
  /// m/s, reference frame, Q8.23.
  public var velocity: Vector3<23>
  /// m, reference frame, Q8.23.
  public var position: Vector3<23>
  /// What fusion makes of a board that sends raw sensors; nil for one that sends its attitude.
  public var fused: DeviceMotion?
  /// The attitude that the others are told relative to, in the reference frame; nil if they are told in that frame.
  public var reference: UnitQuaternion?
  /// Why the motion can't be told in the reference frame of choice; nil if it can, or if none was chosen.
  public var obstacle: FrameObstacle?
  /// Which sensors are at the end of their range, or were within the last two seconds, in words; nil for none.
  public var clipped: String?

  /// From the board's axes to the reference frame, whatever ``attitude`` is relative to.
  public var attitudeInFrame: UnitQuaternion? {
    guard let reference else { return attitude }
    return attitude.map { (reference &* $0).renormalized }
  }
}
