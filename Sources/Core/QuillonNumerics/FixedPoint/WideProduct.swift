/// The exact 64-bit product of two magnitudes, stored as two words. Only this type and `WideSum`
/// convert between 32 and 64 bits in the core.
///
/// On 32-bit ARM, shifting a 64-bit value by a variable takes library calls or long sequences. This
/// type shifts the two words instead.
struct WideProduct {
  /// The upper word.
  let high: UInt32
  /// The lower word.
  let low: UInt32

  /// The product `a · b`, exact: one `umull`.
  @inline(__always)
  init(_ a: UInt32, times b: UInt32) {
    let product = a.multipliedFullWidth(by: b)
    high = product.high
    low = product.low
  }

  /// A number from two words.
  @inline(__always)
  init(high: UInt32, low: UInt32) {
    self.high = high
    self.low = low
  }

  /// The two words of a number.
  @inline(__always)
  init(_ number: UInt64) {
    (low, high) = unsafeBitCast(number, to: (UInt32, UInt32).self)
  }

  /// The product as one number.
  @inline(__always)
  var joined: UInt64 { unsafeBitCast((low, high), to: UInt64.self) }

  /// The product divided by 2^`shift`, rounded to nearest (ties away from zero), with the sign of
  /// `numerator`, clamped to 32 bits; 0 stays 0.
  ///
  /// - Parameter shift: Any value. From 64 on the result is 0; below 1 it is 0 or clamped. The
  ///   product must be below 2⁶³, as is the product of an `Int32`'s magnitude and a word.
  @inline(__always)
  func rounded(dropping shift: Int, signedLike numerator: Int32) -> Int32 {
    assert(high < 1 << 31)
    guard shift < 64, high | low != 0 else { return 0 }
    guard shift > 0 else { return numerator < 0 ? .min : .max }
    // The index of the last dropped bit, which decides the rounding.
    let last = UInt32(truncatingIfNeeded: shift &- 1)
    if last < 32 { return rounded(atLow: last, signedLike: numerator) }
    let magnitude = ((high &>> (last &- 32)) &+ 1) &>> 1
    return Self.signed(magnitude, excess: 0, like: numerator)
  }

  /// The same for `last` + 1 dropped bits, the last of them in the lower word: 0…31.
  @inline(__always)
  func rounded(atLow last: UInt32, signedLike numerator: Int32) -> Int32 {
    let upper = high &+ (low.addingReportingOverflow(1 &<< last).overflow ? 1 : 0)
    return Self.signed(rounded(atLow: last), excess: upper &>> last, like: numerator)
  }

  /// The product divided by 2^(`last` + 1), rounded to nearest (ties up), wrapped to 32 bits.
  ///
  /// - Parameter last: The index of the last dropped bit, 0…31.
  @inline(__always)
  func rounded(atLow last: UInt32) -> UInt32 {
    let (lower, carry) = low.addingReportingOverflow(1 &<< last)
    let upper = high &+ (carry ? 1 : 0)
    // Two shifts, because a single shift by last + 1 is not defined for 32.
    return upper &<< (last ^ 31) | (lower &>> 1) &>> last
  }

  /// The magnitude with the sign of `numerator`; the limit if `excess` shows that bits from the
  /// 31st up are set.
  @inline(__always)
  private static func signed(_ magnitude: UInt32, excess: UInt32, like numerator: Int32) -> Int32 {
    guard excess == 0 else { return numerator < 0 ? .min : .max }
    let bits = Int32(bitPattern: magnitude)
    return numerator < 0 ? 0 &- bits : bits
  }
}

/// The upper word of the product: Qf × Qg = Q(f+g−32), rounded toward −∞. One `smmul`.
@inline(__always)
func highWord(_ a: Int32, _ b: Int32) -> Int32 { WideSum(a, times: b).words.high }
