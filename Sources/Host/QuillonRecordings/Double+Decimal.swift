extension Double {
  /// The finite number nearest to a decimal number with sign, digits with or without a point, and
  /// exponent; nil for any other text.
  init?(decimal text: some StringProtocol) {
    // The library alone would also accept hexadecimal numbers, and would stop at a zero byte.
    guard text.utf8.allSatisfy(Self.decimalCharacters.contains), let value = Double(text),
      value.isFinite
    else { return nil }
    self = value
  }

  private static let decimalCharacters = Array("+-.0123456789Ee".utf8)
}
