extension LineScanner {
  /// A finite decimal number: sign, digits with or without a point, exponent. Read to the nearest
  /// Double in any locale; leaves the position behind it.
  ///
  /// Up to 2⁵³ and with a power of ten up to 10²², significand and power are exact Doubles, so one
  /// multiplication or division rounds correctly (Clinger, "How to read floating point numbers
  /// accurately", 1990, section 4). Other numbers go to the standard library.
  mutating func number() throws(RecordingError) -> Double {
    let start = position
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    var significand = Significand()
    takeDigits(into: &significand, powerOfDigit: 0)
    if take(".") { takeDigits(into: &significand, powerOfDigit: -1) }
    guard significand.hasDigits else { throw error(at: start, expected: "a number") }
    var power = significand.power
    if take("e") || take("E") {
      guard let exponent = takeExponent() else { throw error(at: start, expected: "a number") }
      power += exponent
    }
    if significand.isExact, let value = Self.exactProduct(significand.value, power) {
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
      value.isFinite
    else { throw error(at: start, expected: "a number below 1.8e308") }
    return value
  }

  /// What the digits of a number add up to: value · 10^power.
  private struct Significand {
    var value: UInt64 = 0
    var power = 0
    var hasDigits = false
    var isExact = true
  }

  private mutating func takeDigits(into significand: inout Significand, powerOfDigit: Int) {
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      significand.hasDigits = true
      significand.value = significand.value &* 10 &+ UInt64(digit)
      significand.power += powerOfDigit
      if significand.value > 1 << 53 {
        significand.isExact = false
        significand.value = 1 << 53
      }
      position += 1
    }
  }

  /// The exponent behind an `e`, taken within ±99,999; nil without digits.
  private mutating func takeExponent() -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    var exponent = 0
    let start = position
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      exponent = Swift.min(exponent * 10 + Int(digit), 99_999)
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? -exponent : exponent
  }

  private static func exactProduct(_ significand: UInt64, _ power: Int) -> Double? {
    switch power {
    case 0...22: Double(significand) * powersOfTen[power]
    case -22..<0: Double(significand) / powersOfTen[-power]
    default: nil
    }
  }

  /// 10⁰…10²², each an exact Double.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
