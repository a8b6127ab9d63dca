import QuillonNumerics

extension RotationMatrix {
  /// The matrix of `q` from nine short products. Every entry is within 3 · 10⁻⁸ (32 ulp), for less
  /// than half the cost of the exact matrix. Use it for values that are used once and not
  /// accumulated.
  ///
  /// Q1.30 × Q1.30 = Q28 in the upper word, up to 2 steps low; twice that is Q30 after a shift by
  /// 3.
  @inline(__always)
  init(truncating q: UnitQuaternion) {
    let (w, x, y, z) = (q.w.bits, q.x.bits, q.y.bits, q.z.bits)
    let (xx, yy, zz) = (shortSquare(x), shortSquare(y), shortSquare(z))
    let (xy, xz, yz) = (shortProduct(x, y), shortProduct(x, z), shortProduct(y, z))
    let (wx, wy, wz) = (shortProduct(w, x), shortProduct(w, y), shortProduct(w, z))
    let one: Int32 = 1 &<< 30
    self.init(
      uncheckedColumns: Vector3(
        Fixed(bits: one &- (yy &+ zz) &<< 3), Fixed(bits: (xy &+ wz) &<< 3),
        Fixed(bits: (xz &- wy) &<< 3)),
      Vector3(
        Fixed(bits: (xy &- wz) &<< 3), Fixed(bits: one &- (xx &+ zz) &<< 3),
        Fixed(bits: (yz &+ wx) &<< 3)),
      Vector3(
        Fixed(bits: (xz &+ wy) &<< 3), Fixed(bits: (yz &- wx) &<< 3),
        Fixed(bits: one &- (xx &+ yy) &<< 3)))
  }

  /// The matrix times a body vector: the vector in the reference frame, two bits coarser, rounded
  /// toward −∞. `r` must be `f` − 2.
  ///
  /// Q30 × Qf = Q(30+f), three terms, |row| = 1: the upper word is Q(f−2), and √3 times the
  /// range of f fits.
  @inline(__always)
  func rotateTruncating<let f: Int, let r: Int>(_ v: Vector3<f>) -> Vector3<r> {
    Vector3<r>(
      Self.upper(xAxis.x, yAxis.x, zAxis.x, v), Self.upper(xAxis.y, yAxis.y, zAxis.y, v),
      Self.upper(xAxis.z, yAxis.z, zAxis.z, v))
  }

  @inline(__always)
  private static func upper<let f: Int, let r: Int>(
    _ a: Fixed<30>, _ b: Fixed<30>, _ c: Fixed<30>, _ v: Vector3<f>
  ) -> Fixed<r> {
    var sum = WideSum(a.bits, times: v.x.bits)
    sum.add(b.bits, times: v.y.bits)
    sum.add(c.bits, times: v.z.bits)
    return Fixed(bits: sum.words.high)
  }
}
