extension [String] {
  /// The arguments, with `--text` and a following text of dashes joined to one, `--text=---`. The
  /// parser would reject an argument of three dashes before it looks at the option in front of it.
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
