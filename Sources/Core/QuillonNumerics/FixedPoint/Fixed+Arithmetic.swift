extension Fixed {
  /// The sum, wrapped modulo 2³² steps. Exact when it is in range.
  @inlinable @inline(__always)
  public static func &+ (a: Self, b: Self) -> Self { Self(bits: a.bits &+ b.bits) }

  /// The difference, wrapped modulo 2³² steps. Exact when it is in range.
  @inlinable @inline(__always)
  public static func &- (a: Self, b: Self) -> Self { Self(bits: a.bits &- b.bits) }

  /// Adds in place, wrapping.
  @inlinable @inline(__always)
  public static func &+= (a: inout Self, b: Self) { a = a &+ b }

  /// Subtracts in place, wrapping.
  @inlinable @inline(__always)
  public static func &-= (a: inout Self, b: Self) { a = a &- b }

  /// The sum, clamped to the range of the format. Exact when it is in range.
  @inlinable @inline(__always)
  public func addingWithSaturation(_ other: Self) -> Self {
    let (sum, overflow) = bits.addingReportingOverflow(other.bits)
    return overflow ? (bits < 0 ? .min : .max) : Self(bits: sum)
  }

  /// The difference, clamped to the range of the format. Exact when it is in range.
  @inlinable @inline(__always)
  public func subtractingWithSaturation(_ other: Self) -> Self {
    let (difference, overflow) = bits.subtractingReportingOverflow(other.bits)
    return overflow ? (bits < 0 ? .min : .max) : Self(bits: difference)
  }

  /// The negated value. The least value, which has no negation, gives the greatest.
  @inlinable @inline(__always)
  public var negatedWithSaturation: Self { Self.zero.subtractingWithSaturation(self) }

  /// The absolute value. The least value, which has none, gives the greatest.
  @inlinable @inline(__always)
  public var magnitudeWithSaturation: Self { bits < 0 ? negatedWithSaturation : self }

  /// The value clamped to `range`. Use a constant range: a range with unordered bounds can't be
  /// built.
  @inlinable @inline(__always)
  public func clamped(to range: ClosedRange<Self>) -> Self {
    self < range.lowerBound ? range.lowerBound : self > range.upperBound ? range.upperBound : self
  }
}
