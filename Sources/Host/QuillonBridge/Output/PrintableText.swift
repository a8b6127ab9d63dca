extension String {
  /// The text in a form that is safe to print in a line, whatever its origin: the name of a board,
  /// or a label in a model's file.
  ///
  /// Characters that control a terminal or change the reading order are written as in JSON, for
  /// example `\u001b`: control characters (C0, delete and C1), line and paragraph separators, and
  /// the controls of right-to-left text. Letters of every script stay.
  public var printable: String { escaped(except: []) }

  /// The same for lines that this program wrote itself: line ends and tabs stay.
  public var printableLines: String { escaped(except: ["\n", "\t"]) }

  private func escaped(except kept: [Unicode.Scalar]) -> String {
    guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalar.isUnprintable, !kept.contains(scalar) else {
        text.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
