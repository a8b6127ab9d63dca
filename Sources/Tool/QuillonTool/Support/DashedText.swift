extension [String] {
  /// The arguments with `--text` and a text of nothing but dashes behind it as one, `--text=---`: the parser takes an
  /// argument of three dashes for a mistake before it asks which option it belongs to.
  var joiningDashedText: [String] {
    var joined: [String] = []
    for argument in self {
      if joined.last == "--text", !argument.isEmpty, argument.allSatisfy({ $0 == "-" }) {
        joined[joined.count - 1] += "=" + argument
      } else {
        joined.append(argument)
      }
    }
    return joined
  }
}
