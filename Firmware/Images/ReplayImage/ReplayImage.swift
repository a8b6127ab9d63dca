import CortexM
import QuillonRecognizer
import QuillonVerification

/// Replays the samples that stand in flash beside it and says in text what the recognizer made of
/// them, to be compared with the host's; last, how many bytes of stack that took.
public struct ReplayImage<B: Board>: ~Copyable {
  private var replay = Replay()
  private var recognizer = PathRecognizer()

  /// An image that has done nothing. It is too large for the stack.
  public init() {}

  /// Never ends.
  public mutating func run() {
    B.start()
    recognizer.use(BuiltInModel.makeModel())
    var reader = PacketReplayReader()
    while let sample = reader.next(of: ReplayTrace.count, byte: ReplayTrace.byte) {
      replay.push(sample, into: &recognizer, send: B.send)
    }
    replay.finish(&recognizer, send: B.send)
    replay.finish(stack: Stack.highWater, send: B.send)
    while true { ReceiveRing.sleep() }
  }
}
