/// The pieces that JSON lines are written with.
enum JSONText {
  /// A string in quotes, escaped where JSON demands it (RFC 8259, section 7).
  static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The shortest decimal that reads back as the same Double, without a point if it is whole and
  /// below 10⁹; nil for a number that is infinite or none.
  static func number(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value.magnitude < 1e9, let whole = Int(exactly: value), whole != 0 || value.sign == .plus {
      return String(whole)
    }
    return value.description
  }
}
