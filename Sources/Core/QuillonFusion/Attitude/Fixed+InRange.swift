import QuillonNumerics

// Products whose range the caller has proved, so that no code is needed for clamping. Values out of
// range would wrap.

extension Fixed {
  /// The value times a factor Q1.30, rounded to nearest. Qf × Q30 = Q(f+30), one term.
  @inline(__always)
  func scaled(by factor: Fixed<30>) -> Self { Self(bits: scaledBits(bits, factor.bits)) }
}

/// Not inlined and not generic: one copy is enough.
@inline(never)
private func scaledBits(_ bits: Int32, _ factor: Int32) -> Int32 {
  WideSum(bits, times: factor).rounded(dropping: 30)
}

extension Vector3 {
  /// Three products, each rounded to nearest in the format that the caller chooses; r ≤ f + g.
  @inline(__always)
  func scaled<let g: Int, let r: Int>(by factor: Fixed<g>) -> Vector3<r> {
    let drop = fractionBits &+ g &- r
    return Vector3<r>(
      Fixed(bits: WideSum(x.bits, times: factor.bits).rounded(dropping: drop)),
      Fixed(bits: WideSum(y.bits, times: factor.bits).rounded(dropping: drop)),
      Fixed(bits: WideSum(z.bits, times: factor.bits).rounded(dropping: drop)))
  }

  /// The scalar product, rounded to nearest in the format that the caller chooses; r ≤ f + g.
  @inline(__always)
  func dotInRange<let g: Int, let r: Int>(_ other: Vector3<g>) -> Fixed<r> {
    var sum = WideSum(x.bits, times: other.x.bits)
    sum.add(y.bits, times: other.y.bits)
    sum.add(z.bits, times: other.z.bits)
    return Fixed<r>(bits: sum.rounded(dropping: fractionBits &+ g &- r))
  }
}
