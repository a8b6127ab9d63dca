/// 1/√s of a positive sum of squares s, normalized. It converts a vector to a direction.
///
/// `1/√s = mantissa · 2^−shift`. It is computed once for a vector and scales all components.
@frozen
public struct ReciprocalRoot: Equatable, Sendable {
  /// 2³⁰…2³¹, which is 1/2…1 with 31 fraction bits; relative error at most 2⁻³⁰·⁴.
  public let mantissa: UInt32
  /// 31…62.
  @inlinable
  public var shift: Int { Int(truncatingIfNeeded: last) &+ 31 }
  /// The number of bits that a quotient drops from a product, minus 1: 0…31.
  @usableFromInline let last: UInt32

  /// The reciprocal root of `sum`; nil if the sum is zero.
  ///
  /// A sum of squares is never negative, so its pattern is read as unsigned. Three squares of any
  /// words fit (3 · 2⁶²). Four fit unless all are the least word, whose sum wraps to zero.
  public init?(of sum: WideSum) {
    var upper = UInt32(bitPattern: sum.words.high)
    var lower = sum.words.low
    var greatest: UInt32 = 31
    if upper == 0 {
      guard lower != 0 else { return nil }
      upper = lower
      lower = 0
      greatest = 15
    }
    let zeros = UInt32(truncatingIfNeeded: upper.leadingZeroBitCount) & ~1
    // Two shifts, because a single shift by 32 − zeros is not defined for zeros = 0.
    let normalized = upper &<< zeros | (lower &>> 1) &>> (31 &- zeros)
    mantissa = Self.mantissa(of: normalized)
    last = greatest &- zeros &>> 1
  }

  /// `component`/√s as Q1.30: the component of the direction, if s is the sum of the squares of all
  /// components (in their own steps, in any format).
  ///
  /// Error at most 1.3 ulp for |component| ≤ √s. `ratio(of: -c)` is exactly −`ratio(of: c)`. A
  /// single nonzero component gives exactly ±1. Quotients of 2 and more wrap.
  public func ratio(of component: Int32) -> Fixed<30> {
    let sign = component &>> 31
    let magnitude = UInt32(bitPattern: (component ^ sign) &- sign)
    // Q31 · 2^(31 − shift) → Q30 drops shift − 30 bits, 1…32.
    let quotient = Int32(
      bitPattern: WideProduct(magnitude, times: mantissa).rounded(atLow: last))
    return Fixed(bits: (quotient ^ sign) &- sign)
  }

  /// 1/√m with 31 fraction bits, halved, 2³⁰…2³¹, for m = `normalized` · 2⁻³² in 1/4…1.
  ///
  /// One step of fourth order from a 16-bit seed y: with h = 1 − m y² (exact, |h| < 2⁻⁷),
  /// 1/√m = y (1 − h)^(−1/2) = y (1 + h/2 + 3h²/8 + 5h³/16 + 35h⁴/128 + …); the rest is below 2⁻³⁷.
  static func mantissa(of normalized: UInt32) -> UInt32 {
    let y = seed(normalized)
    // Q32 × Q28 = Q60, one term below 2^60.03; 1 is 2⁶⁰. Q60 → Q38 leaves |h| < 2³¹ modulo 2³².
    let square = WideProduct(normalized, times: y &* y)
    assert(y < 1 << 16)
    assert(Int64(bitPattern: square.joined &- (1 << 60)).magnitude < 1 << 53)
    let h = 0 &- Int32(truncatingIfNeeded: square.high &<< 10 | square.low &>> 22)
    // Q38 × Q38 = Q44 in the upper word, below 2³⁰; three times that still fits an unsigned word.
    let power = highWord(h, h)
    assert(power < 1 << 30)
    let second = Int32(bitPattern: (3 &* UInt32(bitPattern: power)) &>> 9)
    // Q22 × Q16 = Q38, |h| < 2¹⁵ in Q22: each product below 2³⁰. Then Q24 × Q28 = Q52, below 2³⁰.
    let coarse = h &>> 16
    let slope: Int32 = 20480 &+ ((17920 &* coarse) &>> 22)
    assert((17920 * Int64(coarse)).magnitude < 1 << 30)
    assert((Int64(slope) * Int64(coarse)).magnitude < 1 << 30)
    assert((Int64((slope &* coarse) &>> 14) * Int64(power &>> 16)).magnitude < 1 << 30)
    let third = (((slope &* coarse) &>> 14) &* (power &>> 16)) &>> 14
    let correction = (h &>> 1) &+ second &+ third
    // Q38 × Q29 = Q35 in the upper word, rounded to Q30; y itself goes from Q14 to Q30.
    let step = highWord(correction, Int32(truncatingIfNeeded: y &<< 15))
    return y &<< 16 &+ UInt32(truncatingIfNeeded: (step &+ 16) &>> 5)
  }

  /// 1/√m with 14 fraction bits, for m = `normalized` · 2⁻³² in 1/4…1.
  ///
  /// Minimax polynomial of degree 4 for the relative error on [1/4, 1] (Remez exchange): 2⁻⁸·⁸,
  /// coefficients with 12 fraction bits; with its rounding 2⁻⁸·⁵. All multiplies are 16 × 16-bit.
  /// Every partial sum is positive and below 2¹⁶.
  @inline(__always)
  static func seed(_ normalized: UInt32) -> UInt32 {
    let m = normalized &>> 16
    var sum: UInt32 = 49043 &- ((15583 &* m) &>> 16)
    assert(sum > 0 && sum < 1 << 16)
    sum = 60038 &- ((sum &* m) &>> 16)
    assert(sum > 0 && sum < 1 << 16)
    sum = 36801 &- ((sum &* m) &>> 16)
    assert(sum > 0 && sum < 1 << 16)
    assert(UInt64(sum) * UInt64(m) < 14328 << 16)
    // The last step keeps 14 of the 28 fraction bits.
    return (14328 &<< 16 &- sum &* m) &>> 14
  }
}
