import Foundation

extension [UInt8] {
  /// Appends a number with 0 to 9 digits after the decimal point, rounded as `%.9f` rounds it: to the
  /// nearest decimal, a tie to the even one.
  ///
  /// - Parameters:
  ///   - value: Any number, also infinity and not-a-number.
  ///   - decimals: 0 to 9.
  public mutating func append(_ value: Double, decimals: Int) {
    let power = powers[decimals]
    let scaled = value.magnitude * Double(power)
    // What the product lost by its own rounding.
    let error = (-scaled).addingProduct(value.magnitude, Double(power))
    let rounded = scaled.rounded(.toNearestOrEven)
    guard scaled < 0x1p52, abs(abs(scaled - rounded) - 0.5) > abs(error) else {
      self += String(format: "%.\(decimals)f", value).utf8
      return
    }
    let (whole, fraction) = UInt64(rounded).quotientAndRemainder(dividingBy: power)
    // A sign, 19 digits, a point and 9 digits at most. The last digit is written first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      var start = buffer.count
      func put(_ byte: UInt8) {
        start -= 1
        buffer[start] = byte
      }
      if decimals > 0 {
        var rest = UInt32(fraction)
        for _ in 0..<decimals / 2 {
          let pair = UInt8(truncatingIfNeeded: rest % 100)
          rest /= 100
          put(UInt8(ascii: "0") &+ pair % 10)
          put(UInt8(ascii: "0") &+ pair / 10)
        }
        if decimals % 2 == 1 { put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)) }
        put(UInt8(ascii: "."))
      }
      var rest = whole
      repeat {
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      } while rest > 0
      if value.sign == .minus { put(UInt8(ascii: "-")) }
      append(contentsOf: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
    }
  }

  /// Appends a number as JSON has it: the shortest decimal that reads back as the same Double, or
  /// `null` for infinity and not-a-number.
  public mutating func append(json value: Double) {
    guard value.isFinite else { return append(contentsOf: "null".utf8) }
    append(contentsOf: value.description.utf8)
    if suffix(2).elementsEqual(".0".utf8) { removeLast(2) }
  }
}

/// 10⁰, 10¹ … 10⁹.
private let powers: InlineArray<10, UInt64> = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
]
