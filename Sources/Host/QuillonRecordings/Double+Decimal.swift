extension Double {
  /// The finite number nearest to a decimal: sign, digits with or without a point, exponent; nil
  /// for any other text.
  init?(decimal text: some StringProtocol) {
    // The library alone would take hexadecimal numbers too, and stop at a zero byte.
    guard text.utf8.allSatisfy(Self.decimalCharacters.contains), let value = Double(text),
      value.isFinite
    else { return nil }
    self = value
  }

  private static let decimalCharacters = Array("+-.0123456789Ee".utf8)
}
