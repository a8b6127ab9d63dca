import QuillonRecordings
import Testing

/// The trace that `text` holds.
func trace(_ text: String) throws -> Trace { try Trace(parsing: Array(text.utf8), name: "a.csv") }

/// The letters that `text` holds.
func letters(_ text: String) throws -> [InkSample] {
  try InkSample.read(parsing: Array(text.utf8), name: "a.jsonl")
}

/// The vectors that `text` holds.
func vectors(_ text: String) throws -> [FeatureSample] {
  try FeatureSample.read(parsing: Array(text.utf8), name: "a.txt")
}

/// Checks that `body` fails with a message that names `file` and `line`, holds `fragment`, and ends
/// with a next step.
func expectError(
  in file: String, line: Int?, saying fragment: String,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  let error = #expect(throws: RecordingError.self, sourceLocation: sourceLocation) { try body() }
  guard let error else { return }
  let place = line.map { "\(file), line \($0): " } ?? "\(file): "
  #expect(error.description.hasPrefix(place), sourceLocation: sourceLocation)
  #expect(error.description.contains(fragment), "\(error)", sourceLocation: sourceLocation)
  #expect(error.description.hasSuffix(": \(error.nextStep)"), sourceLocation: sourceLocation)
  #expect(!error.nextStep.isEmpty, sourceLocation: sourceLocation)
}
