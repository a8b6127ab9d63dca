// Letters from a trace: LettersFromTrace hello.csv
import QuillonConversions
import QuillonRecognizer
import QuillonRecordings

let trace = try Trace(contentsOf: CommandLine.arguments[1])
let model = PackedModel.air
var recognizer = Recognizer(model: model)
func tell(_ event: Event) {
  guard case .classification(let answer) = event else { return }
  print(model.label(of: answer) ?? "?", "margin", answer.margin)
}
for replayed in trace.replaySamples {
  if let event = recognizer.push(replayed.sample) { tell(event) }
}
while let event = recognizer.finish() { tell(event) }
