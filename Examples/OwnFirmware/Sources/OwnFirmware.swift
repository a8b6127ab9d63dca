import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import Startup

/// Reads letters on a controller and writes each to a serial port. In place of a sensor's driver a hand goes straight from corner
/// to corner here.
@main
enum OwnFirmware {
  // In memory of its own: too large for the stack.
  nonisolated(unsafe) private static var recognizer = SequenceRecognizer()

  static func main() {
    recognizer.use(PackedModel.builtIn)
    var hand = Hand()
    hand.rest(50, recognize)
    hand.write([(0, -1), (1, 0)], recognize)
    hand.write([(1, -2), (1, 2)], recognize)
    hand.write([(1, 0), (-1, -1), (1, 0)], recognize)
    port_write(0x0A)
    board_stop()
  }

  /// What is done with every sample.
  private static func recognize(_ sample: InertialSample) {
    guard case .classification(let answer) = recognizer.push(sample) else { return }
    // The labels of this model are one character each, with a space between.
    let place = 2 * Int(answer.label)
    PackedModel.builtIn.withLabels { if place < $0.count { port_write($0[place]) } }
  }
}
