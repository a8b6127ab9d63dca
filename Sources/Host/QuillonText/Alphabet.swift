/// The labels of a model, and the letter or digit that each one stands for.
public struct Alphabet: Equatable, Sendable {
  /// The labels, in the order of the model's scores.
  public let labels: [String]
  /// The letter of each label; nil for labels that are no letter and no digit, such as gestures.
  public let letters: [Letter?]

  /// The alphabet of a model's labels.
  public init(_ labels: [String]) {
    self.labels = labels
    letters = labels.map { $0.count == 1 ? $0.first.flatMap(Letter.init) : nil }
  }

  /// True if a label is a digit.
  public var hasDigits: Bool { letters.contains { $0?.isDigit == true } }
  /// True if a label is a letter.
  public var hasLetters: Bool { letters.contains { $0?.isDigit == false } }

  /// The natural logarithms of the labels' probabilities, less a constant, if only the best labels are
  /// known.
  ///
  /// What a label is behind the answer is the logarithm of the odds that the answer is right and not that
  /// label. All labels that are not named share evenly what the last of the rivals has, or, without
  /// rivals, what the margin leaves. So which of them is a rival is left to the lexicon.
  ///
  /// - Parameters:
  ///   - answer: The best label.
  ///   - margin: Its margin; below 0 it counts as 0.
  ///   - rivals: The next best labels, and by how much their scores are behind the answer's; below 0
  ///     counts as 0.
  /// - Returns: empty if the answer is none of the labels.
  public func logProbabilities(
    answer: String, margin: Double, rivals: [(label: String, behind: Double)] = []
  ) -> [Double] {
    guard let best = labels.firstIndex(of: answer) else { return [] }
    let rivals = rivals.filter { labels.contains($0.label) }
    let unnamed = Double(max(labels.count - 1 - rivals.count, 1))
    let rest = -max(rivals.last?.behind ?? margin, 0) - naturalLogarithm(unnamed)
    var logarithms = labels.map { _ in rest }
    for rival in rivals {
      guard let index = labels.firstIndex(of: rival.label) else { continue }
      logarithms[index] = -max(rival.behind, 0)
    }
    logarithms[best] = 0
    return logarithms
  }
}

/// What was read: how probable each letter is.
struct LetterReading: Sendable {
  /// The probability of each letter's code, divided by that of the most probable label.
  private(set) var probabilities = InlineArray<36, Double>(repeating: 0)
  /// The code of the most probable label's letter.
  private(set) var code: UInt8 = 0

  /// The reading that follows from the probabilities of an alphabet's labels. A label that stands for no letter does not count.
  ///
  /// - Parameter logProbabilities: The natural logarithm of the probability of each label, less any
  ///   constant. Missing ones and not-a-number count as minus infinity.
  /// - Returns: nil if no letter is possible.
  init?(_ logProbabilities: [Double], in alphabet: Alphabet) {
    var greatest = -Double.infinity
    for (letter, value) in zip(alphabet.letters, logProbabilities) {
      guard let letter, value > greatest else { continue }
      (greatest, code) = (value, letter.code)
    }
    guard greatest > -.infinity else { return nil }
    for (letter, value) in zip(alphabet.letters, logProbabilities) {
      guard let letter, !value.isNaN else { continue }
      probabilities[Int(letter.code)] += value < greatest ? exponential(value - greatest) : 1
    }
  }
}
