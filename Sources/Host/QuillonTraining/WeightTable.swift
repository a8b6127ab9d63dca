import QuillonRecognizer
import QuillonRecordings

/// Weights in floating point, the result of training: one row of 28 Doubles for each label.
public struct WeightTable: Equatable, Sendable {
  /// The labels of the rows.
  public var labels: [String]
  /// One row per label, 28 weights each.
  public var rows: [[Double]]

  /// A table from its parts.
  ///
  /// - Throws: `TrainingError` unless there are 1…32 distinct labels, as many rows, and 28 finite
  ///   weights in each row.
  public init(labels: [String], rows: [[Double]]) throws(TrainingError) {
    guard (1...LinearModel.maximumLabels).contains(labels.count) else {
      throw .badTable("it has \(labels.count) labels, not 1 to \(LinearModel.maximumLabels)")
    }
    guard Set(labels).count == labels.count else { throw .badTable("a label occurs twice") }
    guard rows.count == labels.count else {
      throw .badTable("it has \(labels.count) labels, but \(rows.count) rows of weights")
    }
    for (label, row) in zip(labels, rows) {
      guard row.count == ZoneFeatures.count, row.allSatisfy(\.isFinite) else {
        throw .badTable("the row of \(label) does not have \(ZoneFeatures.count) finite weights")
      }
    }
    self.labels = labels
    self.rows = rows
  }

  /// The mean of several tables, each stored row by row. They are summed in their order.
  init(labels: [String], meanOf tables: [[Double]]) {
    let count = Double(tables.count)
    var sums = [Double](repeating: 0, count: labels.count * ZoneFeatures.count)
    for table in tables {
      for index in sums.indices { sums[index] += table[index] }
    }
    self.labels = labels
    rows = labels.indices.map { label in
      (0..<ZoneFeatures.count).map { sums[label * ZoneFeatures.count + $0] / count }
    }
  }

  /// The inner product of each row with the features.
  public func scores(of values: [Double]) -> [Double] {
    rows.map { row in zip(row, values).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The index of the label with the highest score, the lowest index on a tie, and the difference
  /// between its score and the next one.
  public func best(of values: [Double]) -> (label: Int, margin: Double) {
    let scores = scores(of: values)
    var label = 0
    for index in scores.indices where scores[index] > scores[label] { label = index }
    let others = scores.indices.filter { $0 != label }.map { scores[$0] }
    return (label, scores[label] - (others.max() ?? 0))
  }
}
