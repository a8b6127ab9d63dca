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

extension StringProtocol {
  /// The text with one character of ASCII in place of another. The standard library's `replacing` is slower: it looks for whole texts.
  func replacing(_ old: Unicode.Scalar, by new: Unicode.Scalar) -> String {
    let (old, new) = (UInt8(ascii: old), UInt8(ascii: new))
    guard utf8.contains(old) else { return String(self) }
    return String(decoding: utf8.map { $0 == old ? new : $0 }, as: UTF8.self)
  }
}
