import Foundation
import TestSupport
import Testing

/// What SOURCES.md states about this project is there.
@Suite struct SourceTableTests {
  @Test func theItemsAreNumbered() throws {
    let rows = try SourceTable.rows()
    #expect(rows.map(\.number) == Array(1...100), "number the items from 1 to 100")
  }

  @Test func everyCommandAndOptionIsInTheHelp() throws {
    let commands = try SourceTable.rows().flatMap { row in
      row.names(in: row.command).map {
        (row: row, words: $0.split(separator: " ").map(String.init))
      }
    }
    var help: [String: String] = [:]
    for (row, words) in commands {
      guard words.count > 1, words[0] == "quillon" else {
        Issue.record("item \(row.number) names no command: write `quillon COMMAND --option`")
        continue
      }
      let command = words[1]
      if help[command] == nil {
        let result = try Tool.run(command, "--help-all")
        // The help of a command that is not there is that of the tool.
        let isThere = result.code == 0 && result.output.contains("USAGE: quillon \(command)")
        #expect(isThere, "item \(row.number): there is no command \(command)")
        help[command] = isThere ? result.output : ""
      }
      for option in words.dropFirst(2) {
        let isThere = help[command]?.split { $0.isWhitespace || "[],/<|>".contains($0) }
          .contains { $0 == option }
        #expect(isThere == true, "item \(row.number): \(command) has no option \(option)")
      }
    }
  }

  @Test func everySymbolIsDeclared() throws {
    let sources = try Declarations(in: "Sources", "Simulator")
    for row in try SourceTable.rows() {
      for symbol in row.names(in: row.symbol) {
        let isThere = sources.havePublic(symbol)
        #expect(isThere, "item \(row.number): no public declaration of \(symbol)")
      }
    }
  }

  @Test func everyTestIsThere() throws {
    let tests = try Declarations(in: "Tests")
    for row in try SourceTable.rows() {
      for name in row.names(in: row.test) {
        let isThere = tests.haveFunction(name)
        #expect(isThere, "item \(row.number): there is no test \(name)")
      }
    }
  }
}

/// The tables of SOURCES.md.
private enum SourceTable {
  struct Row {
    var number: Int
    var command, symbol, test: String

    /// The names in a cell: in backticks, `;` between them. Other cells have “–”.
    func names(in cell: String) -> [String] {
      guard cell != "–" else { return [] }
      return cell.components(separatedBy: "; ").map { name in
        guard name.hasPrefix("`"), name.hasSuffix("`"), name.count > 2 else {
          Issue.record("item \(number): \(name) is no name in backticks and no “–”")
          return name
        }
        return String(name.dropFirst().dropLast())
      }
    }
  }

  static func text() throws -> String {
    let file = SharedData.projectRoot.appendingPathComponent("Tests/SOURCES.md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The rows that begin with a number. The other ones are heads.
  static func rows() throws -> [Row] {
    let rows = try text().split(separator: "\n").compactMap { line -> Row? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), let number = cells.first.flatMap({ Int($0) }) else { return nil }
      guard cells.count == 5 else {
        Issue.record("item \(number) has \(cells.count) cells instead of 5")
        return nil
      }
      return Row(number: number, command: cells[2], symbol: cells[3], test: cells[4])
    }
    return rows
  }
}

/// What the files below a folder of the project declare, as far as single lines show it.
private struct Declarations {
  private static let types: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]
  private static let functions: Set = ["func", "def"]
  private static let keywords =
    types.union(functions).union(["extension", "var", "let", "case", "init"])

  /// The files that declare or extend a type, by its name. A Python file counts as a type with the file's name.
  private var files: [String: Set<Int>] = [:]
  private var publicTypes: Set<String> = []
  /// The names of public declarations and of cases in each file.
  private var members: [Set<String>] = []
  /// The names of all functions in each file.
  private var functions: [Set<String>] = []

  init(in folders: String...) throws {
    for folder in folders { try add(folder) }
  }

  private mutating func add(_ folder: String) throws {
    let root = SharedData.projectRoot.appendingPathComponent(folder)
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".swift") || path.hasSuffix(".py") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      members.append([])
      functions.append([])
      if path.hasSuffix(".py") {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        files[name, default: []].insert(members.count - 1)
      }
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) { add(line: Substring(line)) }
    }
  }

  /// True if there is a public type of this name, `Type`, or a public member of it, `Type.member`.
  func havePublic(_ symbol: String) -> Bool {
    let parts = symbol.split(separator: ".").map(String.init)
    guard let type = parts.first, publicTypes.contains(type) else { return false }
    return parts.dropFirst().allSatisfy { part in
      files[type]?.contains { members[$0].contains(part) } ?? false
    }
  }

  /// True if a function is in a file with this type: `Type/function`.
  func haveFunction(_ name: String) -> Bool {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return false }
    return files[parts[0]]?.contains { functions[$0].contains(parts[1]) } ?? false
  }

  /// Adds a line of the last file. The names follow the first keyword, up to a type, a value or a body.
  private mutating func add(line: Substring) {
    let words = Self.words(of: line.prefix(120))
    guard let place = words.prefix(8).firstIndex(where: { Self.keywords.contains($0.name) })
    else { return }
    let keyword = words[place].name
    let rest = line[words[place].end...]
    var names = Self.words(of: rest.prefix { !"{=:(<".contains($0) }).map(\.name)
    if rest.hasPrefix(" `"), let quoted = rest.split(separator: "`").dropFirst().first {
      names = [String(quoted)]
    }
    let file = members.count - 1
    let isPublic = words[..<place].contains { $0.name == "public" }
    if Self.types.contains(keyword) || keyword == "extension", let name = names.first {
      files[name, default: []].insert(file)
      if isPublic { publicTypes.insert(name) }
    }
    if Self.functions.contains(keyword) { functions[file].formUnion(names) }
    if keyword == "init" { names = ["init"] }
    let isCase = keyword == "case" && place == 0 && !rest.hasPrefix(" .")
    if isPublic || isCase { members[file].formUnion(names) }
  }

  /// The words of a text, and where they end.
  private static func words(of text: Substring) -> [(name: String, end: String.Index)] {
    text.utf8.split { !isInName($0) }.map { (String(Substring($0)), $0.endIndex) }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
