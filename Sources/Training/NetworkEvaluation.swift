import Recognition

/// What a packed model, or several of the same training, answered to letters.
public struct NetworkEvaluation: Sendable {
  /// Which label was taken for which.
  public private(set) var matrix: ConfusionMatrix
  /// How many letters of each writer were right.
  public private(set) var writers = WriterTable()
  /// How sure the model was.
  public private(set) var rejection = RejectionTable()

  /// Nothing answered yet; the answers will be among `labels`.
  public init(labels: [String]) { matrix = ConfusionMatrix(labels: labels) }

  /// Asks `model` about `letters`. Throws `TrainingError` when there are none, or when it does not know
  /// their labels.
  public mutating func add(
    _ model: NetworkModel, _ letters: [NetworkLetter]
  ) throws(TrainingError) {
    guard !letters.isEmpty else { throw .noSamples }
    let indices = Dictionary(uniqueKeysWithValues: model.labels.enumerated().map { ($1, $0) })
    let unknown = Set(letters.map(\.label)).filter { indices[$0] == nil }
    guard unknown.isEmpty else { throw .unknownLabels(unknown.sorted(), known: model.labels) }
    for letter in letters {
      guard let truth = indices[letter.label] else { continue }
      let verdict = model.verdict(on: letter)
      let answer = Int(verdict.label)
      matrix.add(truth: truth, answer: answer)
      writers.add(writer: letter.writer, isCorrect: truth == answer)
      rejection.add(verdict, isCorrect: truth == answer)
    }
  }
}
