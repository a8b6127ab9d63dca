import QuillonRecognizer
import QuillonRecordings

/// The answers of a packed model, or of several from the same training, to letters.
public struct NetworkEvaluation: Sendable {
  /// How often each label was recognized as each label.
  public private(set) var matrix: ConfusionMatrix
  /// How many letters of each writer were recognized correctly, and how many were rejected.
  public private(set) var writers = WriterTable()
  /// The margins of the classifications.
  public private(set) var rejection = RejectionTable()
  private let closesGates: Bool

  /// An evaluation without any answers yet.
  ///
  /// - Parameters:
  ///   - labels: what the answers will be among.
  ///   - closesGates: true if an example counts as rejected when the gates of the stroke's shape
  ///     reject it.
  public init(labels: [String], closesGates: Bool = false) {
    matrix = ConfusionMatrix(labels: labels)
    self.closesGates = closesGates
  }

  /// Adds the answers of `model` to `letters`, and to the examples among them that are not letters.
  ///
  /// - Throws: `TrainingError` when there are no examples of either kind, or when the model does
  ///   not know the labels.
  public mutating func add(
    _ model: NetworkModel, _ letters: [NetworkLetter]
  ) throws(TrainingError) {
    let motion = letters.filter(\.isGarbage)
    let letters = letters.filter { !$0.isGarbage }
    guard !letters.isEmpty || !motion.isEmpty else { throw .noSamples }
    try add(model.labels, letters, letters.map { model.classification(on: $0) })
    for window in motion {
      rejection.add(
        motion: model.classification(on: window),
        passes: passes(window) && !model.rejectsAsTooSmall(window))
    }
  }

  /// Counts the classifications of letters, one for each, by a model that knows `labels`. These are
  /// among the labels of the evaluation. A letter below the minimum size counts as unanswered, unless
  /// the model has a label for such strokes.
  ///
  /// - Throws: `TrainingError` when the model does not know the letters' labels.
  mutating func add(
    _ labels: [String], _ letters: [NetworkLetter], _ classifications: [Classification]
  ) throws(TrainingError) {
    let places = Dictionary(uniqueKeysWithValues: matrix.labels.enumerated().map { ($1, $0) })
    let unknown = Set(letters.map(\.label)).subtracting(labels)
    guard unknown.isEmpty else { throw .unknownLabels(unknown.sorted(), known: labels) }
    let knowsSmall = labels.contains(where: \.isLabelOfSmallStroke)
    for (letter, classification) in zip(letters, classifications) {
      if letter.isTooSmall, !knowsSmall, let truth = places[letter.label] {
        matrix.addUnanswered(truth: truth)
        writers.add(writer: letter.writer, isCorrect: false, isRejected: true)
        continue
      }
      let answer = labels[Int(classification.label)]
      guard let truth = places[letter.label], let place = places[answer] else { continue }
      matrix.add(truth: truth, answer: place)
      writers.add(
        writer: letter.writer, isCorrect: truth == place,
        isRejected: classification.isRejected || !passes(letter))
      rejection.add(classification, isCorrect: truth == place, passes: passes(letter))
    }
  }

  private func passes(_ letter: NetworkLetter) -> Bool { letter.passesGates || !closesGates }
}
