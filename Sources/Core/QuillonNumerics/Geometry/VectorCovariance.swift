/// The covariance of vectors: sums of their components, squares and products.
///
/// It accepts 1,024 vectors; later ones are ignored.
public struct VectorCovariance: Sendable {
  private var count: Int32 = 0
  private var (x, y, z): (Int32, Int32, Int32) = (0, 0, 0)
  private var squares = CovarianceMatrix()

  /// A covariance without vectors.
  public init() {}

  /// Adds a vector in any unit, each component within ±1,024.
  ///
  /// 10 bits × 10 bits, at most 1,024 terms of at most 2²⁰: in 31 bits.
  public mutating func add(_ a: Int32, _ b: Int32, _ c: Int32) {
    guard count < 1_024 else { return }
    count &+= 1
    x &+= a
    y &+= b
    z &+= c
    squares.xx &+= a &* a
    squares.xy &+= a &* b
    squares.xz &+= a &* c
    squares.yy &+= b &* b
    squares.yz &+= b &* c
    squares.zz &+= c &* c
    assert(Swift.max(squares.xx, squares.yy, squares.zz) <= 1 << 30)
  }

  /// The direction in which the vectors vary least, with either sign: the normal of the plane that
  /// fits them best. Nil if they lie on a line, or if there are fewer than two.
  ///
  /// It belongs to the least eigenvalue of the covariance matrix. Hence it belongs to the largest
  /// eigenvalue of that matrix's adjugate, whose eigenvalues are products of two of the others
  /// (Horn and Johnson, "Matrix Analysis", section 0.8.2). After squaring the adjugate ten times,
  /// each of its rows has that direction. This fails only if two eigenvalues are closer than 0.4 %,
  /// and then no direction is a clear normal. 14 bits are enough for it.
  public var normal: Vector3<30>? {
    guard count > 1 else { return nil }
    var m = CovarianceMatrix()
    m.xx = centered(squares.xx, x, x)
    m.xy = centered(squares.xy, x, y)
    m.xz = centered(squares.xz, x, z)
    m.yy = centered(squares.yy, y, y)
    m.yz = centered(squares.yz, y, z)
    m.zz = centered(squares.zz, z, z)
    m.normalize()
    assert(Swift.max(m.xx.magnitude, m.yy.magnitude, m.zz.magnitude) <= 1 << 14)
    assert(Swift.max(m.xy.magnitude, m.xz.magnitude, m.yz.magnitude) <= 1 << 14)
    // Products of 14 bits, the difference of two: in 30 bits.
    var adjugate = CovarianceMatrix()
    adjugate.xx = m.yy &* m.zz &- m.yz &* m.yz
    adjugate.yy = m.xx &* m.zz &- m.xz &* m.xz
    adjugate.zz = m.xx &* m.yy &- m.xy &* m.xy
    adjugate.xy = m.xz &* m.yz &- m.xy &* m.zz
    adjugate.xz = m.xy &* m.yz &- m.xz &* m.yy
    adjugate.yz = m.xy &* m.xz &- m.yz &* m.xx
    guard adjugate.xx > 0 || adjugate.yy > 0 || adjugate.zz > 0 else { return nil }
    adjugate.normalize()
    for _ in 0..<10 { adjugate.square() }
    let row = adjugate.dominantRow
    return Vector3<0>(Fixed(bits: row.x), Fixed(bits: row.y), Fixed(bits: row.z)).normalized
  }

  /// The covariance of two components times the squared count.
  ///
  /// 11 bits × 30 bits less 20 bits × 20 bits: in 41 bits, less 11.
  private func centered(_ products: Int32, _ a: Int32, _ b: Int32) -> Int32 {
    var sum = WideSum(count, times: products)
    sum.subtract(a, times: b)
    return sum.saturated(dropping: 11)
  }
}
