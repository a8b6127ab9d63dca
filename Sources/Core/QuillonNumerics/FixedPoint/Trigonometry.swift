/// The sine and cosine of an angle in radians, Q2.29, over the whole range ±4.
///
/// Error at most 1 ulp of Q1.30. The sine is exactly odd and the cosine exactly even.
///
/// The nearest multiple of π/2 (Q31) is subtracted from the angle. The rest goes into minimax
/// polynomials for [0, π/4] (Remez exchange): sin r = r + r u P(u), cos r = 1 − u/2 + u² Q(u) with
/// u = r², P of degree 3 and Q of degree 2; errors 2⁻³⁸ and 2⁻³³. The coefficients compensate the
/// half step that truncation drops from each product on average.
public func sineAndCosine(of angle: Fixed<29>) -> (sine: Fixed<30>, cosine: Fixed<30>) {
  let magnitude = angle.bits.magnitude
  // The nearest number of quarter turns, from Q13 × Q15 = Q28, below 2³⁰: within 2⁻¹² rad of the
  // best.
  assert(UInt64(magnitude &>> 16) * 20861 < 1 << 30)
  let quarters = ((magnitude &>> 16) &* 20861 &+ 1 &<< 27) &>> 28
  // Q29 → Q31 minus quarters · π/2 in Q31, modulo 2³². The rest is below 0.786 · 2³¹.
  let r = Int32(truncatingIfNeeded: magnitude &<< 2 &- quarters &* 3_373_259_426)
  assert(r.magnitude < 1_687_922_148)
  // Q31 × Q31 = Q62 → Q31, below 0.618.
  let u = WideSum(r, times: r).rounded(dropping: 31)
  assert(u >= 0 && u < 1_327_144_895)
  // Each upper word: Qk × Q31 = Q(k−1). P ends in Q32; r and u P in Q31: Q62 → Q30.
  var p = -3_408_321 &+ highWord(93_321, u)
  p = 71_582_745 &+ highWord(p, u)
  p = -715_827_881 &+ highWord(p, u)
  var sineSum = WideSum(high: r &>> 1, low: UInt32(bitPattern: r) &<< 31)
  sineSum.add(r, times: WideSum(p, times: u).rounded(dropping: 32))
  let sine = sineSum.rounded(dropping: 32)
  // Q ends in Q34; u Q in Q33. cos r − 1 in Q64, two terms: u · ½ exact and u · u Q, together in
  // −0.3…0; → Q30.
  var q = -47_716_624 &+ highWord(1_679_382, u)
  q = 715_827_542 &+ highWord(q, u)
  var cosineLoss = WideSum(high: 0 &- u, low: 0)
  cosineLoss.add(highWord(q, u), times: u)
  let cosine = 1 &<< 30 &+ cosineLoss.rounded(dropping: 34)

  let swapped = quarters & 1 != 0
  let first = swapped ? cosine : sine
  let second = swapped ? sine : cosine
  // The signs as words with all bits equal. The sine has the sign of the angle, negated in the
  // third and fourth quarter. The cosine is negative in the second and third.
  let sineSign = (Int32(bitPattern: quarters &<< 30) ^ angle.bits) &>> 31
  let cosineSign = Int32(bitPattern: (quarters &+ 1) &<< 30) &>> 31
  return (
    Fixed(bits: (first ^ sineSign) &- sineSign),
    Fixed(bits: (second ^ cosineSign) &- cosineSign)
  )
}
