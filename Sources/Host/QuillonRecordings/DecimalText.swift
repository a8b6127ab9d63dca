import Foundation

extension [UInt8] {
  /// Appends a number with 0 to 9 digits after the decimal point, rounded as `%.9f` rounds it: to the
  /// nearest decimal, a tie to the even one.
  ///
  /// - Parameters:
  ///   - value: Any number, also infinity and not-a-number.
  ///   - decimals: 0 to 9.
  public mutating func append(_ value: Double, decimals: Int) {
    let power = Self.powers[decimals]
    let scaled = value.magnitude * Double(power)
    // What the product lost by its own rounding.
    let error = (-scaled).addingProduct(value.magnitude, Double(power))
    let rounded = scaled.rounded(.toNearestOrEven)
    guard scaled < 0x1p52, abs(abs(scaled - rounded) - 0.5) > abs(error) else {
      self += String(format: "%.\(decimals)f", value).utf8
      return
    }
    if value.sign == .minus { append(UInt8(ascii: "-")) }
    let (whole, fraction) = UInt64(rounded).quotientAndRemainder(dividingBy: power)
    append(digits: whole, count: 1)
    guard decimals > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: fraction, count: decimals)
  }

  /// Appends a number as JSON has it: the shortest decimal that reads back as the same Double, or
  /// `null` for infinity and not-a-number.
  public mutating func append(json value: Double) {
    guard value.isFinite else { return append(contentsOf: "null".utf8) }
    append(contentsOf: value.description.utf8)
    if suffix(2).elementsEqual(".0".utf8) { removeLast(2) }
  }

  /// Appends a number with at least `count` digits.
  private mutating func append(digits number: UInt64, count: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      var (rest, start) = (number, buffer.count)
      while rest > 0 || buffer.count - start < count {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(contentsOf: buffer[start...])
    }
  }

  private static let powers = (0..<10).map {
    (0..<$0).reduce(1 as UInt64) { power, _ in power * 10 }
  }
}
