import ArgumentParser
import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// By which model letters are recognized.
struct ModelOptions: ParsableArguments {
  @Option(
    help: """
      The model: a file, or a built-in model. air and ink learned from people. simulated-air, \
      simulated-ink and gestures (letters and gestures) learned from simulated people only. lab \
      uses 28 features of zones. The default is simulated-air; for evaluate it is lab.
      """)
  var model: String?

  /// A bridge that recognizes by the model letters written so; `stream` says how the bytes are read of a board that
  /// does not send this project's packets.
  func bridge(
    writing: WritingSettings = WritingSettings(),
    stabilizers: StabilizerOptions = StabilizerOptions(), stream: StreamOptions? = nil
  ) throws -> Bridge {
    let named = try named()
    return Bridge(
      model: named.letterModel, labels: named.labels,
      parameters: stabilizers.adopt(named).parameters(writing: writing),
      owner: named.owner, stream: stream)
  }

  /// The model that is named; simulated-air when none is.
  func named() throws -> LoadedModel {
    try model.map { try LoadedModel(named: $0) } ?? LoadedModel(.simulatedAir)
  }
}
