import QuillonNumerics

/// Chooses the direction in which a personal layer learns, so that it changes little else.
///
/// A step along the activations x of an example raises the score of every similar stroke. All
/// activations are positive, so every stroke is similar. Let S be the mean of x xᵀ over the letters
/// that the model knows. Of all steps that raise this example by the same amount, the step along
/// S⁻¹x changes the scores of those letters least. It replaces a replay of them.
public struct ActivationMetric: @unchecked Sendable {
  private let rows: UnsafePointer<Int16>

  /// A metric with the matrix at `rows`. The matrix is symmetric and positive definite, in any
  /// unit. It has as many rows as the model has hidden units, each of as many numbers. It must stay
  /// at its address while the metric is used.
  public init(rows: UnsafePointer<Int16>) { self.rows = rows }

  /// Number `index` of the matrix, row by row. `index` must be below the square of the hidden
  /// units.
  public subscript(index: Int) -> Int16 { rows[index] }

  /// The learning direction for the activations `x`, scaled to 15 bits.
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
