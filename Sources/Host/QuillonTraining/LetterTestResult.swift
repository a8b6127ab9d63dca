/// What a test came to: how many labels were read right, what was mixed up, and the worst three.
public struct LetterTestResult: Sendable, Encodable {
  /// A label that was read as another one.
  public struct Mistake: Equatable, Sendable, Encodable {
    /// The label that was asked for.
    public var written: String
    /// The label that was read.
    public var read: String
    /// How often.
    public var count: Int
  }

  /// One of the labels that were read worst.
  public struct Worst: Equatable, Sendable, Encodable {
    /// The label.
    public var label: String
    /// How often it was read right, and how often it was written.
    public var right: Int
    public var written: Int
    /// What was read of its worst stroke, empty for no letter, and whether that was rejected.
    public var read: String
    public var rejected: Bool
    /// The ink of that stroke: x and y, 0…1, y down, to three digits.
    public var ink: [[Double]]
  }

  /// How many labels were to be written, and how many were.
  public let asked: Int
  public let written: Int
  /// How many were read right, and how many were rejected as too uncertain.
  public let right: Int
  public let rejected: Int
  /// The share that was read right, 0…1; 0 before the first.
  public let accuracy: Double
  /// How many labels a round has.
  public let labels: Int
  /// How many were read right in each round that was begun.
  public let rounds: [Int]
  /// What was mixed up, the most frequent first. Rejected labels are not among them.
  public let mixedUp: [Mistake]
  /// Three labels: those that were least often right, and among equals those that were read least
  /// clearly. Fewer if fewer were written.
  public let worst: [Worst]

  /// What `test` has come to so far.
  public init(_ test: LetterTest) {
    let answers = test.answers
    asked = test.count
    written = answers.count
    labels = test.labels.count
    right = answers.count(where: \.isRight)
    rejected = answers.count(where: \.isRejected)
    accuracy = answers.isEmpty ? 0 : Double(right) / Double(answers.count)
    rounds = stride(from: 0, to: answers.count, by: test.labels.count).map { start in
      answers[start..<min(start + test.labels.count, answers.count)].count(where: \.isRight)
    }
    mixedUp = Self.mistakes(answers)
    worst = Self.worst(answers)
  }

  private static func mistakes(_ answers: [LetterTest.Answer]) -> [Mistake] {
    let wrong = answers.filter { $0.label != $0.prompt && !$0.isRejected }
    return Dictionary(grouping: wrong) { [$0.prompt, $0.label] }
      .map { Mistake(written: $0[0], read: $0[1], count: $1.count) }
      .sorted { ($1.count, $0.written, $0.read) < ($0.count, $1.written, $1.read) }
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private static func worst(_ answers: [LetterTest.Answer]) -> [Worst] {
    Dictionary(grouping: answers, by: \.prompt).values
      .compactMap { own -> (share: Double, clarity: Double, worst: Worst)? in
        guard let worst = own.min(by: { $0.clarity < $1.clarity }) else { return nil }
        let right = own.count(where: \.isRight)
        return (
          Double(right) / Double(own.count), own.map(\.clarity).reduce(0, +) / Double(own.count),
          Worst(
            label: worst.prompt, right: right, written: own.count, read: worst.label,
            rejected: worst.isRejected,
            ink: worst.ink.map { [Self.rounded($0.x), Self.rounded($0.y)] })
        )
      }
      .sorted { ($0.share, $0.clarity, $0.worst.label) < ($1.share, $1.clarity, $1.worst.label) }
      .prefix(3).map(\.worst)
  }
}
