extension Fixed {
  /// The nearest value of another format: rounded to nearest (ties toward +∞) when it is coarser,
  /// exact when it is finer and in range, clamped when it is out of range. Error at most ½ ulp.
  @inlinable @inline(__always)
  public func converted<let g: Int>() -> Fixed<g> {
    if g < fractionBits {
      // At most half a step if 32 bits or more are dropped, and the tie rounds up: 0.
      guard fractionBits &- g < 32 else { return .zero }
      let dropped = Int32(truncatingIfNeeded: fractionBits &- g)
      return Fixed<g>(bits: bits &>> dropped &+ (bits &>> (dropped &- 1)) & 1)
    }
    let limit = bits &>> 31 ^ .max
    guard g &- fractionBits < 32 else { return Fixed<g>(bits: bits == 0 ? 0 : limit) }
    let grown = Int32(truncatingIfNeeded: g &- fractionBits)
    let shifted = bits &<< grown
    return Fixed<g>(bits: shifted &>> grown == bits ? shifted : limit)
  }
}
