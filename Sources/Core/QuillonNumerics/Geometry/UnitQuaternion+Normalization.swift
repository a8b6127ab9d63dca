extension UnitQuaternion {
  /// The unit quaternion in the direction of four numbers of one format; nil if all four are 0.
  /// Each component is within 2 ulp. For quaternions from outside, whose norm is not guaranteed.
  @inlinable @inline(__always)
  public init?<let f: Int>(
    normalizing w: Fixed<f>, _ x: Fixed<f>, _ y: Fixed<f>, _ z: Fixed<f>
  ) {
    self.init(alongBits: w.bits, x.bits, y.bits, z.bits)
  }

  /// Not inlined and not generic: one copy is enough.
  ///
  /// Qf × Qf = Q2f, four terms below 2⁶² each once the least value is replaced by its neighbor:
  /// below 2⁶⁴.
  @usableFromInline @inline(never)
  init?(alongBits w: Int32, _ x: Int32, _ y: Int32, _ z: Int32) {
    let (w, x) = (Swift.max(w, -.max), Swift.max(x, -.max))
    let (y, z) = (Swift.max(y, -.max), Swift.max(z, -.max))
    var sum = WideSum(w, times: w)
    sum.addSquare(of: x)
    sum.addSquare(of: y)
    sum.addSquare(of: z)
    guard let root = ReciprocalRoot(of: sum) else { return nil }
    self.init(
      uncheckedUnit: root.ratio(of: w), root.ratio(of: x), root.ratio(of: y), root.ratio(of: z))
  }

  /// The quaternion itself if its squared norm is within 2⁻²⁰ of 1. Otherwise the unit quaternion
  /// in its direction; nil for 0. For attitudes from outside.
  ///
  /// Q1.30 × Q1.30 = Q2.60, four terms: at most 2⁶⁴. Only one pattern reaches it (all four at the
  /// least value). It wraps to 0 and is normalized like any other.
  @inlinable
  public var validated: Self? {
    var norm = WideSum(w.bits, times: w.bits)
    norm.addSquare(of: x.bits)
    norm.addSquare(of: y.bits)
    norm.addSquare(of: z.bits)
    let excess = norm.bits &- (1 &<< 60)
    if excess < 1 &<< 40 && excess > -(1 &<< 40) { return self }
    return Self(normalizing: w, x, y, z)
  }
}
