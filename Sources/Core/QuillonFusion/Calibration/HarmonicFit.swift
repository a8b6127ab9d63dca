import QuillonNumerics

/// The least-squares solution of a `HarmonicSystem`, by Cholesky factorization in 32-bit words.
///
/// With A = L Lᵀ each product sum in L is bounded by the diagonal of A, hence below 1
/// (Cauchy–Schwarz). So no points can cause an overflow. r² is the last column: its row of L is the
/// right-hand side, and its pivot is the residual of the fit.
struct HarmonicFit: Sendable {
  /// The coefficients of 1, x, y, z, x² − y², x² + y² − 2z², 2xy, 2xz, 2yz, Q1.30, clamped.
  private(set) var coefficients = InlineArray<9, Int32>(repeating: 0)
  /// The mean square of the residual of r², Q1.30.
  private(set) var residual: Int32 = 0

  private var factor = InlineArray<100, Int32>(repeating: 0)
  private let count: Int

  /// The fit with the first `count` harmonics: 6 (an ellipsoid parallel to the axes) or 9 (any
  /// ellipsoid). Nil if the points do not determine it.
  ///
  /// A harmonic counts as determined if the others leave at least 1/512 of (r²)^degree of it
  /// unexplained. This is about a hundredth of the value for a full sphere.
  init?(_ system: inout HarmonicSystem, count: Int) {
    self.count = count
    let spread = system.spread
    // Q1.30 × Q1.30 = Q2.60, one term below 1; 1/512 as nine more bits dropped.
    let linear = WideSum(word: spread, shiftedLeft: 21).bits
    let quadratic = WideSum(spread, times: spread).bits &>> 9
    for j in 0..<9 where j < count {
      let pivot = remainder(of: &system, j, j)
      let least = j == 0 ? 0 : j < 4 ? linear : quadratic
      guard pivot.bits > least, let root = ReciprocalRoot(of: pivot) else { return nil }
      set(j, j, Int32(truncatingIfNeeded: integerSquareRoot(wide: UInt64(bitPattern: pivot.bits))))
      for i in 0..<10 where i > j && i <= count {
        set(i, j, root.ratio(of: remainder(of: &system, i, j).rounded(dropping: 30)).bits)
      }
    }
    let last = remainder(of: &system, count, count).rounded(dropping: 30)
    residual = last > 0 ? last : 0
    substitute()
  }

  /// The coefficient of column `index`, 0…8, Q1.30; 0 for a harmonic that was left out.
  mutating func coefficient(_ index: Int) -> Fixed<30> {
    Fixed(bits: coefficients[unchecked: index])
  }

  /// The remainder of entry (i, j) after the columns before j are eliminated, Q2.60.
  private mutating func remainder(of system: inout HarmonicSystem, _ i: Int, _ j: Int) -> WideSum {
    let row = i == count ? 9 : i
    let column = j == count ? 9 : j
    var sum = WideSum(word: system.entry(row, column), shiftedLeft: 30)
    for k in 0..<9 where k < j { sum.subtract(get(i, k), times: get(j, k)) }
    return sum
  }

  /// Solves Lᵀ c = (last row of L), from the bottom up.
  ///
  /// Q1.30 × Q1.30 = Q2.60, up to nine terms of factors below 1 and 2.
  private mutating func substitute() {
    var j = count &- 1
    while j >= 0 {
      var sum = WideSum(word: get(count, j), shiftedLeft: 30)
      var k = j &+ 1
      while k < count {
        sum.subtract(get(k, j), times: coefficients[unchecked: k])
        k &+= 1
      }
      let numerator = Fixed<30>(bits: sum.saturated(dropping: 30))
      let quotient: Fixed<30> = numerator.divided(by: Fixed<30>(bits: get(j, j)))
      coefficients[unchecked: j] = quotient.bits
      j &-= 1
    }
  }

  private mutating func get(_ i: Int, _ j: Int) -> Int32 { factor[unchecked: 10 &* i &+ j] }

  private mutating func set(_ i: Int, _ j: Int, _ word: Int32) {
    factor[unchecked: 10 &* i &+ j] = word
  }
}
