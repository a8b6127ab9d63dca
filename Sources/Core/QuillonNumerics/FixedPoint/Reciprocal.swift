/// 1/d of a positive divisor d, normalized. It is computed once and then divides many numerators by
/// multiplication.
///
/// `1/d = mantissa · 2^−shift`.
@frozen
public struct Reciprocal: Equatable, Sendable {
  /// 2³¹…2³² − 1, which is 1/2…1 with 32 fraction bits; relative error at most 2⁻³¹·⁹.
  public let mantissa: UInt32
  /// 32…63.
  public let shift: Int

  /// The reciprocal of `divisor`; nil for 0.
  ///
  /// The divisor is D·2³² with D in 1/2…1, and y is a 16-bit seed. With h = 1 − D y (exact, |h| <
  /// 2⁻⁸·⁹), 1/D = y (1 − h)^(−1) = y (1 + h + h² + h³ + …); the rest is below 2⁻³⁵.
  public init?(of divisor: UInt32) {
    guard divisor != 0 else { return nil }
    let zeros = UInt32(truncatingIfNeeded: divisor.leadingZeroBitCount)
    let d = divisor &<< zeros
    shift = 63 &- Int(truncatingIfNeeded: zeros)
    let y = Self.seed(d)
    assert(y < 1 << 16)
    assert(Int64(bitPattern: WideProduct(d, times: y).joined &- (1 << 46)).magnitude < 1 << 38)
    // Q32 × Q14 = Q46 in two 16 × 16-bit multiplies, each below 2³²; 1 is 2⁴⁶. Q46 → Q39 leaves
    // |h| < 2³¹ modulo 2³².
    let upper = ((d &>> 16) &* y) &<< 9
    let lower = ((d & 0xFFFF) &* y) &>> 7
    let h = 0 &- Int32(truncatingIfNeeded: upper &+ lower)
    // Q39 × Q39 = Q46 in the upper word, below 2²⁹; h³ in Q23 × Q30 = Q53, below 2²⁷.
    let square = highWord(h, h)
    assert(square < 1 << 29)
    assert((Int64(h &>> 16) * Int64(square &>> 16)).magnitude < 1 << 27)
    let cube = ((h &>> 16) &* (square &>> 16)) &>> 14
    let correction = h &+ (square &>> 7) &+ cube
    // Q39 × Q29 = Q36 in the upper word, rounded to Q31; y itself goes from Q14 to Q31.
    let step = highWord(correction, Int32(truncatingIfNeeded: y &<< 15))
    let sum = y &<< 17 &+ UInt32(truncatingIfNeeded: (step &+ 16) &>> 5)
    // For a power of two the reciprocal would be 2³².
    mantissa = d == 0x8000_0000 ? .max : sum
  }

  /// `numerator`/d in the format that the caller chooses, rounded and clamped. Numerator and
  /// divisor must count the same steps.
  ///
  /// Error at most 1.04 ulp, ½ ulp for small quotients. Exact if the quotient is a whole number of
  /// steps below 2³⁰. Odd in the numerator.
  @inlinable @inline(__always)
  public func quotient<let r: Int>(of numerator: Int32) -> Fixed<r> {
    Fixed<r>(bits: scaledQuotient(of: numerator, growingBy: r))
  }

  /// `numerator`/d · 2^`growth`, rounded and clamped to 32 bits.
  @usableFromInline @inline(never)
  func scaledQuotient(of numerator: Int32, growingBy growth: Int) -> Int32 {
    let product = WideProduct(numerator.magnitude, times: mantissa)
    return product.rounded(dropping: shift &- growth, signedLike: numerator)
  }

  /// 1/D with 14 fraction bits, for D = `d` · 2⁻³² in 1/2…1.
  ///
  /// Minimax polynomial of degree 3 for the relative error on [1/2, 1] (Remez exchange): 2⁻⁹·¹,
  /// coefficients with 12 fraction bits. All multiplies are 16 × 16-bit. Every partial sum is
  /// positive and below 2¹⁶.
  @inline(__always)
  static func seed(_ d: UInt32) -> UInt32 {
    let x = d &>> 16
    var sum: UInt32 = 43615 &- ((14538 &* x) &>> 16)
    assert(sum > 0 && sum < 1 << 16)
    sum = 48158 &- ((sum &* x) &>> 16)
    assert(sum > 0 && sum < 1 << 16)
    assert(UInt64(sum) * UInt64(x) < 23170 << 16)
    return (23170 &<< 16 &- sum &* x) &>> 14
  }
}

extension Fixed {
  /// The quotient in the format that the caller chooses, rounded and clamped.
  ///
  /// Error at most 1.04 ulp of the result, ½ ulp for small quotients. Exact if the quotient is a
  /// whole number of steps below 2³⁰. A zero divisor gives the limit with the sign of the dividend,
  /// and 0 for 0/0. Odd in both operands, except for clamping.
  @inlinable @inline(__always)
  public func divided<let g: Int, let r: Int>(by divisor: Fixed<g>) -> Fixed<r> {
    Fixed<r>(
      bits: quotientBits(bits, by: divisor.bits, growingBy: g &+ r &- fractionBits))
  }
}

/// `dividend`/`divisor` · 2^`growth`, rounded and clamped to 32 bits.
@usableFromInline @inline(never)
func quotientBits(_ dividend: Int32, by divisor: Int32, growingBy growth: Int) -> Int32 {
  guard let reciprocal = Reciprocal(of: divisor.magnitude) else {
    return dividend == 0 ? 0 : dividend < 0 ? .min : .max
  }
  let product = WideProduct(dividend.magnitude, times: reciprocal.mantissa)
  return product.rounded(
    dropping: reciprocal.shift &- growth, signedLike: dividend ^ divisor)
}
