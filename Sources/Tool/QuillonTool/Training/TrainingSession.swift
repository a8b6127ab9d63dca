import QuillonBridge
import QuillonFileOutput
import Synchronization

/// A person who says what letters were meant to be, in lines of standard input.
final class TrainingSession: Sendable {
  private let lines = InputLines()
  private let answers = Mutex<[TrainingUpdate]>([])

  /// Does what was said since it was asked last, and keeps what was learned in the file at `path`, if there is
  /// one. What a board was told is answered some time later, and told then.
  func teach(_ bridge: Bridge, keepingIn path: String?, _ tell: (TrainingUpdate) throws -> Void)
    throws
  {
    for word in lines.drain() { hand(word, to: bridge) }
    let answered = answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    for trainingUpdate in answered {
      if let path, trainingUpdate.outcome == .learned || trainingUpdate.outcome == .undone {
        try bridge.person?.write(to: OutputFile(path))
      }
      try tell(trainingUpdate)
    }
  }

  /// Small letters stand for capitals where the model has no such label.
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

/// What a person said of the last letter, and what became of it.
struct TrainingUpdate: Encodable {
  let event = "lesson"
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
    case .csv: try output("lesson,,\(Self.quoted(label)),,,,,\(trainingUpdate.outcome.rawValue)")
    case .text:
      try output("            \(label.isEmpty ? "-" : label)  \(trainingUpdate.outcome.rawValue)")
    }
  }
}
