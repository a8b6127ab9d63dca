import QuillonNumerics
import QuillonRecognizer

/// Weights in the device's format: integers with one step for all of them.
public struct QuantizedWeights: Equatable, Sendable {
  /// One row per label with 28 integers. The magnitudes in a row sum to less than 65,536.
  public var rows: [[Int16]]
  /// The value of an integer weight of 1, Q1.30, above 0.
  public var step: Fixed<30>

  /// Weights from their parts.
  public init(rows: [[Int16]], step: Fixed<30>) {
    self.rows = rows
    self.step = step
  }
}

/// Quantizes weights in Double to integers with which a score cannot overflow.
///
/// The device sums Int16 weight × Q1.14 feature in an Int32. A feature is also an Int16, so its
/// magnitude is at most 2¹⁵. When the magnitudes of a row sum to at most 65,535, every partial sum
/// stays within 65,535 · 2¹⁵ = 2,147,450,880 < 2³¹, whatever the features are.
///
/// With the step s = k · 2⁻³⁰ a weight w becomes round(w / s), ties away from zero. |round(w / s)|
/// does not grow with s, and neither does a sum of such magnitudes. So if a step keeps the bound,
/// every larger step does, too. Bisection finds the smallest such step, which has the finest
/// resolution.
public enum WeightQuantizer {
  /// The largest allowed sum of the magnitudes in a row.
  public static let rowLimit = 65_535

  /// The integers for `table` with the smallest step that keeps the bound. Each integer times the
  /// step is within half a step of its weight.
  ///
  /// - Throws: `TrainingError.weightsTooLarge` when even the largest step, just below 2, does not
  ///   keep the bound.
  public static func quantize(_ table: WeightTable) throws(TrainingError) -> QuantizedWeights {
    var (low, high) = (Int32(1), Int32.max)
    guard integers(table, step: high) != nil else { throw .weightsTooLarge }
    while low < high {
      let middle = low + (high - low) / 2
      if integers(table, step: middle) == nil { low = middle + 1 } else { high = middle }
    }
    guard let rows = integers(table, step: high) else { throw .weightsTooLarge }
    return QuantizedWeights(rows: rows, step: Fixed(bits: high))
  }

  /// The integers for a step of `bits` · 2⁻³⁰; nil when an integer or the sum of a row is too
  /// large.
  private static func integers(_ table: WeightTable, step bits: Int32) -> [[Int16]]? {
    let step = Double(bits) * 0x1p-30
    var rows: [[Int16]] = []
    for row in table.rows {
      let integers = row.compactMap { Int16(exactly: ($0 / step).rounded()) }
      let sum = integers.reduce(0) { $0 + Int($1.magnitude) }
      guard integers.count == row.count, sum <= rowLimit else { return nil }
      rows.append(integers)
    }
    return rows
  }
}
