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
}
