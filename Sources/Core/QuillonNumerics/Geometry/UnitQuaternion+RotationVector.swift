extension UnitQuaternion {
  /// The rotation by `angle` (rad, Q2.29) about `axis`, which may have any format and any length;
  /// nil for an axis of length 0. Each component is within 4 ulp. Angles beyond ±π count modulo 2π.
  @inlinable @inline(__always)
  public init?<let f: Int>(angle: Fixed<29>, axis: Vector3<f>) {
    guard let axis = axis.normalized else { return nil }
    self.init(halfAngle: Fixed(bits: angle.bits &>> 1), direction: axis)
  }

  /// The exponential map: the rotation about the direction of `rotationVector` by its length, rad,
  /// Q2.29. Each component is within 4 ulp. The zero vector is no rotation. Lengths beyond π count
  /// modulo 2π.
  ///
  /// The length is below 4 √3 rad, in 32 bits without a sign, and the root is rounded down. Half of
  /// it, rounded up, is within half a step of Q2.29.
  public init(rotationVector: Vector3<29>) {
    let (v, squares) = (rotationVector, rotationVector.squaredNorm)
    guard let root = ReciprocalRoot(of: squares) else {
      self = .identity
      return
    }
    let length = integerSquareRoot(wide: UInt64(bitPattern: squares.bits))
    let half = length &>> 1 &+ length & 1
    self.init(
      halfAngle: Fixed(bits: Int32(bitPattern: half)),
      direction: Vector3(
        root.ratio(of: v.x.bits), root.ratio(of: v.y.bits), root.ratio(of: v.z.bits)))
  }

  /// (cos h, direction · sin h). Half an angle is within 2⁻³⁰ rad, which is 1 ulp of the sine. The
  /// sine itself adds 1 ulp, the direction 1.3, the product ½.
  @usableFromInline
  init(halfAngle: Fixed<29>, direction: Vector3<30>) {
    let (sine, cosine) = sineAndCosine(of: halfAngle)
    let vector: Vector3<30> = direction.multiplied(by: sine)
    self.init(uncheckedUnit: cosine, vector.x, vector.y, vector.z)
  }

  /// The logarithm: the axis of the rotation times its angle, rad, Q2.29. Its length is in 0…π. q
  /// and −q give the same. Each component is within 4 ulp of Q2.29.
  ///
  /// Of the two axes of half a turn it is the one whose first component that is not 0 is positive.
  ///
  /// The angle is 2 atan2(|(x, y, z)|, |w|): the root is within ½ ulp of Q1.30, the arctangent
  /// within 1 ulp of Q2.29. Q1.30 × Q2.29 = Q.59, one term, doubled by dropping one bit less.
  public var rotationVector: Vector3<29> {
    let squares = vector.squaredNorm
    guard let root = ReciprocalRoot(of: squares) else { return .zero }
    let sine = Fixed<30>(bits: nearestSquareRoot(UInt64(bitPattern: squares.bits)))
    let half = arctangent(y: sine, x: w.magnitudeWithSaturation).bits
    let signed = isNegative ? 0 &- half : half
    func component(_ c: Fixed<30>) -> Fixed<29> {
      Fixed(bits: WideSum(root.ratio(of: c.bits).bits, times: signed).rounded(dropping: 29))
    }
    return Vector3(component(x), component(y), component(z))
  }

  /// True if the first component that is not 0 is negative: it is so for exactly one of q and −q.
  private var isNegative: Bool {
    let first = w != .zero ? w : x != .zero ? x : y != .zero ? y : z
    return first.bits < 0
  }

  /// The rotation that is `share` of the way to `other`, along the shorter arc and at a constant
  /// rate (Shoemake 1985). Each component is within 6 ulp.
  ///
  /// It is q (q* p)ˢ, a power by logarithm and exponential map, so it needs no case for almost equal
  /// attitudes. The sign of `other` does not matter. Exactly half a turn apart, both arcs are
  /// equally short. The arc is then that of `rotationVector`: its axis in the body frame of this
  /// attitude has a positive first component that is not 0. Closer to half a turn than 10⁻⁸ rad,
  /// the rounding of the attitudes decides which arc is the shorter.
  ///
  /// - Parameters:
  ///   - other: The attitude at the end of the way.
  ///   - share: Q1.30, clamped to 0…1.
  public func slerp(to other: Self, share: Fixed<30>) -> Self {
    let way = (conjugate &* other).rotationVector
    let part: Vector3<29> = way.multiplied(by: share.clamped(to: .zero ... .one))
    return (self &* Self(rotationVector: part)).renormalized
  }
}
