import Foundation
import QuillonSystem
import TOMLKit

/// The person's configuration file, in TOML. It holds the usual values of options that the person
/// would otherwise type each time.
struct ConfigurationFile {
  /// Where the file is, or would be.
  let path: String
  /// What it holds. Empty if there is no file.
  private(set) var text = ""
  /// The values of each setting that is there.
  private(set) var values: [Setting: [String]] = [:]

  /// The folder of the person's files: `quillon` in `$XDG_CONFIG_HOME`, or in `~/.config`.
  static var folder: URL {
    let environment = ProcessInfo.processInfo.environment
    // The specification requires that relative paths are ignored.
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
      return URL(fileURLWithPath: base).appendingPathComponent("quillon")
    }
    let home =
      environment["HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser
    return home.appendingPathComponent(".config/quillon")
  }

  /// Reads the file in the person's folder. It need not be there.
  ///
  /// - Throws: `ToolError` if it cannot be read, or is not as it must be.
  init() throws {
    path = Self.folder.appendingPathComponent("config.toml").path
    guard let text = try Self.text(at: path) else { return }
    do { values = try Self.values(of: text) } catch { throw error.at(path) }
    self.text = text
  }

  /// True if there is a file with anything in it.
  var isThere: Bool { !text.isEmpty }

  /// The text of a file of the person's folder. Nil if the file is not there.
  static func text(at path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ToolError("\(path) cannot be read: check its permissions", code: .misuse)
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Locks a file of the person's folder, which is made if it is not there. Whoever changes the file locks it before reading it.
  ///
  /// - Parameter waits: True to wait for another program that changes the file.
  static func lock(_ path: String, waits: Bool = true) throws -> FileLock {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try FileLock(beside: OutputFile(path), waits: waits)
  }

  /// Sets a value, or removes it if `values` is nil, and writes the file. Comments and other lines
  /// stay as they are.
  mutating func set(_ setting: Setting, to values: [String]?) throws {
    if let problem = values.flatMap({ setting.problem(with: $0) }) {
      throw ToolError(problem, code: .misuse)
    }
    let lock = try Self.lock(path)
    defer { withExtendedLifetime(lock) {} }
    // Another program may have changed it since.
    self = try ConfigurationFile()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let index = lines.firstIndex { Self.key(of: $0) == setting.rawValue } ?? lines.count
    let comment = index < lines.count ? Self.comment(of: lines[index]) : ""
    if index < lines.count {
      // A list may span several lines: what is left must be TOML again.
      repeat {
        lines.remove(at: index)
      } while index < lines.count
        && (try? TOMLTable(string: lines.joined(separator: "\n"))) == nil
    }
    if let values {
      let texts = values.map { Self.quoted($0) }
      let value = setting == .outputs ? "[\(texts.joined(separator: ", "))]" : texts[0]
      lines.insert("\(setting.rawValue) = \(value)\(comment)", at: index)
    }
    let new = lines.map { $0 + "\n" }.joined()
    do { self.values = try Self.values(of: new) } catch { throw error.at(path) }
    text = new
    try OutputFile(path).write(new.utf8)
  }

  /// The settings in the text of a file, checked.
  private static func values(of text: String) throws(Problem) -> [Setting: [String]] {
    let table: TOMLTable
    do { table = try TOMLTable(string: text) } catch let error as TOMLParseError {
      throw Problem(
        line: error.source.begin.line, words: "\(error.description): correct the line")
    } catch { throw Problem(words: "is not TOML: correct it") }
    var values: [Setting: [String]] = [:]
    for key in table.keys {
      guard let setting = Setting(rawValue: key) else {
        let names = Setting.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(words: "unknown key \(key.prefix(24)): the keys are \(names)")
      }
      let found = table[key]?.string.map { [$0] } ?? table[key]?.array?.map { $0.string ?? "" }
      guard let found else {
        throw Problem(words: "\(key) is not a text: write it in quotation marks")
      }
      if let problem = setting.problem(with: found) { throw Problem(words: problem) }
      values[setting] = found
    }
    return values
  }

  /// The key before the equals sign of a line. Nil for other lines.
  private static func key(of line: String) -> String? {
    guard let end = line.firstIndex(of: "=") else { return nil }
    return line[..<end].trimmingCharacters(in: .whitespaces.union(["\"", "'"]))
  }

  /// The comment behind the value in a line, with the blanks before it. Empty if there is none.
  private static func comment(of line: String) -> Substring {
    var quote: Character?
    for index in line.indices {
      let character = line[index]
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == nil, character == "#" {
        let blanks = line[..<index].reversed().prefix { $0 == " " || $0 == "\t" }.count
        return line[line.index(index, offsetBy: -blanks)...]
      }
    }
    return ""
  }

  /// `text` as a basic string of TOML.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// What is wrong with a file, and the next step.
private struct Problem: Error {
  var line: Int?
  var words: String

  /// The error for the file at `path`.
  func at(_ path: String) -> ToolError {
    ToolError("\(path)\(line.map { ", line \($0)" } ?? ""): \(words)", code: .misuse)
  }
}
