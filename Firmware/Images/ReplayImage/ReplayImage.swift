import Board
import CortexM
import QuillonRecognizer
import QuillonVerification

/// Replays the samples that stand in flash beside it and says in text what the recognizer made of
/// them, to be compared with the host's; last, how many bytes of stack that took.
@main
enum ReplayImage {
  // In memory of their own, not on the stack.
  nonisolated(unsafe) private static var recognizer = PathRecognizer()
  nonisolated(unsafe) private static var replay = Replay()

  static func main() {
    Board.start()
    recognizer.use(BuiltInModel.makeModel())
    var tape = PacketReplayReader()
    while let sample = tape.next(of: ReplayTrace.count, byte: ReplayTrace.byte) {
      replay.push(sample, into: &recognizer, send: Board.send)
    }
    replay.finish(&recognizer, send: Board.send)
    replay.finish(stack: Stack.highWater, send: Board.send)
    while true { ReceiveRing.sleep() }
  }
}
