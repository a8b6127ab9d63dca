/// Measures how well models of one training recognize writers whom they did not learn from.
public struct WriterValidation: Sendable {
  /// How the models are trained.
  public var training: NetworkTraining
  /// The labels that are allowed as answers; nil allows all.
  public var answers: [String]?
  /// True if an example counts as rejected when the gates of the stroke's shape reject it.
  public var closesGates = false

  /// A validation from its parts.
  public init(_ training: NetworkTraining, answers: [String]? = nil) {
    self.training = training
    self.answers = answers
  }

  /// For each of the folds, trains a model on all other letters, and classifies the letters of the
  /// fold. Letters in no fold are always used for training and never classified.
  ///
  /// - Parameters:
  ///   - letters: the letters for training and classification.
  ///   - folds: the indices of the letters in each fold, as `WriterSplit` makes them.
  ///   - progress: called after each pass with the number of completed passes of all folds.
  /// - Throws: `TrainingError` from the training or from the evaluation.
  public func evaluate(
    _ letters: [NetworkLetter], folds: [[Int]], progress: (_ done: Int) -> Void = { _ in }
  ) throws(TrainingError) -> NetworkEvaluation {
    var evaluation = NetworkEvaluation(
      labels: answers?.sorted() ?? NetworkTraining.labels(of: letters), closesGates: closesGates)
    for (number, held) in folds.enumerated() {
      let isHeld = Set(held)
      let model = try training.train(
        on: letters.indices.filter { !isHeld.contains($0) }.map { letters[$0] },
        progress: { progress(number * training.settings.passes + $0) })
      let asked = held.map { letters[$0] }.filter {
        $0.isGarbage || answers?.contains($0.label) ?? true
      }
      var tested = model
      if let answers { tested = try model.restricted(to: answers) }
      try evaluation.add(tested, asked)
    }
    return evaluation
  }
}
