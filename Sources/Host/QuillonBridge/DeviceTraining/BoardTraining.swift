import QuillonNumerics
import QuillonWire

/// Trains a board that recognizes letters itself. The board learns. After each training update the
/// host fetches what the board has learned, so that a file can store it. When the board has
/// restarted, the host sends it back.
///
/// Not thread-safe.
public final class BoardTraining {
  /// What became of the training updates that the host sent to a board which had restarted.
  public enum Handover: Equatable, Sendable {
    /// The board uses that many.
    case accepted(Int)
    /// The board refused them, or does not answer. It reads by the model that it has.
    case failed
    /// The board reads by another model than the one that they belong to. They are not sent.
    case otherModel
  }

  /// How often the training updates are sent to a board that does not take them. Without an answer, this takes 30 s.
  private static let attempts = 10

  private let person: PersonalModel
  let link: TrainerClient
  /// True once the board is known to recognize letters itself.
  public private(set) var hasBegun = false
  /// What became of the person's training updates. Nil if there are none, and until the board has answered.
  public private(set) var handover: Handover?
  /// False while the board has not answered.
  private var isTeachable = true
  /// How often this board has not taken them since it began.
  private var attempts = 0

  /// Creates a training without a board.
  ///
  /// - Parameters:
  ///   - person: The model of the person. The board must use the same model.
  ///   - link: Carries the messages to the board.
  public init(_ person: PersonalModel, link: TrainerClient = TrainerClient()) {
    self.person = person
    self.link = link
  }

  /// Teaches the board that its last letter means `label`.
  ///
  /// - Parameters:
  ///   - label: The right label of the last letter.
  ///   - then: Called once with the outcome.
  public func teach(_ label: String, then: @escaping (PersonalModel.Outcome) -> Void) {
    guard let index = person.labels.firstIndex(of: label) else { return then(.unknownLabel) }
    change(
      .learn(
        label: UInt8(clamping: index), modelID: person.model.modelID, margin: person.wantedMargin),
      to: .learned, then: then)
  }

  /// Undoes the last training update on the board.
  ///
  /// - Parameter then: Called once with the outcome.
  public func undo(then: @escaping (PersonalModel.Outcome) -> Void) {
    change(.undo, to: .undone, then: then)
  }

  /// The board recognizes letters itself. Sends it this person's training updates, unless that was
  /// done and the board has not restarted since. `anew` is true if the board has restarted.
  func begin(anew: Bool = false) {
    if anew { end() }
    guard !hasBegun else { return }
    hasBegun = true
    isTeachable = true
    attempts = 0
    askForState {}
  }

  /// Asks the board what it has learned, and sends it this person's training updates. Then calls `then`.
  private func askForState(then: @escaping () -> Void) {
    link.ask(.state) { [self] ending in
      if case .done(let reply) = ending {
        isTeachable = true
        if reply.modelID == person.model.modelID {
          restore(over: Int(reply.trainingUpdates))
        } else if person.trainingUpdates > 0 {
          handover = .otherModel
        }
      } else if hasBegun {
        isTeachable = false
        if person.trainingUpdates > 0 { tryAgain() }
      }
      then()
    }
  }

  /// The board is gone or has restarted.
  func end() {
    hasBegun = false
    handover = nil
    link.drop()
  }

  /// Sends the training updates again: a line may lose bytes, and a board may be busy for longer than a transaction waits.
  private func tryAgain() {
    attempts += 1
    if attempts < Self.attempts { askForState {} } else { handover = .failed }
  }

  private func restore(over trainingUpdates: Int) {
    let (model, modelID) = (person.model, person.model.modelID)
    if person.trainingUpdates > 0 {
      let bytes = TrainingUpdateBytes.bytes(
        trainingUpdates: person.trainingUpdates, weights: person.weights, modelID: modelID)
      link.ask(.deliver(.trainingUpdates, bytes, modelID: modelID)) { [self] ending in
        if case .done(let reply) = ending {
          handover = .accepted(Int(reply.trainingUpdates))
        } else if hasBegun {
          tryAgain()
        }
      }
    } else if trainingUpdates > 0 {
      link.ask(.takeAway(.trainingUpdates)) { _ in }
    }
    // Without the metric a training update changes other answers more than it must. The person need
    // not know.
    if model.hiddenCount <= 128 {
      let metric = TrainingUpdateBytes.bytes(metric: person.metricRows, modelID: modelID)
      link.ask(.deliver(.metric, metric, modelID: modelID)) { _ in }
    }
  }

  private func change(
    _ request: Transaction.Request, to outcome: PersonalModel.Outcome,
    then: @escaping (PersonalModel.Outcome) -> Void
  ) {
    guard isTeachable else {
      // A board that was busy may answer now.
      return askForState { [self] in
        if isTeachable { change(request, to: outcome, then: then) } else { then(.notTeachable) }
      }
    }
    link.ask(request) { [self] ending in
      switch ending {
      case .done: fetch { then($0 ? outcome : .noAnswer) }
      case .refused(let reply): then(Self.outcome(reply.outcome))
      case .silent, .trainingUpdates: then(isTeachable ? .noAnswer : .notTeachable)
      }
    }
  }

  /// Fetches what the board has learned. `then` gets false if it does not arrive.
  private func fetch(then: @escaping (Bool) -> Void) {
    let size = TrainingUpdateBytes.size(weights: person.weights.count)
    link.ask(.fetchTrainingUpdates(size: size, modelID: person.model.modelID)) { [self] ending in
      switch ending {
      case .trainingUpdates(let bytes):
        let (trainingUpdates, weights) = TrainingUpdateBytes.read(bytes)
        guard weights.count == person.weights.count else { return then(false) }
        person.restore(weights, trainingUpdates: trainingUpdates)
        then(true)
      case .refused(let reply) where reply.trainingUpdates == 0:
        person.forget()
        then(true)
      case .done, .refused, .silent: then(false)
      }
    }
  }

  private static func outcome(_ outcome: TrainerReply.Outcome) -> PersonalModel.Outcome {
    switch outcome {
    case .known: .known
    case .noLetter: .noLetter
    case .unknownLabel: .unknownLabel
    case .nothingToUndo: .nothingToUndo
    case .otherModel: .otherModel
    case .unsuitable: .notTeachable
    case .waiting, .done, .busy, .refused, .outOfStep, .absent, .wrongSize, .damaged, .unsound:
      .refused
    }
  }
}
