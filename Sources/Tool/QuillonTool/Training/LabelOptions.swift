import ArgumentParser
import QuillonBridge
import QuillonTraining

/// The labels that may be answers.
struct LabelOptions: ParsableArguments {
  @Option(
    help: """
      Answer with these labels only: digits, or letters and a gesture, as in 0-9 or "A-Z<shake>". Without --model this also \
      chooses a built-in model that knows them.
      """, transform: LabelOptions.list)
  var labels: LabelList?

  /// The labels in `text`.
  ///
  /// - Throws: `ValidationError` for a text that is no list of labels.
  static func list(_ text: String) throws -> LabelList {
    guard let list = LabelList(text) else {
      throw ValidationError(
        "“\(text)” is no list of labels: give letters, ranges and gestures, as in A-Z<shake> or 0-9."
      )
    }
    return list
  }

  /// The labels that `model` may answer with; nil for all.
  ///
  /// - Throws: `TrainingError.unknownLabels` if it does not know one of them.
  func allowed(by model: LoadedModel) throws -> Set<String>? {
    guard let labels = labels?.labels else { return nil }
    let unknown = labels.filter { !model.labels.contains($0) }
    guard unknown.isEmpty else { throw TrainingError.unknownLabels(unknown, known: model.labels) }
    return Set(labels)
  }
}
