extension String {
  /// The text as it may stand in a line for people, whoever it came from: a name that a board tells, a label in a
  /// model's file.
  ///
  /// What drives a terminal or changes the order of what is read is written as in JSON, `\u001b`: control
  /// characters (C0, delete and C1), line and paragraph separators, and the controls of writing from right to left.
  /// Letters of every script stay.
  public var printable: String { escaped(except: []) }

  /// The same for whole lines that this program has made: ends of lines and tabs stay.
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
