import ArgumentParser

/// The command that a person probably meant who mistyped its name.
enum CommandSuggestion {
  /// The names of all commands.
  static let names = QuillonCommand.configuration.groupedSubcommands
    .flatMap { $0.subcommands }.compactMap { $0.configuration.commandName }

  /// Checks the name of the command, also of one that help is wanted for.
  ///
  /// - Throws: `ToolError` for a name that no command has. It names the nearest one.
  static func check(_ arguments: [String]) throws(ToolError) {
    let words = arguments.filter { $0 != "--verbose" }
    guard let name = words.first(where: { $0 != "help" }), !name.hasPrefix("-"),
      words.first == name || words.first == "help", !names.contains(name)
    else { return }
    if words.first == "help", HelpTopic(rawValue: name) != nil { return }
    let hint = nearest(to: name).map { "did you mean `quillon \($0)`? " } ?? ""
    throw ToolError(
      "there is no command \(name.printable): \(hint)`quillon --help` lists all commands",
      code: .misuse)
  }

  /// The command whose name begins like `name`, or differs in few letters. Nil if none does.
  private static func nearest(to name: String) -> String? {
    let name = name.lowercased()
    if name.count > 1, let longer = names.first(where: { $0.hasPrefix(name) }) { return longer }
    let best = names.map { (name: $0, distance: distance(from: name, to: $0)) }
      .min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= max(1, name.count / 3) ? $0.name : nil }
  }

  /// How many letters to insert, remove, replace or swap with their neighbors (optimal string
  /// alignment distance).
  private static func distance(from a: String, to b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var table = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 1...max(a.count, 1) where i <= a.count {
      table[i][0] = i
      for j in 1...max(b.count, 1) where j <= b.count {
        let change = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, change)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
