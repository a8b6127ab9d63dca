import Foundation

extension RejectionTable {
  /// Answers of about the same probability, and how many of them were right.
  public struct CalibrationBin: Equatable, Sendable {
    /// The mean of the answers' probabilities, 0…1.
    public var probability: Double
    /// The share of right answers, 0…1.
    public var accuracy: Double
    /// How many answers there are.
    public var count: Int
  }

  /// How often answers are right, against how probable they are by their margins. Answers that a gate
  /// rejected are left out.
  ///
  /// The probability of an answer against its strongest rival is 1 ÷ (1 + e⁻ᵐ) with the margin m, since
  /// scores are logarithms of odds (softmax). The answers are sorted by it and divided into `bins` parts
  /// of the same size.
  ///
  /// - Parameter bins: The number of parts, at least 1. There are never more than answers.
  /// - Returns: The parts, the least probable first. Empty without answers.
  public func calibration(bins: Int) -> [CalibrationBin] {
    let asked = answers.filter { $0.answer.margin.isFinite }
      .map { (probability: 1 / (1 + exp(-$0.answer.margin)), isCorrect: $0.isCorrect) }
      .sorted { $0.probability < $1.probability }
    let count = min(max(bins, 1), asked.count)
    return (0..<count).map { bin in
      let part = asked[bin * asked.count / count..<(bin + 1) * asked.count / count]
      let size = Double(part.count)
      return CalibrationBin(
        probability: part.reduce(0) { $0 + $1.probability } / size,
        accuracy: Double(part.count { $0.isCorrect }) / size, count: part.count)
    }
  }
}
