import QuillonConversions
import QuillonRecognizer

/// How many of the letters that a model does not reject are right, and how much other motion it
/// accepts.
public struct RejectionTable: Sendable {
  private(set) var answers: [(answer: Answer, isCorrect: Bool)] = []
  private var motion: [Answer] = []

  /// The margin of an answer, and whether it was rejected.
  struct Answer {
    /// The margin. It is −∞, which no limit accepts, where a gate already rejected the stroke.
    var margin: Double
    var isRejected: Bool

    init(_ classification: Classification, passes: Bool) {
      margin = passes ? classification.margin.double : -.infinity
      isRejected = classification.isRejected || !passes
    }
  }

  /// The figures when some letters are rejected.
  public struct Row: Equatable, Sendable, Encodable {
    /// The smallest margin that is accepted. It is nil for the threshold in the model itself, and
    /// −∞ where the gates alone already reject the share asked for.
    public var margin: Double?
    /// The share of letters that are rejected, 0…1.
    public var rejected: Double
    /// The share of accepted letters that are right, 0…1; 1 if there are none.
    public var accuracy: Double
    /// The share of windows of other motion that are accepted, 0…1; nil if there were no such
    /// windows.
    public var falseAccepts: Double?
  }

  /// A table without any answers yet.
  public init() {}

  /// How many windows of other motion were classified.
  public var windows: Int { motion.count }

  /// Counts the answer to a letter; `passes` is false if a gate has rejected it.
  public mutating func add(_ classification: Classification, isCorrect: Bool, passes: Bool = true) {
    answers.append((Answer(classification, passes: passes), isCorrect))
  }

  /// Counts the answer to a window of other motion.
  public mutating func add(motion classification: Classification, passes: Bool) {
    motion.append(Answer(classification, passes: passes))
  }

  /// The figures with the threshold in the model.
  public var byModel: Row { row(margin: nil) { !$0.isRejected } }

  /// The figures when the `share` of letters with the smallest margins is rejected.
  ///
  /// Letters that the gates reject count as having the smallest margins. If they are more than the
  /// share, no other letter is rejected. The limit is chosen from these same letters. So the
  /// figures show how well margins rank them, not how a model will perform.
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
