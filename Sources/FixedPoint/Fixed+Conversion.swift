extension Fixed {
  /// The nearest value of another format: rounded to nearest (ties toward +∞) when it is coarser,
  /// exact when it is finer and in range, clamped when it is out of range. Error at most ½ ulp.
  @inlinable @inline(__always)
  public func converted<let g: Int>() -> Fixed<g> {
    let wide = WideSum(word: bits)
    if g <= fractionBits {
      return Fixed<g>(bits: wide.saturated(dropping: fractionBits &- g))
    }
    let grown = WideSum(bits: wide.bits &<< Int64(truncatingIfNeeded: g &- fractionBits))
    return Fixed<g>(bits: grown.saturated(dropping: 0))
  }
}
