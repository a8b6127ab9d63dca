import QuillonRecognizer

/// What a packed model, or several of the same training, answered to letters.
public struct NetworkEvaluation: Sendable {
  /// Which label was taken for which.
  public private(set) var matrix: ConfusionMatrix
  /// How many letters of each writer were right.
  public private(set) var writers = WriterTable()
  /// How sure the model was.
  public private(set) var rejection = RejectionTable()
  private let closesGates: Bool

  /// Nothing answered yet.
  ///
  /// - Parameters:
  ///   - labels: what the answers will be among.
  ///   - closesGates: true if what the gates of a stroke's shape reject counts as rejected.
  public init(labels: [String], closesGates: Bool = false) {
    matrix = ConfusionMatrix(labels: labels)
    self.closesGates = closesGates
  }

  /// Asks `model` about `letters`, and about what is none among them. Throws `TrainingError` when there is neither, or
  /// when it does not know the labels.
  public mutating func add(
    _ model: NetworkModel, _ letters: [NetworkLetter]
  ) throws(TrainingError) {
    let motion = letters.filter(\.isGarbage)
    let letters = letters.filter { !$0.isGarbage }
    guard !letters.isEmpty || !motion.isEmpty else { throw .noSamples }
    try add(model.labels, letters, letters.map { model.classification(on: $0) })
    for window in motion {
      rejection.add(motion: model.classification(on: window), passes: passes(window))
    }
  }

  /// Counts the verdicts on letters, one for each, by a model that knows `labels`, which are among those
  /// of the evaluation. Throws `TrainingError` when it does not know the letters' labels.
  mutating func add(
    _ labels: [String], _ letters: [NetworkLetter], _ classifications: [Classification]
  ) throws(TrainingError) {
    let places = Dictionary(uniqueKeysWithValues: matrix.labels.enumerated().map { ($1, $0) })
    let unknown = Set(letters.map(\.label)).subtracting(labels)
    guard unknown.isEmpty else { throw .unknownLabels(unknown.sorted(), known: labels) }
    for (letter, classification) in zip(letters, classifications) {
      let answer = labels[Int(classification.label)]
      guard let truth = places[letter.label], let place = places[answer] else { continue }
      matrix.add(truth: truth, answer: place)
      writers.add(writer: letter.writer, isCorrect: truth == place)
      rejection.add(classification, isCorrect: truth == place, passes: passes(letter))
    }
  }

  private func passes(_ letter: NetworkLetter) -> Bool { letter.passesGates || !closesGates }
}
