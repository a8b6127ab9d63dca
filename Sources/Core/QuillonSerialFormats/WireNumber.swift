import QuillonNumerics

/// A number as a board sends it, in any notation: mantissa · 2^exponent, or missing.
///
/// The core has no floating point. Floats are split into these two integers, and decimal text is
/// converted to them. One multiplication by a `Scale` then converts them to a Q format and an SI
/// unit.
struct WireNumber: Equatable {
  /// The significant digits, signed.
  var mantissa: Int32
  /// The power of two of the mantissa's unit.
  var exponent: Int32

  /// A number from its parts.
  init(_ mantissa: Int32, exponent: Int32 = 0) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// The value for "no value": not a number, infinite, or marked so by the board.
  static var missing: Self { Self(0, exponent: .min) }

  /// True for `missing`.
  var isMissing: Bool { exponent == .min }

  /// The value of an IEEE 754 single: 1 sign bit, 8 of exponent (bias 127), 23 of fraction.
  ///
  /// Exact, except that numbers below 2⁻¹²⁶ become 0. Not a number and infinity are missing. The
  /// digits are left-aligned, as in all numbers that result from a multiplication: see `scaled`.
  @inline(__always)
  init(float32 bits: UInt32) {
    let exponent = Int32(truncatingIfNeeded: (bits & 0x7FFF_FFFF) &>> 23)
    let fraction = Int32(truncatingIfNeeded: bits & 0x7F_FFFF) &<< 7
    let isNegative = bits &>> 31 == 1
    self.init(exponent, fraction, leading: 1 &<< 30, isNegative, special: 0xFF, bias: 157)
  }

  /// The value of an IEEE 754 double, from its upper and lower word: 1 sign bit, 11 of exponent
  /// (bias 1023), 52 of fraction. The upper 30 fraction bits are used: within 2⁻³⁰ of the value.
  init(float64 high: UInt32, _ low: UInt32) {
    let exponent = Int32(truncatingIfNeeded: (high &>> 20) & 0x7FF)
    let fraction = Int32(truncatingIfNeeded: (high & 0xF_FFFF) &<< 10 | low &>> 22)
    let isNegative = high &>> 31 == 1
    self.init(exponent, fraction, leading: 1 &<< 30, isNegative, special: 0x7FF, bias: 1053)
  }

  /// The value of a fixed-point number with 16 integer bits and 32 fraction bits. The 31 highest
  /// significant bits are used.
  init(fixed16x32 integer: Int16, _ fraction: UInt32) {
    let high = Int32(truncatingIfNeeded: integer)
    let isNegative = high < 0
    // The magnitude, in two words.
    let low = isNegative ? 0 &- fraction : fraction
    let carry: Int32 = isNegative && fraction != 0 ? -1 : 0
    let top = UInt32(bitPattern: isNegative ? 0 &- high &+ carry : high)
    // At most 17 integer bits. Shifts the highest bit to position 30.
    let zeros = UInt32(truncatingIfNeeded: top == 0 ? 31 : top.leadingZeroBitCount &- 1)
    let digits = Int32(truncatingIfNeeded: top &<< zeros | (low &>> 1) &>> (31 &- zeros))
    self.init(isNegative ? 0 &- digits : digits, exponent: 0 &- Int32(truncatingIfNeeded: zeros))
  }

  @inline(__always)
  private init(
    _ exponent: Int32, _ fraction: Int32, leading: Int32, _ isNegative: Bool, special: Int32,
    bias: Int32
  ) {
    guard exponent != special else {
      self = .missing
      return
    }
    let digits = exponent == 0 ? 0 : leading | fraction
    self.init(isNegative ? 0 &- digits : digits, exponent: exponent &- bias)
  }

  /// The number times `scale`, in the format that the caller chooses: rounded to nearest, clamped;
  /// nil if it is missing.
  ///
  /// mantissa × Q(s) = Q(s − exponent), one term below 2⁶²; → Qf.
  func scaled<let f: Int>(by scale: Scale) -> Fixed<f>? {
    guard !isMissing else { return nil }
    let dropped = Int(truncatingIfNeeded: scale.shift &- exponent) &- f
    let product = WideSum(mantissa, times: scale.mantissa)
    // A common case with left-aligned digits: the upper word alone decides, and it is below 2³⁰.
    if dropped > 32, dropped < 64 { return Fixed(bits: product.rounded(dropping: dropped)) }
    if dropped > 0, dropped < 64 { return Fixed(bits: product.saturated(dropping: dropped)) }
    // Numbers that are too small become 0. A scale has 31 bits, so a product that needs a left
    // shift is out of range.
    guard mantissa != 0, dropped < 64 else { return .zero }
    return dropped == 0
      ? Fixed(bits: product.saturated(dropping: 0)) : mantissa < 0 ? .min : .max
  }

  /// True for a whole number, and if it is missing. One that was written with decimals, as 80.00, may count as none.
  @inline(__always)
  var isWhole: Bool {
    // The number of fraction bits.
    let shift = 0 &- exponent
    guard shift > 0 else { return true }
    guard shift < 32 else { return mantissa == 0 }
    return mantissa &<< (32 &- shift) == 0
  }

  /// The number times `factor`, with 30 or 31 significant bits.
  ///
  /// Both factors in 2³⁰…2³¹: the product in 2⁶⁰…2⁶²; its upper 31 bits are kept, within 2⁻³⁰.
  func multiplied(by factor: Scale) -> Self {
    guard mantissa != 0, !isMissing else { return self }
    let zeros = Int32(truncatingIfNeeded: mantissa.magnitude.leadingZeroBitCount &- 1)
    guard zeros >= 0 else { return self }
    let digits = WideSum(mantissa &<< zeros, times: factor.mantissa).rounded(dropping: 31)
    return Self(digits, exponent: exponent &- zeros &+ 31 &- factor.shift)
  }
}
