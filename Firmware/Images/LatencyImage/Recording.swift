import CortexM
import QuillonFusion
import QuillonVerification

/// The recorded letters that are in flash beside the image.
enum Recording {
  nonisolated(unsafe) private static var tape = PacketReplayReader()

  /// Back to the first sample.
  static func rewind() { tape = PacketReplayReader() }

  /// The next sample, nil at the end.
  @inline(never)
  static func next() -> InertialSample? {
    tape.next(of: ReplayTrace.count, byte: ReplayTrace.byte)
  }
}
