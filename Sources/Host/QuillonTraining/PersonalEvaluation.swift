/// How well a model recognizes people's letters before and after it has learned from their first
/// ones.
public struct PersonalEvaluation: Sendable {
  /// How many letters of each label the model learned from.
  public let examples: Int
  /// The answers of the unchanged model to the letters that it did not learn from.
  public private(set) var before: NetworkEvaluation
  /// The answers to the same letters by each writer's personal layer.
  public private(set) var after: NetworkEvaluation
  /// The unchanged model's answers to other letters whose labels a writer did not teach, for all
  /// writers together.
  public private(set) var untaughtBefore = WriterTable.Row()
  /// The answers to the same letters by each writer's personal layer, for all writers together.
  public private(set) var untaughtAfter = WriterTable.Row()

  /// An evaluation without any answers yet. The model will learn from `examples` letters of each
  /// label and writer; the answers will be among `labels`.
  public init(examples: Int, labels: [String]) {
    self.examples = examples
    before = NetworkEvaluation(labels: labels)
    after = before
  }

  /// Teaches each writer's first letters, in the order of writing. Then it classifies the rest of
  /// them, and those of `others` whose labels that writer did not teach.
  ///
  /// - Throws: `TrainingError` when nobody wrote more letters than the model learns from, or when
  ///   the model does not know their labels.
  public mutating func add(
    _ training: PersonalTraining, _ letters: [NetworkLetter], others: [NetworkLetter] = []
  ) throws(TrainingError) {
    let model = training.model
    for (_, letters) in Dictionary(grouping: letters, by: \.writer).sorted(by: { $0.key < $1.key })
    {
      var counts: [String: Int] = [:]
      var (taught, asked): ([NetworkLetter], [NetworkLetter]) = ([], [])
      for letter in letters {
        counts[letter.label, default: 0] += 1
        if counts[letter.label, default: 0] <= examples {
          taught.append(letter)
        } else {
          asked.append(letter)
        }
      }
      guard !asked.isEmpty else { continue }
      let untaught = others.filter { counts[$0.label] == nil }
      guard
        let classifications = training.classifications(after: taught, on: asked + untaught)
      else { continue }
      try before.add(model.labels, asked, asked.map { model.classification(on: $0) })
      try after.add(model.labels, asked, Array(classifications.prefix(asked.count)))
      for (letter, classification) in zip(untaught, classifications.dropFirst(asked.count)) {
        untaughtBefore.n += 1
        untaughtAfter.n += 1
        if model.labels[Int(model.classification(on: letter).label)] == letter.label {
          untaughtBefore.correct += 1
        }
        if model.labels[Int(classification.label)] == letter.label { untaughtAfter.correct += 1 }
      }
    }
    guard before.matrix.n > 0 else { throw .noSamples }
  }
}
