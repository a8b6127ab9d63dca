import QuillonNumerics

/// Which way a personal layer learns so that it changes little else.
///
/// The step along the activations x of an example raises the score of everything that looks alike, and all
/// activations are positive, so everything does. The step along S⁻¹x, S the mean of x xᵀ over the letters the
/// model knows, is of all that raise this example by the same amount the one that changes the scores of those
/// letters least. It stands for a replay of them.
public struct ActivationMetric: @unchecked Sendable {
  private let rows: UnsafePointer<Int16>

  /// The metric whose matrix, symmetric and positive definite in any unit, stands at `rows`: as many rows as
  /// hidden units, of as many numbers; it must stay there for as long as it is used.
  public init(rows: UnsafePointer<Int16>) { self.rows = rows }

  /// Number `index` of the matrix, row by row; to be below the square of the hidden units.
  public subscript(index: Int) -> Int16 { rows[index] }

  /// The direction for the activations `x`, scaled to 15 bits.
  ///
  /// Int16 × Int16 = 31 bits, up to 128 terms below 2³⁷, less 7 bits.
  func direction(of x: inout InlineArray<128, Int16>, count: Int) -> InlineArray<128, Int16> {
    var sums = InlineArray<128, Int32>(repeating: 0)
    var largest: UInt32 = 0
    var row = 0
    while row < count {
      var sum = WideSum()
      var column = 0
      while column < count {
        sum.add(
          Int32(truncatingIfNeeded: rows[row &* count &+ column]),
          times: Int32(truncatingIfNeeded: x[unchecked: column]))
        column &+= 1
      }
      let value = sum.saturated(dropping: 7)
      sums[unchecked: row] = value
      largest |= value.magnitude
      row &+= 1
    }
    var shift: Int32 = 0
    while largest &>> UInt32(truncatingIfNeeded: shift) > 32_767 { shift &+= 1 }
    var direction = InlineArray<128, Int16>(repeating: 0)
    row = 0
    while row < count {
      direction[unchecked: row] = Int16(truncatingIfNeeded: sums[unchecked: row] &>> shift)
      row &+= 1
    }
    return direction
  }
}
