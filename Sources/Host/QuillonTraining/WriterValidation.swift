/// How models of one training do on writers whom they have not learned from.
public struct WriterValidation: Sendable {
  /// How the models are trained.
  public var training: NetworkTraining
  /// The labels that may be answers; nil for all.
  public var answers: [String]?
  /// True if what the gates of a stroke's shape reject counts as rejected.
  public var closesGates = false

  /// A validation from its parts.
  public init(_ training: NetworkTraining, answers: [String]? = nil) {
    self.training = training
    self.answers = answers
  }

  /// For each of the folds a model that all others teach is asked about it. What stands in no fold is always learned and
  /// never asked.
  ///
  /// - Parameters:
  ///   - letters: the letters to learn from and to ask about.
  ///   - folds: the indices of each fold's letters, as `WriterSplit` makes them.
  ///   - progress: called after each pass with the number of passes done by all folds.
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
      var judge = model
      if let answers { judge = try model.restricted(to: answers) }
      try evaluation.add(judge, asked)
    }
    return evaluation
  }
}
