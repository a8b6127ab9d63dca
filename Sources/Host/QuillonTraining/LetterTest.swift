/// A test in which a person writes labels that are asked for one by one, several rounds of them.
public struct LetterTest: Sendable {
  /// The outcome of one label that was asked for.
  public struct Answer: Equatable, Sendable {
    /// The label that was asked for.
    public var prompt: String
    /// The label that was read; empty if no letter was.
    public var label: String
    /// The lead of its score over the next best label.
    public var margin: Double
    /// True if the margin was too small, so that the label is only a guess.
    public var isRejected: Bool
    /// The ink that was read: x to the right, y down, 0…1. Empty if it is not known.
    public var ink: [SIMD2<Double>]

    /// An answer from its parts.
    public init(
      prompt: String, label: String, margin: Double, isRejected: Bool, ink: [SIMD2<Double>] = []
    ) {
      self.prompt = prompt
      self.label = label
      self.margin = margin
      self.isRejected = isRejected
      self.ink = ink
    }

    /// True if the label that was asked for was read and not rejected.
    public var isRight: Bool { label == prompt && !isRejected }

    /// How clearly the label that was asked for was read: the margin, negative for another label.
    public var clarity: Double { label == prompt ? margin : -abs(margin) }
  }

  /// The labels of a round, in the order in which they are asked for.
  public let labels: [String]
  /// How many rounds there are.
  public let times: Int
  /// What was read so far, in order.
  public private(set) var answers: [Answer] = []

  /// The most rounds.
  public static let maximumTimes = 99

  /// A test that has not begun.
  ///
  /// - Parameters:
  ///   - labels: at least one.
  ///   - times: how many rounds, clamped to 1…``maximumTimes``.
  public init(labels: [String], times: Int) {
    self.labels = labels
    self.times = min(max(times, 1), Self.maximumTimes)
  }

  /// How many labels are asked for in all.
  public var count: Int { labels.count * times }

  /// The label that is to be written now; nil when all were written.
  public var prompt: String? {
    answers.count < count ? labels[answers.count % labels.count] : nil
  }

  /// Adds what was read as an answer; nil when all were written before.
  public mutating func take(
    label: String, margin: Double, isRejected: Bool, ink: [SIMD2<Double>] = []
  ) -> Answer? {
    guard let prompt else { return nil }
    let answer = Answer(
      prompt: prompt, label: label, margin: margin, isRejected: isRejected, ink: ink)
    answers.append(answer)
    return answer
  }

  /// Counts the label that is asked for as not read: what was written was no letter.
  public mutating func skip() -> Answer? { take(label: "", margin: 0, isRejected: true) }

  /// Removes the last answer: its label is asked for again. Nil when there is none.
  public mutating func withdraw() -> Answer? { answers.popLast() }
}
