// Letters from a board on a port, until it is gone: LettersFromPort /dev/ttyACM0
import QuillonBridge
import QuillonConversions
import QuillonRecognizer
import QuillonSerial

let port = try openTransport(path: CommandLine.arguments[1], baud: 115_200, dtr: .automatic)
let model = PackedModel.air
let bridge = Bridge(model: .packed(model), labels: model.labels)
let ending = bridge.run(port) { event in
  if case .letter(let letter) = event { print(letter.label) }
}
print(ending, bridge.summary.lost, "lost")
