/// ⌊√x⌋, exact for every x.
///
/// It uses the seed of `ReciprocalRoot`, one Newton step for the root in 16-bit multiplies, and one
/// exact correction. The Newton step never exceeds the root and is less than 1 below it.
public func integerSquareRoot(_ x: UInt32) -> UInt32 {
  guard x != 0 else { return 0 }
  let zeros = UInt32(truncatingIfNeeded: x.leadingZeroBitCount) & ~1
  let m = x &<< zeros
  let y = ReciprocalRoot.seed(m)
  // Q16 × Q14 = Q30, below 2³²; → Q16, where √m ≤ 1 is at most 2¹⁶.
  assert(UInt64(m &>> 16) * UInt64(y) < 1 << 32)
  let guess = ((m &>> 16) &* y) &>> 14
  // m − guess² modulo 2³² is below 2²⁵ in magnitude; 2⁻¹⁰ of it times y is below 2³¹.
  assert((Int64(m) - Int64(guess) * Int64(guess)).magnitude < 1 << 25)
  let miss = Int32(truncatingIfNeeded: m &- guess &* guess)
  assert((Int64(miss &>> 10) * Int64(y)).magnitude < 1 << 31)
  let step = ((miss &>> 10) &* Int32(truncatingIfNeeded: y)) &>> 21
  let root = guess &+ UInt32(truncatingIfNeeded: step)
  assert(UInt64(root) * UInt64(root) <= UInt64(m))
  let correction: UInt32 = m &- root &* root > root &<< 1 ? 1 : 0
  return (root &+ correction) &>> (zeros &>> 1)
}

/// ⌊√x⌋ of a 64-bit operand, exact for every x.
///
/// For the magnitude of a vector: x is the sum of the squares of its components, and the result is
/// in the components' own steps.
public func integerSquareRoot(wide x: UInt64) -> UInt32 {
  let words = WideProduct(x)
  let (upper, lower) = (words.high, words.low)
  guard upper != 0 else { return integerSquareRoot(lower) }
  let zeros = UInt32(truncatingIfNeeded: upper.leadingZeroBitCount) & ~1
  // m = x · 2^zeros in 2⁶²…2⁶⁴, in two words.
  let high = upper &<< zeros | (lower &>> 1) &>> (31 &- zeros)
  let m = WideProduct(high: high, low: lower &<< zeros).joined
  // √m = m · 1/√m: Q32 × Q31 (1/√m halved) = Q63 → Q32. Within 5 of the root.
  let mantissa = ReciprocalRoot.mantissa(of: high)
  let product = WideProduct(high, times: mantissa)
  let near = product.high &<< 2 | product.low &>> 30
  let guess = product.high &>> 30 == 0 ? near : .max
  // Newton: guess + (m − guess²)/(2√m), |m − guess²| < 2³⁷. Subtracting 1 keeps it from exceeding
  // the root, so that it is the floor or one less.
  let miss = Int64(bitPattern: m &- WideProduct(guess, times: guess).joined)
  assert(miss.magnitude < 1 << 37)
  let scaled = WideSum(bits: miss).word(above: 8) &- 1
  let step = highWord(scaled, Int32(truncatingIfNeeded: mantissa &>> 1)) &>> 22
  let root = guess &+ UInt32(truncatingIfNeeded: step)
  assert(WideProduct(root, times: root).joined <= m)
  let rest = m &- WideProduct(root, times: root).joined
  let correction: UInt32 = rest > WideProduct(high: root &>> 31, low: root &<< 1).joined ? 1 : 0
  return (root &+ correction) &>> (zeros &>> 1)
}

extension Fixed {
  /// The square root in the same format, Q31 or coarser, rounded to nearest: error at most ½ ulp.
  /// Negative values give 0. It never overflows.
  @inlinable @inline(__always)
  public func squareRoot() -> Self {
    guard bits > 0 else { return .zero }
    // Qf · 2ᶠ = Q2f, below 2⁶²; its root is Qf again.
    let operand = UInt64(truncatingIfNeeded: UInt32(bitPattern: bits))
    return Self(bits: nearestSquareRoot(operand &<< UInt64(truncatingIfNeeded: fractionBits)))
  }
}

/// √x rounded to nearest, for x < 2⁶².
@usableFromInline
func nearestSquareRoot(_ x: UInt64) -> Int32 {
  assert(x < 1 << 62)
  let floor = integerSquareRoot(wide: x)
  // √x > floor + ½ ⇔ x − floor² > floor + ¼ ⇔ x − floor² > floor; the rest is at most 2 · floor.
  assert(x &- WideProduct(floor, times: floor).joined <= 2 * UInt64(floor))
  let rest = WideProduct(x &- WideProduct(floor, times: floor).joined).low
  return Int32(truncatingIfNeeded: rest > floor ? floor &+ 1 : floor)
}
