import HostNumerics
import Recognition

/// What a model gets right of the letters that it does not reject.
public struct RejectionTable: Sendable {
  private var answers: [(margin: Double, isCorrect: Bool, isRejected: Bool)] = []

  /// What is left when some letters are rejected.
  public struct Row: Equatable, Sendable, Encodable {
    /// The least margin that is accepted; nil of the threshold in the model itself.
    public var margin: Double?
    /// The share of letters that is rejected.
    public var rejected: Double
    /// The share of the others that is right; 1 if there are none.
    public var accuracy: Double
  }

  /// Without answers.
  public init() {}

  /// Counts the answer to a letter.
  public mutating func add(_ verdict: Verdict, isCorrect: Bool) {
    answers.append((verdict.margin.double, isCorrect, verdict.isRejected))
  }

  /// By the threshold in the model.
  public var byModel: Row { row(margin: nil) { !$0.isRejected } }

  /// With the least margins of `share` of these letters rejected. It knows the letters it is asked about,
  /// so it shows how margins sort them, not what a model will do.
  public func rejecting(_ share: Double) -> Row {
    let margins = answers.map(\.margin).sorted()
    guard !margins.isEmpty else { return row(margin: 0) { _ in true } }
    let least = margins[min(Int(share * Double(margins.count)), margins.count - 1)]
    return row(margin: least) { $0.margin >= least }
  }

  private func row(
    margin: Double?, _ isAccepted: ((margin: Double, isCorrect: Bool, isRejected: Bool)) -> Bool
  ) -> Row {
    let accepted = answers.filter(isAccepted)
    let correct = accepted.count { $0.isCorrect }
    return Row(
      margin: margin,
      rejected: answers.isEmpty ? 0 : 1 - Double(accepted.count) / Double(answers.count),
      accuracy: accepted.isEmpty ? 1 : Double(correct) / Double(accepted.count))
  }
}
