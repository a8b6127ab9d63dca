extension UnitQuaternion {
  /// The opposite rotation: (w, −x, −y, −z).
  @inlinable @inline(__always)
  public var conjugate: Self {
    Self(
      uncheckedUnit: w, x.negatedWithSaturation, y.negatedWithSaturation, z.negatedWithSaturation)
  }

  /// The axis part (x, y, z), Q1.30.
  @inlinable @inline(__always)
  public var vector: Vector3<30> { Vector3(x, y, z) }

  /// The vector rotated by the quaternion, q v q*, in the format of `v`.
  ///
  /// With u = (x, y, z) and t = u × v: v + 2 (w t + u × t) (Rodrigues; two cross products instead
  /// of two quaternion products). Q1.30 × Qf = Q(30+f). t: two terms, |t| ≤ |v|, rounded to Qf,
  /// clamped to within 3 ulp of the limits. The result: three products with |factor| ≤ 1 and v
  /// itself, doubled by dropping 29 bits instead of 30: |sum| < 2⁶³, clamped. Some factors are
  /// negated, which is exact because |factor| ≤ 1. Then every product is added, which takes one
  /// instruction on a Cortex-M4. Each component is within 2 ulp of the exact result rounded to Qf.
  /// If |v| exceeds the range of one component, t may clamp, and the result is only bounded.
  @inlinable @inline(__always)
  public func rotate<let f: Int>(_ v: Vector3<f>) -> Vector3<f> {
    #if PRODUCTS_OUT_OF_LINE
      rotateOutOfLine(v)
    #else
      rotateInLine(v)
    #endif
  }

  /// As `rotate`, by one copy of its code that all callers share. It takes some twelve instructions more and 200 bytes less.
  @inlinable @inline(__always)
  public func rotateOutOfLine<let f: Int>(_ v: Vector3<f>) -> Vector3<f> {
    let turned = rotateSteps(
      Vector3(Fixed(bits: v.x.bits), Fixed(bits: v.y.bits), Fixed(bits: v.z.bits)))
    return Vector3(
      Fixed(bits: turned.x.bits), Fixed(bits: turned.y.bits), Fixed(bits: turned.z.bits))
  }

  @usableFromInline @inline(never)
  func rotateSteps(_ v: Vector3<0>) -> Vector3<0> { rotateInLine(v) }

  @inlinable @inline(__always)
  func rotateInLine<let f: Int>(_ v: Vector3<f>) -> Vector3<f> {
    let (nx, ny, nz) = (0 &- x.bits, 0 &- y.bits, 0 &- z.bits)
    let tx = Self.crossTerm(y.bits, v.z.bits, nz, v.y.bits)
    let ty = Self.crossTerm(z.bits, v.x.bits, nx, v.z.bits)
    let tz = Self.crossTerm(x.bits, v.y.bits, ny, v.x.bits)
    var rx = WideSum(word: v.x.bits, shiftedLeft: 29)
    rx.add(w.bits, times: tx)
    rx.add(y.bits, times: tz)
    rx.add(nz, times: ty)
    var ry = WideSum(word: v.y.bits, shiftedLeft: 29)
    ry.add(w.bits, times: ty)
    ry.add(z.bits, times: tx)
    ry.add(nx, times: tz)
    var rz = WideSum(word: v.z.bits, shiftedLeft: 29)
    rz.add(w.bits, times: tz)
    rz.add(x.bits, times: ty)
    rz.add(ny, times: tx)
    return Vector3(
      Fixed(bits: rx.saturated(dropping: 29)), Fixed(bits: ry.saturated(dropping: 29)),
      Fixed(bits: rz.saturated(dropping: 29)))
  }

  /// A component of t: two products, rounded and clamped.
  @inlinable @inline(__always)
  static func crossTerm(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int32 {
    var sum = WideSum(a, times: b)
    sum.add(c, times: d)
    return sum.roughlySaturated(dropping: 30)
  }

  /// The rotation by `b` followed by `a` (Hamilton product).
  ///
  /// Q1.30 × Q1.30 = Q2.60, four terms, each sum at most 1 for unit factors: no overflow, rounded
  /// to Q1.30. The norm of the result drifts by at most 2 ulp per product. `renormalized` corrects
  /// it.
  @inlinable
  public static func &* (a: Self, b: Self) -> Self {
    var w = WideSum(a.w.bits, times: b.w.bits)
    w.subtract(a.x.bits, times: b.x.bits)
    w.subtract(a.y.bits, times: b.y.bits)
    w.subtract(a.z.bits, times: b.z.bits)
    var x = WideSum(a.w.bits, times: b.x.bits)
    x.add(a.x.bits, times: b.w.bits)
    x.add(a.y.bits, times: b.z.bits)
    x.subtract(a.z.bits, times: b.y.bits)
    var y = WideSum(a.w.bits, times: b.y.bits)
    y.subtract(a.x.bits, times: b.z.bits)
    y.add(a.y.bits, times: b.w.bits)
    y.add(a.z.bits, times: b.x.bits)
    var z = WideSum(a.w.bits, times: b.z.bits)
    z.add(a.x.bits, times: b.y.bits)
    z.subtract(a.y.bits, times: b.x.bits)
    z.add(a.z.bits, times: b.w.bits)
    return Self(
      uncheckedUnit: Fixed(bits: w.rounded(dropping: 30)), Fixed(bits: x.rounded(dropping: 30)),
      Fixed(bits: y.rounded(dropping: 30)), Fixed(bits: z.rounded(dropping: 30)))
  }

  /// The quaternion scaled back to norm 1 after products have let it drift.
  ///
  /// One Newton step of 1/√n at n = |q|²: q (3 − n) / 2, whose error is ⅜ (n − 1)². This is below 1
  /// ulp while n is within 10⁻⁵ of 1, which holds for thousands of products. For larger errors use
  /// `init(normalizing:…)`. Squares: Q1.30 × Q1.30 = Q2.60, four terms, sum ≈ 1.
  @inlinable
  public var renormalized: Self {
    var norm = WideSum(w.bits, times: w.bits)
    norm.add(x.bits, times: x.bits)
    norm.add(y.bits, times: y.bits)
    norm.add(z.bits, times: z.bits)
    // 3/2 in Q1.30 fits; n/2 is the sum with one more bit dropped.
    let factor = Fixed<30>(bits: 0x6000_0000) &- Fixed(bits: norm.rounded(dropping: 31))
    return Self(
      uncheckedUnit: w.multiplied(by: factor), x.multiplied(by: factor),
      y.multiplied(by: factor), z.multiplied(by: factor))
  }
}
