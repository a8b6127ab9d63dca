import QuillonConversions
import QuillonRecognizer

/// What a model gets right of the letters that it does not reject, and what else it lets pass.
public struct RejectionTable: Sendable {
  private var answers: [(answer: Answer, isCorrect: Bool)] = []
  private var motion: [Answer] = []

  /// How sure the model was.
  private struct Answer {
    /// The margin; −∞, which no least margin lets pass, where a gate rejected the stroke before.
    var margin: Double
    var isRejected: Bool

    init(_ classification: Classification, passes: Bool) {
      margin = passes ? classification.margin.double : -.infinity
      isRejected = classification.isRejected || !passes
    }
  }

  /// What is left when some letters are rejected.
  public struct Row: Equatable, Sendable, Encodable {
    /// The least margin that is accepted; nil of the threshold in the model itself, −∞ where the gates alone reject
    /// as many.
    public var margin: Double?
    /// The share of letters that is rejected.
    public var rejected: Double
    /// The share of the others that is right; 1 if there are none.
    public var accuracy: Double
    /// The share of windows of other motion that is accepted; nil if none was asked about.
    public var falseAccepts: Double?
  }

  /// Without answers.
  public init() {}

  /// How many windows of other motion were asked about.
  public var windows: Int { motion.count }

  /// Counts the answer to a letter; `passes` is false if a gate has rejected it.
  public mutating func add(_ classification: Classification, isCorrect: Bool, passes: Bool = true) {
    answers.append((Answer(classification, passes: passes), isCorrect))
  }

  /// Counts the answer to a window of other motion.
  public mutating func add(motion classification: Classification, passes: Bool) {
    motion.append(Answer(classification, passes: passes))
  }

  /// By the threshold in the model.
  public var byModel: Row { row(margin: nil) { !$0.isRejected } }

  /// With the least margins of `share` of these letters rejected, what the gates reject being the least of all; where
  /// that is more than the share, nothing else is. It knows the letters it is asked about,
  /// so it shows how margins sort them, not what a model will do.
  public func rejecting(_ share: Double) -> Row {
    let margins = answers.map(\.answer.margin).sorted()
    guard !margins.isEmpty else { return row(margin: 0) { _ in true } }
    let least = margins[min(Int(share * Double(margins.count)), margins.count - 1)]
    return row(margin: least) { $0.margin > -.infinity && $0.margin >= least }
  }

  private func row(margin: Double?, _ isAccepted: (Answer) -> Bool) -> Row {
    let accepted = answers.filter { isAccepted($0.answer) }
    let correct = accepted.count { $0.isCorrect }
    return Row(
      margin: margin,
      rejected: answers.isEmpty ? 0 : 1 - Double(accepted.count) / Double(answers.count),
      accuracy: accepted.isEmpty ? 1 : Double(correct) / Double(accepted.count),
      falseAccepts: motion.isEmpty
        ? nil : Double(motion.count(where: isAccepted)) / Double(motion.count))
  }
}
