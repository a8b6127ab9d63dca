extension Vector3 {
  /// The sum, component by component, wrapped. Exact when it is in range.
  @inlinable @inline(__always)
  public static func &+ (a: Self, b: Self) -> Self { Self(a.x &+ b.x, a.y &+ b.y, a.z &+ b.z) }

  /// The difference, component by component, wrapped. Exact when it is in range.
  @inlinable @inline(__always)
  public static func &- (a: Self, b: Self) -> Self { Self(a.x &- b.x, a.y &- b.y, a.z &- b.z) }

  /// The sum, each component clamped to the range of the format.
  @inlinable @inline(__always)
  public func addingWithSaturation(_ other: Self) -> Self {
    Self(
      x.addingWithSaturation(other.x), y.addingWithSaturation(other.y),
      z.addingWithSaturation(other.z))
  }

  /// The difference, each component clamped to the range of the format.
  @inlinable @inline(__always)
  public func subtractingWithSaturation(_ other: Self) -> Self {
    Self(
      x.subtractingWithSaturation(other.x), y.subtractingWithSaturation(other.y),
      z.subtractingWithSaturation(other.z))
  }

  /// The opposite vector. A component at the least value gives the greatest.
  @inlinable @inline(__always)
  public var negatedWithSaturation: Self {
    Self(x.negatedWithSaturation, y.negatedWithSaturation, z.negatedWithSaturation)
  }

  /// The vector times a number, in the format that the caller chooses. Each component is rounded to
  /// nearest and clamped, as in `Fixed.multiplied(by:)`.
  @inlinable @inline(__always)
  public func multiplied<let g: Int, let r: Int>(by factor: Fixed<g>) -> Vector3<r> {
    Vector3<r>(x.multiplied(by: factor), y.multiplied(by: factor), z.multiplied(by: factor))
  }

  /// The scalar product, rounded to nearest and clamped, in the format that the caller chooses.
  ///
  /// Qf × Qg = Q(f+g), three terms: headroom of 2 bits is needed, so the components of at least
  /// one of the two vectors must stay within half of their format's range (a direction in Q1.30
  /// does). r ≤ f + g.
  @inlinable @inline(__always)
  public func dot<let g: Int, let r: Int>(_ other: Vector3<g>) -> Fixed<r> {
    var sum = WideSum(x.bits, times: other.x.bits)
    sum.add(y.bits, times: other.y.bits)
    sum.add(z.bits, times: other.z.bits)
    return Fixed<r>(bits: sum.saturated(dropping: fractionBits &+ g &- r))
  }

  /// The cross product in the format that the caller chooses. Each component is rounded to nearest
  /// and clamped.
  ///
  /// Qf × Qg = Q(f+g), two terms per component: no overflow unless all four factors are the least
  /// value. r ≤ f + g.
  @inlinable @inline(__always)
  public func cross<let g: Int, let r: Int>(_ other: Vector3<g>) -> Vector3<r> {
    let drop = fractionBits &+ g &- r
    var x = WideSum(self.y.bits, times: other.z.bits)
    x.subtract(self.z.bits, times: other.y.bits)
    var y = WideSum(self.z.bits, times: other.x.bits)
    y.subtract(self.x.bits, times: other.z.bits)
    var z = WideSum(self.x.bits, times: other.y.bits)
    z.subtract(self.y.bits, times: other.x.bits)
    return Vector3<r>(
      Fixed(bits: x.saturated(dropping: drop)), Fixed(bits: y.saturated(dropping: drop)),
      Fixed(bits: z.saturated(dropping: drop)))
  }

  /// True if every component is within ±`limit`, inclusive.
  @inlinable @inline(__always)
  public func isWithin(_ limit: Fixed<fractionBits>) -> Bool {
    x.magnitudeWithSaturation <= limit && y.magnitudeWithSaturation <= limit
      && z.magnitudeWithSaturation <= limit
  }
}
