import FixedPoint

/// A symmetric, positive semidefinite 4 × 4 matrix of 32-bit integers, for `AttitudeMean`.
struct SymmetricMatrix4: Sendable {
  /// The entries row by row; entry (i, j) at 4 i + j.
  var entries: InlineArray<16, Int32>

  /// The matrix with the given entries.
  init(_ entries: InlineArray<16, Int32>) { self.entries = entries }

  /// Shifts all entries so that the largest lies in 2²⁹ ..< 2³⁰. In a positive
  /// semidefinite matrix it stands on the diagonal.
  mutating func normalize() {
    let shift = Int32(truncatingIfNeeded: largestDiagonal.leadingZeroBitCount) &- 2
    guard shift > 0 else { return }
    for k in 0..<16 { entries[unchecked: k] = entries[unchecked: k] &<< shift }
  }

  /// Replaces the matrix by its square, scaled back by a power of two to at most 2³⁰.
  ///
  /// Each entry is a sum of four products of entries of at most 2³⁰: |sum| ≤ 2⁶². The scale is one
  /// shift for all entries, rounded to nearest.
  mutating func square() {
    var products = InlineArray<16, Int64>(repeating: 0)
    var largest: Int64 = 1
    for i in 0..<4 {
      for j in i..<4 {
        var sum = WideSum()
        for k in 0..<4 {
          sum.add(entries[unchecked: 4 &* i &+ k], times: entries[unchecked: 4 &* k &+ j])
        }
        products[unchecked: 4 &* i &+ j] = sum.bits
        products[unchecked: 4 &* j &+ i] = sum.bits
        if i == j && sum.bits > largest { largest = sum.bits }
      }
    }
    let bits = 64 &- largest.leadingZeroBitCount
    let drop = bits > 30 ? bits &- 30 : 0
    for k in 0..<16 {
      entries[unchecked: k] = WideSum(bits: products[unchecked: k]).rounded(dropping: drop)
    }
  }

  /// The column with the largest diagonal entry as a unit quaternion with w ≥ 0.
  var dominantColumn: UnitQuaternion? {
    var best = 0
    for i in 1..<4 where entries[unchecked: 5 &* i] > entries[unchecked: 5 &* best] { best = i }
    var column: InlineArray<4, Fixed<30>> = [.zero, .zero, .zero, .zero]
    let isNegative = entries[unchecked: best] < 0
    for i in 0..<4 {
      let entry = entries[unchecked: 4 &* i &+ best]
      column[unchecked: i] = Fixed(bits: isNegative ? 0 &- entry : entry)
    }
    return UnitQuaternion(
      normalizing: column[unchecked: 0], column[unchecked: 1], column[unchecked: 2],
      column[unchecked: 3])
  }

  private var largestDiagonal: Int32 {
    var largest = entries[unchecked: 0]
    for i in 1..<4 where entries[unchecked: 5 &* i] > largest {
      largest = entries[unchecked: 5 &* i]
    }
    return largest
  }
}
