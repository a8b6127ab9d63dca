import Board
import CortexM
import Pipeline
import Models
import Replay
import Wire

/// Replays the samples that stand in flash beside it and says in text what the recognizer made of
/// them, to be compared with the host's; last, how many bytes of stack that took.
@main
enum ReplayImage {
  // In memory of its own, not on the stack.
  nonisolated(unsafe) private static var recognizer = Recognizer()

  static func main() {
    Board.start()
    recognizer.loadModel(StandardModel.load)
    var (decoder, replay) = (PacketDecoder(), Replay())
    var index: UInt32 = 0
    while index < ReplayTrace.count {
      if case .packet(let packet) = decoder.push(ReplayTrace.byte(at: index)),
        case .sample(let sample) = packet.message
      {
        replay.push(sample, into: &recognizer, send: Board.send)
      }
      index &+= 1
    }
    replay.finish(&recognizer, send: Board.send)
    replay.finish(stack: Stack.highWater, send: Board.send)
    while true { ReceiveRing.sleep() }
  }
}
