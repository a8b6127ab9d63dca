/// The angle of the point (x, y) from the x axis, in radians, Q2.29, in (−π, π]; 0 for (0, 0).
///
/// Both coordinates have the same format, and any format works. Any pattern is allowed. Error at
/// most 1 ulp. Exactly odd in y, except that y = 0 with x < 0 gives +π.
///
/// The point is reflected into the first octant and rotated by −π/16 or −3π/16. This leaves a slope
/// t of at most tan(π/16). atan t = t + t w P(w) with w = t², P minimax of degree 3 (Remez
/// exchange), error 2⁻³⁸.
@inlinable @inline(__always)
public func arctangent<let f: Int>(y: Fixed<f>, x: Fixed<f>) -> Fixed<29> {
  Fixed(bits: angleBits(y: y.bits, x: x.bits))
}

/// atan2 of two words, in Q2.29.
@usableFromInline
func angleBits(y: Int32, x: Int32) -> Int32 {
  let isSteep = y.magnitude > x.magnitude
  let longer = isSteep ? y.magnitude : x.magnitude
  let shorter = isSteep ? x.magnitude : y.magnitude
  guard longer != 0 else { return 0 }
  let zeros = UInt32(truncatingIfNeeded: longer.leadingZeroBitCount)
  let octant = octantAngle(longer: longer &<< zeros, shorter: shorter &<< zeros)

  // 0, π/2 or π: whole steps of Q29 and, beyond them, quarter steps (Q31).
  let isLeft = x < 0
  let steps: Int32 = isSteep ? 843_314_856 : isLeft ? 1_686_629_713 : 0
  let quarterSteps: Int32 = isSteep ? 2 : 0
  let signed = isSteep != isLeft ? 0 &- octant : octant
  let angle = steps &+ (signed &+ quarterSteps &+ 2) &>> 2
  return y < 0 ? 0 &- angle : angle
}

/// atan(`shorter`/`longer`) in Q31, 0…π/4, for 2³¹ ≤ `longer` < 2³² and `shorter` ≤ `longer`.
private func octantAngle(longer: UInt32, shorter: UInt32) -> Int32 {
  // Rotate by the nearer of π/16 and 3π/16. The border tan(π/8) is within 2⁻¹². Cosine and sine are
  // Q31. The angle is that of the rounded pair.
  let isLow = shorter < (longer &>> 8) &* 106
  let cosine: UInt32 = isLow ? 2_106_220_352 : 1_785_567_396
  let sine: UInt32 = isLow ? 418_953_276 : 1_193_077_991
  let turned: Int32 = isLow ? 421_657_428 : 1_264_972_285
  // Two terms, the sum of the first pair below √2 · 2⁶³, the difference of the second below 2⁶².
  let along =
    WideProduct(longer, times: cosine).joined &+ WideProduct(shorter, times: sine).joined
  let across =
    WideProduct(shorter, times: cosine).joined &- WideProduct(longer, times: sine).joined
  assert(along >= WideProduct(longer, times: cosine).joined)
  assert(Int64(bitPattern: across).magnitude < 1 << 62)
  guard let reciprocal = Reciprocal(of: WideProduct(along).high) else { return 0 }
  assert(Int64(bitPattern: across).magnitude <= along / 5)
  // |across| is at most 0.2 of along, so it has one bit more here and still fits normalized.
  let numerator =
    WideSum(bits: Int64(bitPattern: across)).rounded(dropping: 31)
    &<< Int32(truncatingIfNeeded: 63 &- reciprocal.shift)
  // The product has 63 fraction bits; → Q33.
  let t = WideSum(numerator, times: Int32(truncatingIfNeeded: reciprocal.mantissa &>> 1))
    .rounded(dropping: 30)
  // Q33 × Q33 = Q34 in the upper word, below 0.04. Then Qk × Q34 = Q(k+2).
  let w = highWord(t, t)
  assert(w < 687_194_768)
  var p = -38_263_858 &+ highWord(6_863_989, w)
  p = 214_743_456 &+ highWord(p, w)
  p = -1_431_655_668 &+ highWord(p, w)
  // Q32 × Q34 = Q34; Q34 × Q33 = Q35, added in Q33; → Q31.
  let angle = t &+ highWord(highWord(p, w), t) &>> 2
  return turned &+ (angle &+ 2) &>> 2
}
