extension Double {
  /// The finite number nearest to a decimal number with sign, digits with or without a point, and
  /// exponent; nil for any other text.
  init?(decimal text: some StringProtocol) {
    // The library alone would also accept hexadecimal numbers, and would stop at a zero byte.
    guard text.utf8.allSatisfy(Self.isDecimal), let value = Double(text),
      value.isFinite
    else { return nil }
    self = value
  }

  /// True for the characters of a decimal number.
  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "+", "-", ".", "E", "e": true
    default: false
    }
  }
}
