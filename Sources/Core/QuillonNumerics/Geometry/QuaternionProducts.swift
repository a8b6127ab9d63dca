/// A symmetric, positive semidefinite 4 × 4 matrix of integers, for `ChordalMean`: a sum of q qᵀ, or
/// a power of it.
///
/// Only the upper triangle is stored. Because the matrix is positive semidefinite, the largest entry
/// is on the diagonal.
struct QuaternionProducts: Sendable {
  private var (ww, wx, wy, wz): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
  private var (xx, xy, xz): (Int32, Int32, Int32) = (0, 0, 0)
  private var (yy, yz, zz): (Int32, Int32, Int32) = (0, 0, 0)

  /// Adds q qᵀ in Q11.20, clamped. 2,047 unit quaternions fit.
  ///
  /// Q1.30 × Q1.30 = Q2.60, one term; → Q20.
  mutating func add(_ q: UnitQuaternion) {
    func add(_ a: Fixed<30>, _ b: Fixed<30>, to sum: inout Int32) {
      let product = Fixed<20>(bits: WideSum(a.bits, times: b.bits).rounded(dropping: 40))
      sum = Fixed<20>(bits: sum).addingWithSaturation(product).bits
    }
    add(q.w, q.w, to: &ww)
    add(q.w, q.x, to: &wx)
    add(q.w, q.y, to: &wy)
    add(q.w, q.z, to: &wz)
    add(q.x, q.x, to: &xx)
    add(q.x, q.y, to: &xy)
    add(q.x, q.z, to: &xz)
    add(q.y, q.y, to: &yy)
    add(q.y, q.z, to: &yz)
    add(q.z, q.z, to: &zz)
  }

  /// The largest entry.
  var largest: Int32 { Swift.max(Swift.max(ww, xx), Swift.max(yy, zz)) }

  /// Scales all entries by one power of two, so that the largest is in 2²⁹ ..< 2³⁰, except for
  /// rounding.
  mutating func normalize() {
    let drop = 2 &- Int32(truncatingIfNeeded: largest.leadingZeroBitCount)
    if drop > 0 {
      forEachEntry { $0 = ($0 &>> (drop &- 1) &+ 1) &>> 1 }
    } else {
      forEachEntry { $0 = $0 &<< (0 &- drop) }
    }
  }

  /// Replaces a normalized matrix by its square, normalized again.
  ///
  /// Each entry is a sum of four products of entries of at most 2³⁰: at most 2⁶². → 2³⁰. The largest
  /// is at least 2²⁶.
  mutating func square() {
    let m = self
    let (w, x) = ((m.ww, m.wx, m.wy, m.wz), (m.wx, m.xx, m.xy, m.xz))
    let (y, z) = ((m.wy, m.xy, m.yy, m.yz), (m.wz, m.xz, m.yz, m.zz))
    (ww, wx, wy, wz) = (Self.dot(w, w), Self.dot(w, x), Self.dot(w, y), Self.dot(w, z))
    (xx, xy, xz) = (Self.dot(x, x), Self.dot(x, y), Self.dot(x, z))
    (yy, yz, zz) = (Self.dot(y, y), Self.dot(y, z), Self.dot(z, z))
    normalize()
  }

  /// The row, or column, with the largest diagonal entry.
  var dominantRow: (w: Int32, x: Int32, y: Int32, z: Int32) {
    let largest = largest
    if ww == largest { return (ww, wx, wy, wz) }
    if xx == largest { return (wx, xx, xy, xz) }
    if yy == largest { return (wy, xy, yy, yz) }
    return (wz, xz, yz, zz)
  }

  /// True if the other eigenvalues of a normalized matrix are below 2⁻²⁰ of the largest. `row` is its
  /// dominant row.
  ///
  /// In a matrix of rank 1 the square of the row is its diagonal entry times the trace. Other
  /// eigenvalues make the square smaller, by their share of the largest or more. The square and the
  /// product are below 2⁶², in steps of 2³² of which they have 2²⁶ and more. The trace is quartered.
  func isOfRankOne(_ row: (w: Int32, x: Int32, y: Int32, z: Int32)) -> Bool {
    assert(largest <= 1 << 30)
    let quarter = ww &>> 2 &+ xx &>> 2 &+ yy &>> 2 &+ zz &>> 2
    let product = WideSum(largest, times: quarter).rounded(dropping: 30)
    return product &- Self.dot(row, row) < product &>> 20
  }

  private static func dot(
    _ a: (w: Int32, x: Int32, y: Int32, z: Int32), _ b: (w: Int32, x: Int32, y: Int32, z: Int32)
  ) -> Int32 {
    var sum = WideSum(a.w, times: b.w)
    sum.add(a.x, times: b.x)
    sum.add(a.y, times: b.y)
    sum.add(a.z, times: b.z)
    return sum.rounded(dropping: 32)
  }

  @inline(__always)
  private mutating func forEachEntry(_ body: (inout Int32) -> Void) {
    body(&ww)
    body(&wx)
    body(&wy)
    body(&wz)
    body(&xx)
    body(&xy)
    body(&xz)
    body(&yy)
    body(&yz)
    body(&zz)
  }
}
