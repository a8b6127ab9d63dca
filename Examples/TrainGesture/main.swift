// Trains a gesture: TrainGesture examples.csv test.csv
import QuillonRecordings
import QuillonTraining

/// The labeled strokes of a recording.
func strokes(_ path: String) throws -> [NetworkLetter] {
  try NetworkLetter.letters(
    of: Trace(contentsOf: path), writer: path, featureSet: .airMovement)
}

let training = NetworkTraining(
  settings: .usual(.airMovement, hidden: 40), featureSet: .airMovement, data: "examples")
let model = try training.train(on: strokes(CommandLine.arguments[1]))
print("labels", model.labels)
for stroke in try strokes(CommandLine.arguments[2]) {
  let answer = model.classification(on: stroke)
  print(stroke.label, "is read as", model.labels[Int(answer.label)])
}
