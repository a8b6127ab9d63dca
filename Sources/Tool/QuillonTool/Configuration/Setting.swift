import ArgumentParser

/// An option whose usual value the configuration file holds. A raw value is the key in the file.
enum Setting: String, CaseIterable, ExpressibleByArgument {
  /// `--port`.
  case port
  /// `--person`, an absolute path.
  case person
  /// `--model`: a built-in model, or the absolute path of a file.
  case model
  /// `--plane`: a word, or the absolute path of a file.
  case plane
  /// The outputs of `bridge`: json, csv, type, teleplot, teleplot=HOST:PORT, osc, osc=HOST:PORT, mqtt=URL, exec=PROGRAM.
  case outputs

  /// The commands that read a board on a port.
  static let boardCommands: Set = [
    "bridge", "record", "test", "view", "enroll", "calibrate", "send", "learn",
  ]

  /// True if `command` uses this default.
  func applies(to command: String) -> Bool {
    switch self {
    case .outputs, .person: command == "bridge"
    case .model: command == "evaluate" || Self.boardCommands.contains(command)
    case .port, .plane: Self.boardCommands.contains(command)
    }
  }

  /// The options for these values.
  func options(_ values: [String]) -> [String] {
    self == .outputs ? values.map { "--\($0)" } : values.flatMap { ["--\(rawValue)", $0] }
  }

  /// True if an option of the command line replaces this default.
  ///
  /// A person's file belongs to one model, so `--model` replaces the person, too.
  func isOverruled(by arguments: [String]) -> Bool {
    let names =
      switch self {
      case .outputs: ["--json", "--csv", "--type", "--teleplot", "--osc", "--mqtt", "--exec"]
      case .person: ["--person", "--model"]
      // Drawn letters and features are for other models than letters in the air.
      case .model: ["--model", "--ink", "--features"]
      default: ["--\(rawValue)"]
      }
    return arguments.contains { argument in
      names.contains { argument == $0 || argument.hasPrefix("\($0)=") }
    }
  }

  /// Checks values as they are in the file.
  ///
  /// - Returns: What is wrong with them, and what to write instead. Nil if nothing is.
  func problem(with values: [String]) -> String? {
    if values.contains(where: { $0.isEmpty || $0.contains { $0.isNewline || $0 == "\0" } }) {
      return "\(rawValue) must not be empty: give a value on one line, or remove the key"
    }
    switch self {
    case .outputs:
      let isKnown = values.allSatisfy {
        ["json", "csv", "type", "teleplot", "osc"].contains($0) || $0.hasPrefix("teleplot=")
          || $0.hasPrefix("osc=") || $0.hasPrefix("mqtt=") || $0.hasPrefix("exec=/")
      }
      guard isKnown, (try? OutputOptions.parse(options(values))) != nil else {
        return """
          outputs are not \(values.joined(separator: ", ").prefix(80)): give json or csv, and type, \
          teleplot=HOST:PORT, osc=HOST:PORT, mqtt=URL or exec= with the absolute path of a program
          """
      }
      return nil
    case .person, .model, .plane, .port:
      guard let value = values.first, values.count == 1 else {
        return "\(rawValue) is one text: write \(rawValue) = \"…\""
      }
      let isRelative = value.contains("/") || self == .person
      guard !isRelative || value.hasPrefix("/") else {
        return "\(rawValue) = \"\(value.prefix(80))\" is a relative path: write the absolute one"
      }
      return nil
    }
  }
}
