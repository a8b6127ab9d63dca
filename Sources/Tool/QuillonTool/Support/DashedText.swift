extension [String] {
  /// The arguments, with values that begin with a dash joined to their options: `--text=---` and
  /// `--rate=-3`. The parser would treat such a value as an option, and report that the value is missing.
  var joiningDashedValues: [String] {
    var joined: [String] = []
    for argument in self {
      let isText =
        joined.last == "--text" && !argument.isEmpty && argument.allSatisfy { $0 == "-" }
      if let option = joined.last, isText || option.isLongOption && argument.isNegativeNumber {
        joined[joined.count - 1] += "=" + argument
      } else {
        joined.append(argument)
      }
    }
    return joined
  }
}

extension String {
  /// True for a long option without a value.
  fileprivate var isLongOption: Bool { hasPrefix("--") && count > 2 && !contains("=") }

  fileprivate var isNegativeNumber: Bool { hasPrefix("-") && Double(self) != nil }
}
