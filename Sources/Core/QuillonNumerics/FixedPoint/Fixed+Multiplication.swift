extension Fixed {
  /// The product in the format the caller names, rounded to nearest (ties toward +∞), clamped.
  ///
  /// Qf × Qg = Q(f+g) in 64 bits, one term, |product| ≤ 2⁶²: no overflow before the shift to Qr.
  /// Error at most ½ ulp of the result. The result format must not be finer than the product,
  /// r ≤ f + g; a finer one gives the product with r taken as f + g.
  @inlinable @inline(__always)
  public func multiplied<let g: Int, let r: Int>(by other: Fixed<g>) -> Fixed<r> {
    let dropped = fractionBits &+ g &- r
    // Below half a step, but for the greatest product, 2⁶², of which 63 dropped bits leave just a half.
    guard dropped < 63 else {
      return Fixed<r>(bits: dropped == 63 && bits == .min && other.bits == .min ? 1 : 0)
    }
    return Fixed<r>(
      bits: WideSum(bits, times: other.bits).saturated(dropping: dropped > 0 ? dropped : 0))
  }

  /// The value times `factor`, rounded toward zero: for decays, which must reach zero.
  ///
  /// Qf × Q30 = Q(f+30), one term. Error below 1 ulp, toward zero. A `factor` above −1 and
  /// up to 1 keeps the result in range; others may wrap.
  @inlinable @inline(__always)
  public func decayed(by factor: Fixed<30>) -> Self {
    Self(bits: WideSum(bits, times: factor.bits).truncated(dropping: 30))
  }
}
