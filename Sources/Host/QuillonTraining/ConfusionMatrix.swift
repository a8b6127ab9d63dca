/// How often each label was recognized as each label.
public struct ConfusionMatrix: Equatable, Sendable {
  /// The labels, in the order of rows and columns.
  public let labels: [String]
  /// The counts: for each true label (row), how often each label was the answer (column).
  public private(set) var counts: [[Int]]
  /// For each true label, how often there was no answer.
  public private(set) var unanswered: [Int]

  /// A matrix without any counts yet.
  public init(labels: [String]) {
    self.labels = labels
    counts = Array(repeating: Array(repeating: 0, count: labels.count), count: labels.count)
    unanswered = Array(repeating: 0, count: labels.count)
  }

  /// Counts an answer; both are indices into `labels`.
  public mutating func add(truth: Int, answer: Int) { counts[truth][answer] += 1 }

  /// Counts an example without an answer. It counts as wrong.
  public mutating func addUnanswered(truth: Int) { unanswered[truth] += 1 }

  /// How many examples were counted.
  public var n: Int { counts.joined().reduce(0, +) + unanswered.reduce(0, +) }

  /// How many examples got the right answer.
  public var correct: Int { labels.indices.reduce(0) { $0 + counts[$1][$1] } }

  /// The share of examples that got the right answer, 0…1; 0 when nothing was counted.
  public var accuracy: Double { n > 0 ? Double(correct) / Double(n) : 0 }

  /// The share of the label's examples that were recognized, 0…1; nil when there were none.
  public func rate(of label: Int) -> Double? {
    let total = counts[label].reduce(0, +) + unanswered[label]
    return total > 0 ? Double(counts[label][label]) / Double(total) : nil
  }
}

extension ConfusionMatrix: Encodable {
  private enum Key: String, CodingKey {
    case n, correct, accuracy, labels, rates, confusion, unanswered
  }

  /// Encodes `n`, `correct`, `accuracy`, `labels`, `rates` (by label), `confusion` (the counts,
  /// rows true, columns answered, in the order of `labels`) and `unanswered` (their number).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(n, forKey: .n)
    try container.encode(correct, forKey: .correct)
    try container.encode(accuracy, forKey: .accuracy)
    try container.encode(labels, forKey: .labels)
    let rates = labels.indices.compactMap { index in rate(of: index).map { (labels[index], $0) } }
    try container.encode(Dictionary(uniqueKeysWithValues: rates), forKey: .rates)
    try container.encode(counts, forKey: .confusion)
    try container.encode(unanswered.reduce(0, +), forKey: .unanswered)
  }
}

extension ConfusionMatrix: CustomStringConvertible {
  /// The most columns of text that a matrix of labels longer than a letter may take.
  private static let widest = 100

  /// The matrix as text for the user. Rows are true labels, columns are answers. Each row ends with
  /// the share that was recognized, and the last line is the total. Zeros are dots. Labels without
  /// examples have no row. Long labels that would take more than 100 columns of text become a list of wrong answers in each row.
  public var description: String {
    let longest = labels.map(\.count).max() ?? 1
    let width = max(counts.joined().map { String($0).count }.max() ?? 1, longest) + 1
    let isWide = longest > 1 && width * (labels.count + 1) + 9 > Self.widest
    let silent = unanswered.reduce(0, +)
    let rest = silent > 0 ? "; the device abandoned \(silent)" : ""
    let total = "\(correct) of \(n) right, \(Self.percent(accuracy))\(rest)"
    return ((isWide ? list : grid(width)) + [total]).joined(separator: "\n")
  }

  private func grid(_ width: Int) -> [String] {
    [Self.padded("", width) + labels.map { Self.padded($0, width) }.joined() + "  right"]
      + labels.indices.compactMap { truth in
        guard let rate = rate(of: truth) else { return nil }
        let row = counts[truth].map { Self.padded($0 == 0 ? "·" : String($0), width) }.joined()
        return Self.padded(labels[truth], width) + row + "  " + Self.percent(rate)
      }
  }

  /// A row for each label: the share that was recognized, and the wrong answers with their counts, the most frequent first.
  private var list: [String] {
    let width = (labels.map(\.count).max() ?? 1) + 1
    return [Self.padded("", width) + "   right  taken for"]
      + labels.indices.compactMap { truth in
        guard let rate = rate(of: truth) else { return nil }
        var row = Self.padded(labels[truth], width) + Self.padded(Self.percent(rate), 8) + " "
        let wrong = labels.indices.filter { $0 != truth && counts[truth][$0] > 0 }
          .sorted { (counts[truth][$0], $1) > (counts[truth][$1], $0) }
        for (number, answer) in wrong.enumerated() {
          let words = " \(labels[answer]) \(counts[truth][answer])"
          let left = wrong.count - number
          guard row.count + words.count <= Self.widest - (left > 1 ? " and 100 more".count : 0)
          else {
            return row + " and \(left) more"
          }
          row += words
        }
        return row.last == " " ? String(row.dropLast()) : row
      }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  /// A share as a percentage with one digit after the decimal point.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
