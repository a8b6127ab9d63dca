import ArgumentParser

/// What `--help` prints of a command: the options that most people need, and examples. `--help-all` prints all options.
struct FirstHelp {
  /// Options under a title.
  struct Group {
    var title: String
    /// Each option with the name of its value, as in `--port PORT`, and its meaning in a line or two.
    var options: [(name: String, meaning: String)]

    init(_ title: String, _ options: KeyValuePairs<String, String>) {
      self.title = title
      self.options = options.map { (name: $0.key, meaning: $0.value) }
    }
  }

  /// Command lines without the program's name, and what each is good for.
  var examples: KeyValuePairs<String, String>
  /// The options by groups. Without any, all options are printed.
  var groups: [Group] = []
  /// The pages of `quillon help` that belong to the command.
  var topics: [HelpTopic] = []

  /// How many columns a line has.
  static let width = 80
  /// The column in which the meaning of an option begins, as in ArgumentParser's help.
  private static let indent = 26

  /// The text of the page of `command`.
  func text(of command: any ParsableCommand.Type) -> String {
    var lines: [String] = []
    if groups.isEmpty {
      lines += QuillonCommand.helpMessage(for: command, columns: Self.width)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map {
          $0.hasPrefix(Self.head) ? Self.usage(String($0.dropFirst(Self.head.count))) : String($0)
        }
    } else {
      lines += [Self.wrapped(command.configuration.abstract), ""]
      lines += [Self.usage(QuillonCommand.usageString(for: command)), ""]
      for group in groups {
        lines.append("\(group.title.uppercased()):")
        lines += group.options.map { Self.row($0.name, $0.meaning) } + [""]
      }
    }
    lines.append("EXAMPLES:")
    for (arguments, purpose) in examples {
      lines += ["  quillon \(arguments)", Self.wrapped(purpose, indent: 6)]
    }
    if !groups.isEmpty {
      lines += ["", "All options: quillon \(command.configuration.commandName ?? "") --help-all"]
    }
    if !topics.isEmpty {
      let pages = topics.map { "quillon help \($0.rawValue)" }.joined(separator: ", ")
      lines.append(Self.wrapped("More: \(pages)"))
    }
    return lines.joined(separator: "\n")
  }

  private static let head = "USAGE: "

  /// The line of the usage, in lines of at most ``width`` columns.
  private static func usage(_ text: String) -> String {
    head + wrapped(text, indent: head.count).dropFirst(head.count)
  }

  private static func row(_ name: String, _ meaning: String) -> String {
    let head = "  \(name)"
    let text = wrapped(meaning, indent: indent)
    guard head.count < indent else { return "\(head)\n\(text)" }
    return head + text.dropFirst(head.count)
  }

  /// Text in lines of at most ``width`` columns, each behind `indent` spaces.
  private static func wrapped(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
