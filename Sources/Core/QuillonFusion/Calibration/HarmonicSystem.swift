import QuillonNumerics

/// The normal equations for fitting r² = x² + y² + z² by the harmonics of degree 0 to 2, Q1.30.
///
/// Columns 0…8 are 1, x, y, z, x² − y², x² + y² − 2z², 2xy, 2xz, 2yz; column 9 is r². On a full
/// sphere the harmonics are orthogonal, so the matrix is nearly diagonal and 32 bits are enough. If
/// a part of the sphere is missing, small pivots show it.
struct HarmonicSystem: Sendable {
  /// The means of the products of two columns, row by row.
  private var entries = InlineArray<100, Int32>(repeating: 0)

  /// The powers of x, y and z, one hexadecimal digit each, of 1, x, y, z, x², y², z², xy, xz, yz.
  /// The powers of a product are the sum of the two entries.
  private static let powers: InlineArray<10, Int> = [
    0x000, 0x100, 0x010, 0x001, 0x200, 0x020, 0x002, 0x110, 0x101, 0x011,
  ]

  /// The system for the points in `moments`. They must lie within ±2^(`exponent` − 1) of the
  /// origin, and there must be at least one.
  ///
  /// Coordinates are divided by 2^exponent, so that r² ≤ ¾. Every entry, and every partial sum,
  /// stays below 2 in magnitude.
  init(_ moments: inout QuarticMoments, exponent: Int) {
    // Divided by 2^rank ≥ the count first, then multiplied by 2^rank / count: 1 ≤ factor < 2.
    let count = WideSum(bits: moments.sum(0, 0, 0)).rounded(dropping: 0)
    let rank = 32 &- (count &- 1).leadingZeroBitCount
    let whole = Fixed<0>(bits: 1 &<< Int32(truncatingIfNeeded: rank))
    let factor: Fixed<30> = whole.divided(by: Fixed<0>(bits: count))
    for a in 0..<10 {
      for b in 0..<10 {
        let powers = Self.powers[unchecked: a] &+ Self.powers[unchecked: b]
        let (i, j, k) = (powers &>> 8, powers &>> 4 & 15, powers & 15)
        let drop = (i &+ j &+ k) &* exponent &+ rank &- 30
        let sum = moments.sum(i, j, k)
        let word =
          drop >= 0
          ? WideSum(bits: sum).rounded(dropping: drop)
          : WideSum(bits: sum &<< Int64(0 &- drop)).rounded(dropping: 0)
        // Q1.30 × Q1.30 = Q2.60, one term below 1.
        let mean: Fixed<30> = Fixed<30>(bits: word).multiplied(by: factor)
        entries[unchecked: 10 &* a &+ b] = mean.bits
      }
    }
    for line in 0..<10 { combine(at: 10 &* line, stride: 1) }
    for line in 0..<10 { combine(at: line, stride: 10) }
  }

  /// The mean product of two columns, Q1.30; both 0…9.
  mutating func entry(_ a: Int, _ b: Int) -> Int32 { entries[unchecked: 10 &* a &+ b] }

  /// Transforms one row or column from powers to harmonics, with r² last.
  private mutating func combine(at start: Int, stride: Int) {
    func place(_ column: Int) -> Int { start &+ column &* stride }
    let xx = entries[unchecked: place(4)]
    let yy = entries[unchecked: place(5)]
    let zz = entries[unchecked: place(6)]
    let xy = entries[unchecked: place(7)]
    let xz = entries[unchecked: place(8)]
    let yz = entries[unchecked: place(9)]
    assert((Int64(xx) - Int64(yy)).magnitude < 1 << 31)
    assert((Int64(xx) + Int64(yy) - Int64(zz) - Int64(zz)).magnitude < 1 << 31)
    assert(Swift.max(xy.magnitude, xz.magnitude, yz.magnitude) < 1 << 30)
    assert((Int64(xx) + Int64(yy) + Int64(zz)).magnitude < 1 << 31)
    entries[unchecked: place(4)] = xx &- yy
    entries[unchecked: place(5)] = xx &+ yy &- zz &<< 1
    entries[unchecked: place(6)] = xy &<< 1
    entries[unchecked: place(7)] = xz &<< 1
    entries[unchecked: place(8)] = yz &<< 1
    entries[unchecked: place(9)] = xx &+ yy &+ zz
  }
}

extension HarmonicSystem {
  /// The covariance of the points, Q1.30: entry (i, j) of the axes 0…2.
  ///
  /// ⟨xy⟩ − ⟨x⟩⟨y⟩: Q1.30 × Q1.30 = Q2.60, one term below ¼.
  mutating func covariance(_ i: Int, _ j: Int) -> Int32 {
    let product = WideSum(mean(i), times: mean(j)).rounded(dropping: 30)
    return entry(i &+ 1, j &+ 1) &- product
  }

  /// ⟨x²⟩ + ⟨y²⟩ + ⟨z²⟩ about the mean, Q1.30, below ¾.
  var spread: Int32 {
    mutating get { covariance(0, 0) &+ covariance(1, 1) &+ covariance(2, 2) }
  }

  private mutating func mean(_ axis: Int) -> Int32 { entry(0, axis &+ 1) }
}
