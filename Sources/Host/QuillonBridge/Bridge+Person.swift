extension Bridge {
  /// Teaches the person's layer that the last letter that this host read means `label`. Later
  /// letters depend on it.
  ///
  /// - Parameter label: The right label of the last letter.
  /// - Returns: The outcome. `noLetter` if there is no person or no letter.
  public func teach(_ label: String) -> PersonalModel.Outcome {
    guard let person, let features = lastFeatures else { return .noLetter }
    return person.learn(features, as: label)
  }

  /// Teaches that the last letter means `label`: on this host, or on the board if the board read
  /// it.
  ///
  /// - Parameters:
  ///   - label: The right label of the last letter.
  ///   - then: Called once with the outcome. For a board this happens during
  ///     ``run(_:after:sensed:isCancelled:tell:)`` or at its end.
  public func teach(_ label: String, then: @escaping (PersonalModel.Outcome) -> Void) {
    guard let boardTraining, isTaughtOnBoard else { return then(teach(label)) }
    boardTraining.teach(label, then: then)
  }

  /// Undoes the last training update, on this host or on the board.
  ///
  /// - Parameter then: Called once with the outcome, as in ``teach(_:then:)``.
  public func undoTrainingUpdate(then: @escaping (PersonalModel.Outcome) -> Void) {
    guard let boardTraining, isTaughtOnBoard else { return then(person?.undo() ?? .nothingToUndo) }
    boardTraining.undo(then: then)
  }

  /// True if the board recognizes the letters.
  private var isTaughtOnBoard: Bool { lastSource != .host && boardTraining?.hasBegun == true }

  /// The board recognizes letters itself. It may have sent its hello before this bridge listened. A
  /// board that can be taught answers the question for its model. Other boards ignore the question.
  func followSilentStart() {
    if let boardTraining { return boardTraining.begin() }
    guard boardModel == 0, !hasAskedForModel else { return }
    hasAskedForModel = true
    boardStabilizers.begin()
    link.ask(.state) { _ in }
  }
}
