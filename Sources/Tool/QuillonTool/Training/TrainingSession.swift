import QuillonBridge
import QuillonSystem
import Synchronization

/// Reads from standard input which letters a person meant.
final class TrainingSession: Sendable {
  private let lines = InputLines()
  private let answers = Mutex<[TrainingUpdate]>([])

  /// Performs the requests since the last call, and stores what was learned in `file`, if there is
  /// one. A board answers later. Its answer is reported then.
  func teach(
    _ bridge: Bridge, keepingIn file: OutputFile?, _ tell: (TrainingUpdate) throws -> Void
  ) throws {
    for word in lines.drain() { hand(word, to: bridge) }
    let answered = answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    for trainingUpdate in answered {
      if let file, trainingUpdate.outcome == .learned || trainingUpdate.outcome == .undone {
        try bridge.person?.write(to: file)
      }
      try tell(trainingUpdate)
    }
  }

  /// A small letter means the capital letter if the model has no such label.
  private func hand(_ word: String, to bridge: Bridge) {
    if word == "undo" {
      return bridge.undoTrainingUpdate { self.answer(TrainingUpdate(outcome: $0)) }
    }
    let isLabel = bridge.person?.labels.contains(word) ?? false
    let label = isLabel ? word : word.uppercased()
    bridge.teach(label) { self.answer(TrainingUpdate(label: label, outcome: $0)) }
  }

  private func answer(_ trainingUpdate: TrainingUpdate) {
    answers.withLock { $0.append(trainingUpdate) }
  }
}

/// The request of a person about the last letter, and its outcome.
struct TrainingUpdate: Encodable {
  let event = "trainingUpdate"
  var label: String?
  var outcome: PersonalModel.Outcome

  enum CodingKeys: CodingKey { case event, label, outcome }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(event, forKey: .event)
    try container.encodeIfPresent(label, forKey: .label)
    try container.encode(outcome.rawValue, forKey: .outcome)
  }
}

extension LetterReport {
  /// Prints the outcome of a training update.
  func show(_ trainingUpdate: TrainingUpdate) throws {
    let label = (trainingUpdate.label ?? "").printable
    switch form {
    case .json: try output(Console.line(json: trainingUpdate))
    case .csv:
      try output("trainingUpdate,,\(Self.quoted(label)),,,,,\(trainingUpdate.outcome.rawValue)")
    case .text:
      try output("            \(label.isEmpty ? "-" : label)  \(trainingUpdate.outcome.rawValue)")
    }
  }
}
