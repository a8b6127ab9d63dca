import Board
import CortexM
import Pipeline
import Recognition
import Replay
import Wire

/// Samples in, text out: what the recognizer made of them, to be compared with the host's.
///
/// A sender that is faster than this image must wait for its lines; the emulator's does.
@main
enum ReplayImage {
  // In memory of their own, not on the stack: an interrupt handler never touches them.
  nonisolated(unsafe) private static var decoder = PacketDecoder()
  nonisolated(unsafe) private static var recognizer = Recognizer(model: .pseudorandom())

  static func main() {
    Board.start()
    var replay = Replay()
    while true {
      guard let byte = ReceiveRing.sensor.take() else {
        ReceiveRing.sleep()
        continue
      }
      guard case .packet(let packet) = decoder.push(byte),
        case .sample(let sample) = packet.message
      else { continue }
      replay.push(sample, into: &recognizer, send: Board.send)
    }
  }
}
