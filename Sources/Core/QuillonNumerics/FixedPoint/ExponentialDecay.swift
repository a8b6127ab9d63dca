/// e^(−x) for x in 0 ..< 2, the whole positive range of Q1.30; 1 for x ≤ 0.
///
/// Error at most 1 ulp, never above 1; neighbors may be out of order by that ulp.
///
/// Minimax polynomial of degree 10 in t = x − 1 on [−1, 1] (Remez exchange), error 2⁻³⁶. The
/// coefficients compensate the half step that truncation drops from each product on average.
public func exponentialDecay(_ x: Fixed<30>) -> Fixed<30> {
  guard x.bits > 0 else { return .one }
  // Q30 → Q31; −1 ≤ t < 1 fills the word.
  let t = (x.bits &- 1 &<< 30) &<< 1
  // The coefficient of tʲ has 30 + j fraction bits. Each upper word: Q(31+j) × Q31 = Q(30+j), and
  // every partial sum stays below 2³¹ since the tail of the series shrinks faster than 2⁻ʲ.
  var sum: Int32 = -571_422 &+ highWord(114_241, t)
  sum = 2_507_128 &+ highWord(sum, t)
  sum = -10_028_401 &+ highWord(sum, t)
  sum = 35_111_905 &+ highWord(sum, t)
  sum = -105_335_732 &+ highWord(sum, t)
  sum = 263_338_354 &+ highWord(sum, t)
  sum = -526_676_705 &+ highWord(sum, t)
  sum = 790_015_085 &+ highWord(sum, t)
  sum = -790_015_084 &+ highWord(sum, t)
  // Q31 × Q31 = Q62 plus the constant term in Q62: below 2⁶². → Q30.
  var wide = WideSum(bits: 1_696_544_475_313_695_126)
  wide.add(sum, times: t)
  return Fixed(bits: wide.rounded(dropping: 32))
}
