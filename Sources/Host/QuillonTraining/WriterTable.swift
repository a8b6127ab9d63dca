import QuillonReferenceModel

/// How many letters of each writer were recognized correctly, and how many were rejected.
public struct WriterTable: Equatable, Sendable {
  /// One writer's letters.
  public struct Row: Equatable, Sendable, Encodable {
    /// How many letters there were.
    public var n = 0
    /// How many were recognized correctly.
    public var correct = 0
    /// How many the gates or the model's threshold rejected, right or wrong.
    public var rejected = 0
    /// The share that was recognized correctly, 0…1; 0 when there are no letters.
    public var accuracy: Double { n > 0 ? Double(correct) / Double(n) : 0 }
    /// The share that was rejected, 0…1; 0 when there are no letters.
    public var rejectedShare: Double { n > 0 ? Double(rejected) / Double(n) : 0 }
  }

  /// The rows by writer.
  public private(set) var rows: [String: Row] = [:]

  /// A table without any letters yet.
  public init() {}

  /// Counts one letter of a writer.
  public mutating func add(writer: String, isCorrect: Bool, isRejected: Bool = false) {
    rows[writer, default: Row()].n += 1
    if isCorrect { rows[writer, default: Row()].correct += 1 }
    if isRejected { rows[writer, default: Row()].rejected += 1 }
  }

  /// Adds the letters of another table.
  public mutating func add(_ other: WriterTable) {
    for (writer, row) in other.rows {
      rows[writer, default: Row()].n += row.n
      rows[writer, default: Row()].correct += row.correct
      rows[writer, default: Row()].rejected += row.rejected
    }
  }

  /// The sums over all writers.
  public var total: Row {
    rows.values.reduce(into: Row()) { sum, row in
      sum.n += row.n
      sum.correct += row.correct
      sum.rejected += row.rejected
    }
  }

  /// The mean of the writers' shares, 0…1. Each writer has the same weight; 0 without writers.
  public var macro: Double {
    rows.isEmpty ? 0 : rows.values.map(\.accuracy).sorted().reduce(0, +) / Double(rows.count)
  }

  /// The writer with the smallest share among those with at least `letters` letters; nil when there
  /// is none.
  public func worst(of letters: Int = 10) -> (writer: String, row: Row)? {
    rows.filter { $0.value.n >= letters }
      .min { ($0.value.accuracy, $0.key) < ($1.value.accuracy, $1.key) }
      .map { ($0.key, $0.value) }
  }

  /// The writer of whom the largest share was rejected among those with at least `letters` letters; nil when there is none.
  public func mostRejected(of letters: Int = 10) -> (writer: String, row: Row)? {
    rows.filter { $0.value.n >= letters }
      .max { ($0.value.rejectedShare, $1.key) < ($1.value.rejectedShare, $0.key) }
      .map { ($0.key, $0.value) }
  }

  /// The 95 % confidence interval of the total's share over other choices of writers.
  ///
  /// It is computed from 2,000 tables of as many writers drawn with replacement (the percentile
  /// bootstrap of Efron 1979). The seed is fixed, so the result is the same each time. It is nil for
  /// fewer than three writers, who do not show how much writers differ.
  public var interval: ClosedRange<Double>? {
    let writers = rows.sorted { $0.key < $1.key }.map(\.value)
    guard writers.count >= 3 else { return nil }
    var random = SeededRandom(seed: 1979)
    let shares = (0..<2000).map { _ in
      var sum = Row()
      for _ in writers {
        let row = writers[random.index(below: writers.count)]
        sum.n += row.n
        sum.correct += row.correct
      }
      return sum.accuracy
    }.sorted()
    return shares[49]...shares[1949]
  }
}
