/// A symmetric, positive semidefinite 3 × 3 matrix of integers, for `VectorCovariance`: a
/// covariance, its adjugate, or a power of the adjugate.
///
/// Only the upper triangle is stored. The largest entry is on the diagonal, and no entry of the square exceeds the largest entry times
/// the trace. The adjugate of vectors near a line is an exception: rounding can be most of it.
struct CovarianceMatrix: Sendable {
  var (xx, xy, xz): (Int32, Int32, Int32) = (0, 0, 0)
  var (yy, yz, zz): (Int32, Int32, Int32) = (0, 0, 0)

  /// Scales all entries by one power of two, so that the largest is in 2¹³ ..< 2¹⁴, except for
  /// rounding. Not inlined: one copy is enough.
  @inline(never)
  mutating func normalize() {
    let all =
      xx.magnitude | xy.magnitude | xz.magnitude | yy.magnitude | yz.magnitude | zz.magnitude
    let drop = 18 &- Int32(truncatingIfNeeded: all.leadingZeroBitCount)
    if drop > 0 {
      forEachEntry { $0 = ($0 &>> (drop &- 1) &+ 1) &>> 1 }
    } else {
      forEachEntry { $0 = $0 &<< (0 &- drop) }
    }
  }

  /// Replaces a matrix of 14-bit entries by its square, scaled to 14 bits again.
  ///
  /// Each entry is a sum of three products of entries of at most 2¹⁴: in 32 bits, below 2³⁰.
  mutating func square() {
    let m = self
    assert(Swift.max(m.xx.magnitude, m.yy.magnitude, m.zz.magnitude) <= 1 << 14)
    assert(Swift.max(m.xy.magnitude, m.xz.magnitude, m.yz.magnitude) <= 1 << 14)
    xx = m.xx &* m.xx &+ m.xy &* m.xy &+ m.xz &* m.xz
    xy = m.xx &* m.xy &+ m.xy &* m.yy &+ m.xz &* m.yz
    xz = m.xx &* m.xz &+ m.xy &* m.yz &+ m.xz &* m.zz
    yy = m.xy &* m.xy &+ m.yy &* m.yy &+ m.yz &* m.yz
    yz = m.xy &* m.xz &+ m.yy &* m.yz &+ m.yz &* m.zz
    zz = m.xz &* m.xz &+ m.yz &* m.yz &+ m.zz &* m.zz
    normalize()
  }

  /// The row, or column, with the largest diagonal entry.
  var dominantRow: (x: Int32, y: Int32, z: Int32) {
    let largest = Swift.max(xx, yy, zz)
    if xx == largest { return (xx, xy, xz) }
    if yy == largest { return (xy, yy, yz) }
    return (xz, yz, zz)
  }

  @inline(__always)
  private mutating func forEachEntry(_ body: (inout Int32) -> Void) {
    body(&xx)
    body(&xy)
    body(&xz)
    body(&yy)
    body(&yz)
    body(&zz)
  }
}
