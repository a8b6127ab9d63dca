import QuillonNumerics
import QuillonWire

/// What a person teaches a board that recognizes by itself. The board learns; what it has learned is fetched after each
/// training update, so that a file can keep it, and handed over again when the board has started anew.
///
/// Not for several threads at once.
public final class BoardTraining {
  private let person: PersonalModel
  let link: TrainerClient
  /// True once it is known that the board recognizes by itself.
  public private(set) var hasBegun = false
  /// How many training updates were handed over to the board and taken by it; nil before.
  public private(set) var restored: Int?
  private var isTeachable = true

  /// Lessons for nobody's board yet.
  ///
  /// - Parameters:
  ///   - person: whose training updates they are, and by which model the board is to read.
  ///   - link: the transactions with the board.
  public init(_ person: PersonalModel, link: TrainerClient = TrainerClient()) {
    self.person = person
    self.link = link
  }

  /// The last letter was meant as `label`. `then` is called once, with what became of it.
  public func teach(_ label: String, then: @escaping (PersonalModel.Outcome) -> Void) {
    guard let index = person.labels.firstIndex(of: label) else { return then(.unknownLabel) }
    change(
      .learn(
        label: UInt8(clamping: index), modelID: person.model.modelID, margin: person.wantedMargin),
      to: .learned, then: then)
  }

  /// Takes the last training update back; `then` as above.
  public func undo(then: @escaping (PersonalModel.Outcome) -> Void) {
    change(.undo, to: .undone, then: then)
  }

  /// The board recognizes by itself: brings it to where this person is, unless that has been done and it has not started anew.
  func begin(anew: Bool = false) {
    if anew { end() }
    guard !hasBegun else { return }
    hasBegun = true
    isTeachable = true
    link.ask(.state) { [self] ending in
      guard case .done(let reply) = ending else {
        if hasBegun { isTeachable = false }
        return
      }
      if reply.modelID == person.model.modelID { restore(over: Int(reply.trainingUpdates)) }
    }
  }

  /// The board is gone, or not what it was.
  func end() {
    hasBegun = false
    restored = nil
    link.drop()
  }

  private func restore(over trainingUpdates: Int) {
    let (model, modelID) = (person.model, person.model.modelID)
    if person.trainingUpdates > 0 {
      let bytes = TrainingUpdateBytes.bytes(
        trainingUpdates: person.trainingUpdates, weights: person.weights, modelID: modelID)
      link.ask(.deliver(.trainingUpdates, bytes, modelID: modelID)) { [self] ending in
        if case .done(let reply) = ending { restored = Int(reply.trainingUpdates) }
      }
    } else if trainingUpdates > 0 {
      link.ask(.takeAway(.trainingUpdates)) { _ in }
    }
    // Without it training updates change more than they need: nothing that the person has to know.
    if model.hiddenCount <= 128 {
      let metric = TrainingUpdateBytes.bytes(metric: person.metricRows, modelID: modelID)
      link.ask(.deliver(.metric, metric, modelID: modelID)) { _ in }
    }
  }

  private func change(
    _ request: Transaction.Request, to outcome: PersonalModel.Outcome,
    then: @escaping (PersonalModel.Outcome) -> Void
  ) {
    guard isTeachable else { return then(.notTeachable) }
    link.ask(request) { [self] ending in
      switch ending {
      case .done: fetch { then($0 ? outcome : .noAnswer) }
      case .refused(let reply): then(Self.outcome(reply.outcome))
      case .silent, .trainingUpdates: then(isTeachable ? .noAnswer : .notTeachable)
      }
    }
  }

  /// Makes what the board has learned this person's; false if it does not come.
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
