import QuillonNumerics

/// A decimal number while its digits are being read: digits · 10^exponent.
struct Decimal {
  private var digits: Int32 = 0
  /// The power of ten of the last digit.
  var exponent: Int32 = 0

  /// A number from its digits.
  init(_ digits: Int32, exponent: Int32) {
    self.digits = digits
    self.exponent = exponent
  }

  /// Appends a digit, before or after the decimal point. Digits that do not fit 31 bits only count
  /// as places.
  mutating func append(_ digit: UInt32, isFraction: Bool) {
    if digits < 214_748_364 {
      digits = digits &* 10 &+ Int32(truncatingIfNeeded: digit)
      if isFraction { exponent &-= 1 }
    } else if !isFraction {
      exponent &+= 1
    }
  }

  /// The number in powers of two, within 2⁻²⁸ of the value.
  ///
  /// Up to nine digits after the decimal point need one multiplication.
  @inline(__always)
  func number(isNegative: Bool) -> WireNumber {
    guard digits != 0 else { return WireNumber(0) }
    // The digits are left-aligned, for `WireNumber.scaled`.
    let zeros = Int32(truncatingIfNeeded: digits.leadingZeroBitCount &- 1)
    let shifted = digits &<< zeros
    let mantissa = isNegative ? 0 &- shifted : shifted
    guard exponent != 0 else { return WireNumber(mantissa, exponent: 0 &- zeros) }
    guard exponent < 0, exponent >= -9 else {
      return product(of: WireNumber(mantissa, exponent: 0 &- zeros))
    }
    // As `WireNumber.multiplied`.
    let factor = Scale.decimalPlaces(0 &- exponent)
    let product = WideSum(mantissa, times: factor.mantissa)
    return WireNumber(
      product.rounded(dropping: 31), exponent: 0 &- zeros &+ 31 &- factor.shift)
  }

  /// `number` times ten to the power `exponent`. The factor is composed of 10¹, 10², 10⁴, … by the
  /// bits of the exponent: at most five factors, each within 2⁻³⁰.
  @inline(never)
  private func product(of number: WireNumber) -> WireNumber {
    var number = number
    let isSmall = exponent < 0
    var power = exponent.magnitude
    var bit: Int32 = 0
    while power != 0, bit < 5 {
      if power & 1 == 1 {
        number = number.multiplied(by: isSmall ? .negativePower(bit) : .positivePower(bit))
      }
      power &>>= 1
      bit &+= 1
    }
    // The rest is powers of 10³², far beyond every format.
    guard power != 0 else { return number }
    return isSmall ? WireNumber(0) : WireNumber(number.mantissa, exponent: 100)
  }
}

extension Scale {
  /// 10 to the power −`count`, for a count of 1…9.
  @inline(__always)
  fileprivate static func decimalPlaces(_ count: Int32) -> Self {
    switch count {
    case 1: Self(mantissa: 1_717_986_918, shift: 34)
    case 2: Self(mantissa: 1_374_389_535, shift: 37)
    case 3: Self(mantissa: 1_099_511_628, shift: 40)
    case 4: Self(mantissa: 1_759_218_604, shift: 44)
    case 5: Self(mantissa: 1_407_374_884, shift: 47)
    case 6: Self(mantissa: 1_125_899_907, shift: 50)
    case 7: Self(mantissa: 1_801_439_851, shift: 54)
    case 8: Self(mantissa: 1_441_151_881, shift: 57)
    default: Self(mantissa: 1_152_921_505, shift: 60)
    }
  }

  /// 10 to the power −(2^`bit`), for a bit of 0…4.
  fileprivate static func negativePower(_ bit: Int32) -> Self {
    switch bit {
    case 0: Self(mantissa: 1_717_986_918, shift: 34)
    case 1: Self(mantissa: 1_374_389_535, shift: 37)
    case 2: Self(mantissa: 1_759_218_604, shift: 44)
    case 3: Self(mantissa: 1_441_151_881, shift: 57)
    default: Self(mantissa: 1_934_281_311, shift: 84)
    }
  }

  /// 10 to the power 2^`bit`, for a bit of 0…4.
  fileprivate static func positivePower(_ bit: Int32) -> Self {
    switch bit {
    case 0: Self(mantissa: 1_342_177_280, shift: 27)
    case 1: Self(mantissa: 1_677_721_600, shift: 24)
    case 2: Self(mantissa: 1_310_720_000, shift: 17)
    case 3: Self(mantissa: 1_600_000_000, shift: 4)
    default: Self(mantissa: 1_192_092_896, shift: -23)
    }
  }
}
