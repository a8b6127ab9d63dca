/// The arguments of a command line, completed by the defaults of the configuration file.
struct ConfiguredArguments {
  /// The arguments for the parser.
  private(set) var arguments: [String]

  /// Completes the arguments of a command line.
  ///
  /// An option of the command line replaces the default. A default also gives way if the command does not
  /// accept it beside the other options. With `--verbose`, which every command accepts, the file that was
  /// read is reported, and what a board sends is explained: see `Console.isVerbose`.
  ///
  /// - Throws: `ToolError` if the command uses the file and the file is not as it must be.
  init(_ arguments: [String]) throws {
    let isVerbose = arguments.contains("--verbose")
    Console.isVerbose = isVerbose
    self.arguments = arguments.filter { $0 != "--verbose" }
    guard let command = self.arguments.first, !self.arguments.contains(where: Self.isHelp) else {
      return
    }
    let settings = Setting.allCases.filter { $0.applies(to: command) }
    guard isVerbose || !settings.isEmpty else { return }
    let file = try ConfigurationFile()
    var used: [String] = []
    for setting in settings {
      guard let values = file.values[setting], !setting.isOverruled(by: arguments) else { continue }
      if setting != .port, Self.isSimulated(command, self.arguments) { continue }
      let options = setting.options(values)
      let completed = [command] + used + options + self.arguments.dropFirst(1 + used.count)
      guard (try? QuillonCommand.parseAsRoot(completed)) != nil else { continue }
      (used, self.arguments) = (used + options, completed)
    }
    // `config` reports it itself.
    guard isVerbose, command != "config" else { return }
    guard file.isThere else {
      Console.note("there is no configuration file \(file.path)")
      return
    }
    let words = used.isEmpty ? "nothing in it is for this command" : used.joined(separator: " ")
    Console.note("read the configuration file \(file.path): \(words)")
  }

  private static func isHelp(_ argument: String) -> Bool {
    argument == "--help" || argument == "-h"
  }

  /// True if no real board is read: then nothing that a person has set about one applies.
  private static func isSimulated(_ command: String, _ arguments: [String]) -> Bool {
    switch command {
    case "view": !arguments.contains { $0 == "--port" || $0.hasPrefix("--port=") }
    case "test": arguments.contains("--simulated")
    default: false
    }
  }
}
