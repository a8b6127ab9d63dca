extension Bridge {
  /// Learns that the last letter that this host read was meant as `label`; later classifications go by it.
  public func teach(_ label: String) -> PersonalModel.Outcome {
    guard let person, let features = lastFeatures else { return .noLetter }
    return person.learn(features, as: label)
  }

  /// Learns that the last letter was meant as `label`: here, or on the board that read it.
  ///
  /// - Parameters:
  ///   - label: What was meant.
  ///   - then: called once with what became of it; for a board while ``run(_:after:sensed:isCancelled:tell:)`` goes on, or at its end.
  public func teach(_ label: String, then: @escaping (PersonalModel.Outcome) -> Void) {
    guard let boardTraining, isTaughtOnBoard else { return then(teach(label)) }
    boardTraining.teach(label, then: then)
  }

  /// Takes the last training update back, here or on the board. `then` works as in ``teach(_:then:)``.
  public func undoTrainingUpdate(then: @escaping (PersonalModel.Outcome) -> Void) {
    guard let boardTraining, isTaughtOnBoard else { return then(person?.undo() ?? .nothingToUndo) }
    boardTraining.undo(then: then)
  }

  /// True if the board reads the letters.
  private var isTaughtOnBoard: Bool { lastSource != .host && boardTraining?.hasBegun == true }

  /// The board recognizes by itself, and its hello may have gone before this bridge listened: one that can be taught tells its
  /// model when it is asked, others pass over it.
  func followSilentStart() {
    if let boardTraining { return boardTraining.begin() }
    guard boardModel == 0, !hasAskedForModel else { return }
    hasAskedForModel = true
    link.ask(.state) { _ in }
  }
}
