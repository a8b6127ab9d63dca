extension Fixed {
  /// The product in the format that the caller chooses, rounded to nearest (ties toward +∞),
  /// clamped.
  ///
  /// Qf × Qg = Q(f+g) in 64 bits, one term, |product| ≤ 2⁶²: no overflow before the shift to Qr.
  /// Error at most ½ ulp of the result. The result format must not be finer than the product,
  /// r ≤ f + g; a finer one gives the product with r = f + g.
  @inlinable @inline(__always)
  public func multiplied<let g: Int, let r: Int>(by other: Fixed<g>) -> Fixed<r> {
    let dropped = fractionBits &+ g &- r
    // Below half a step, except for the greatest product, 2⁶². If 63 bits are dropped, exactly half
    // a step is left of it.
    guard dropped < 63 else {
      return Fixed<r>(bits: dropped == 63 && bits == .min && other.bits == .min ? 1 : 0)
    }
    return Fixed<r>(
      bits: WideSum(bits, times: other.bits).saturated(dropping: dropped > 0 ? dropped : 0))
  }

  /// The value times `factor`, rounded toward zero. For decays, which must reach zero.
  @inlinable @inline(__always)
  public func decayed(by factor: Fixed<30>) -> Self {
    Self(bits: WideSum(bits, times: factor.bits).truncated(dropping: 30))
  }
}
