/// 1/d of a positive divisor d, normalized: built once, it divides many numerators by a multiply.
///
/// `1/d = mantissa · 2^−shift`.
@frozen
public struct Reciprocal: Equatable, Sendable {
  /// 2³¹…2³² − 1, that is 1/2…1 with 32 fraction bits; relative error at most 2⁻³¹·⁹.
  public let mantissa: UInt32
  /// 32…63.
  public let shift: Int

  /// The reciprocal of `divisor`, or nil for 0.
  ///
  /// Of the divisor D·2³² in 1/2…1 a 16-bit seed y; with h = 1 − D y (exact, |h| < 2⁻⁸·⁹),
  /// 1/D = y (1 − h)^(−1) = y (1 + h + h² + h³ + …); the rest is below 2⁻³⁵.
  public init?(of divisor: UInt32) {
    guard divisor != 0 else { return nil }
    let zeros = UInt32(truncatingIfNeeded: divisor.leadingZeroBitCount)
    let d = divisor &<< zeros
    shift = 63 &- Int(truncatingIfNeeded: zeros)
    let y = Self.seed(d)
    // Q32 × Q14 = Q46 in two 16 × 16-bit multiplies, each below 2³²; 1 is 2⁴⁶. Q46 → Q39 leaves
    // |h| < 2³¹ modulo 2³².
    let upper = ((d &>> 16) &* y) &<< 9
    let lower = ((d & 0xFFFF) &* y) &>> 7
    let h = 0 &- Int32(truncatingIfNeeded: upper &+ lower)
    // Q39 × Q39 = Q46 in the upper word, below 2²⁹; h³ in Q23 × Q30 = Q53, below 2²⁷.
    let square = highWord(h, h)
    let cube = ((h &>> 16) &* (square &>> 16)) &>> 14
    let correction = h &+ (square &>> 7) &+ cube
    // Q39 × Q29 = Q36 in the upper word, rounded to Q31; y itself goes from Q14 to Q31.
    let step = highWord(correction, Int32(truncatingIfNeeded: y &<< 15))
    let sum = y &<< 17 &+ UInt32(truncatingIfNeeded: (step &+ 16) &>> 5)
    // Of a power of two the reciprocal would be 2³².
    mantissa = d == 0x8000_0000 ? .max : sum
  }

  /// `numerator`/d in the format the caller names, for a numerator and a divisor that count the same
  /// steps: rounded, clamped.
  ///
  /// Error at most 1.04 ulp, ½ ulp for small quotients; exact when the quotient is a whole number
  /// of steps below 2³⁰. Odd in the numerator.
  @inlinable @inline(__always)
  public func quotient<let r: Int>(of numerator: Int32) -> Fixed<r> {
    Fixed<r>(bits: scaledQuotient(of: numerator, growingBy: r))
  }

  /// `numerator`/d · 2^`growth`, rounded and clamped to 32 bits.
  @usableFromInline
  func scaledQuotient(of numerator: Int32, growingBy growth: Int) -> Int32 {
    let product = WideProduct(numerator.magnitude, times: mantissa)
    return product.rounded(dropping: shift &- growth, signedLike: numerator)
  }

  /// 1/D with 14 fraction bits, of D = `d` · 2⁻³² in 1/2…1.
  ///
  /// Minimax polynomial of degree 3 for the relative error on [1/2, 1] (Remez exchange): 2⁻⁹·¹,
  /// coefficients with 12 fraction bits. All 16 × 16-bit multiplies, every partial sum positive
  /// and below 2¹⁶.
  @inline(__always)
  static func seed(_ d: UInt32) -> UInt32 {
    let x = d &>> 16
    var sum: UInt32 = 43615 &- ((14538 &* x) &>> 16)
    sum = 48158 &- ((sum &* x) &>> 16)
    return (23170 &<< 16 &- sum &* x) &>> 14
  }
}

extension Fixed {
  /// The quotient in the format the caller names, rounded and clamped.
  ///
  /// Error at most 1.04 ulp of the result, ½ ulp for small quotients; exact when the quotient is a
  /// whole number of steps below 2³⁰. A zero divisor gives the limit with the sign of the dividend,
  /// and 0 for 0/0. Odd in both operands, but for clamping.
  @inlinable @inline(__always)
  public func divided<let g: Int, let r: Int>(by divisor: Fixed<g>) -> Fixed<r> {
    Fixed<r>(
      bits: quotientBits(bits, by: divisor.bits, growingBy: g &+ r &- fractionBits))
  }
}

/// `dividend`/`divisor` · 2^`growth`, rounded and clamped to 32 bits.
@usableFromInline
func quotientBits(_ dividend: Int32, by divisor: Int32, growingBy growth: Int) -> Int32 {
  guard let reciprocal = Reciprocal(of: divisor.magnitude) else {
    return dividend == 0 ? 0 : dividend < 0 ? .min : .max
  }
  let product = WideProduct(dividend.magnitude, times: reciprocal.mantissa)
  return product.rounded(
    dropping: reciprocal.shift &- growth, signedLike: dividend ^ divisor)
}
