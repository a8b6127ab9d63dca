import FixedPoint

/// A symmetric, positive semidefinite 4 × 4 matrix of integers, for `AttitudeMean`: Σ q qᵀ of quaternions q,
/// or a power of it.
///
/// Of the entries only the upper triangle is kept. Positive semidefinite: the largest entry stands on the
/// diagonal, and no entry of the square exceeds the largest one times the trace.
struct SymmetricMatrix4: Sendable {
  var (ww, wx, wy, wz): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
  var (xx, xy, xz): (Int32, Int32, Int32) = (0, 0, 0)
  var (yy, yz, zz): (Int32, Int32, Int32) = (0, 0, 0)

  /// Scales all entries by one power of two, so that the largest lies in 2^(bits − 1) ..< 2^bits, but
  /// for rounding; `bits` at most 30.
  mutating func normalize(toBits bits: Int32) {
    let zeros = Int32(truncatingIfNeeded: Swift.max(ww, xx, Swift.max(yy, zz)).leadingZeroBitCount)
    let drop = 32 &- zeros &- bits
    if drop > 0 {
      forEachEntry { $0 = ($0 &>> (drop &- 1) &+ 1) &>> 1 }
    } else {
      forEachEntry { $0 = $0 &<< (0 &- drop) }
    }
  }

  /// Replaces a matrix of 14 bits by its square, scaled to 14 bits again.
  ///
  /// Each entry is a sum of four products of entries of at most 2¹⁴: in 32 bits, at most 2³⁰.
  mutating func square() {
    let m = self
    ww = m.ww &* m.ww &+ m.wx &* m.wx &+ m.wy &* m.wy &+ m.wz &* m.wz
    wx = m.ww &* m.wx &+ m.wx &* m.xx &+ m.wy &* m.xy &+ m.wz &* m.xz
    wy = m.ww &* m.wy &+ m.wx &* m.xy &+ m.wy &* m.yy &+ m.wz &* m.yz
    wz = m.ww &* m.wz &+ m.wx &* m.xz &+ m.wy &* m.yz &+ m.wz &* m.zz
    xx = m.wx &* m.wx &+ m.xx &* m.xx &+ m.xy &* m.xy &+ m.xz &* m.xz
    xy = m.wx &* m.wy &+ m.xx &* m.xy &+ m.xy &* m.yy &+ m.xz &* m.yz
    xz = m.wx &* m.wz &+ m.xx &* m.xz &+ m.xy &* m.yz &+ m.xz &* m.zz
    yy = m.wy &* m.wy &+ m.xy &* m.xy &+ m.yy &* m.yy &+ m.yz &* m.yz
    yz = m.wy &* m.wz &+ m.xy &* m.xz &+ m.yy &* m.yz &+ m.yz &* m.zz
    zz = m.wz &* m.wz &+ m.xz &* m.xz &+ m.yz &* m.yz &+ m.zz &* m.zz
    normalize(toBits: 14)
  }

  /// Four numbers, one for each of w, x, y and z.
  typealias Row = (w: Int32, x: Int32, y: Int32, z: Int32)

  /// The row, or column, with the largest diagonal entry.
  var dominantRow: Row {
    let largest = Swift.max(ww, xx, Swift.max(yy, zz))
    if ww == largest { return (ww, wx, wy, wz) }
    if xx == largest { return (wx, xx, xy, xz) }
    if yy == largest { return (wy, xy, yy, yz) }
    return (wz, xz, yz, zz)
  }

  /// The direction of this matrix of 30 bits times a vector of 14, with w ≥ 0; nil for the zero vector.
  func image(of v: Row) -> UnitQuaternion? {
    let w = Self.dot((ww, wx, wy, wz), v)
    let sign: Int32 = w < 0 ? -1 : 1
    return UnitQuaternion(
      normalizing: Fixed<30>(bits: sign &* w), Fixed(bits: sign &* Self.dot((wx, xx, xy, xz), v)),
      Fixed(bits: sign &* Self.dot((wy, xy, yy, yz), v)),
      Fixed(bits: sign &* Self.dot((wz, xz, yz, zz), v)))
  }

  /// Four terms of at most 2⁴⁴; 2³⁰ after dropping 16.
  private static func dot(_ a: Row, _ b: Row) -> Int32 {
    var sum = WideSum(a.w, times: b.w)
    sum.add(a.x, times: b.x)
    sum.add(a.y, times: b.y)
    sum.add(a.z, times: b.z)
    return sum.rounded(dropping: 16)
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
