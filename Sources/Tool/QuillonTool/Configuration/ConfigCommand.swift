import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonTraining

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Shows and sets your defaults: port, person, model, plane and outputs.",
    discussion: """
      The defaults are in the file config.toml in the folder quillon of $XDG_CONFIG_HOME, or of \
      ~/.config. The commands that read a board use them. Options of a command line overrule \
      them. With --verbose, a command prints which file it read. The file boards.toml beside it \
      holds what is remembered of each board.
      """)

  @Argument(help: "What to show or to set: port, person, model, plane or outputs.")
  var setting: Setting?

  @Argument(
    help: """
      The new value. Outputs may be several: json or csv, and type, teleplot, \
      teleplot=HOST:PORT, osc, osc=HOST:PORT, mqtt=URL and exec=PROGRAM.
      """)
  var values: [String] = []

  @Flag(help: "Remove the setting.")
  var unset = false

  @Option(help: "Forget the rate, the columns and the units of the board with this name.")
  var forget: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    guard !unset || setting != nil && values.isEmpty else {
      throw ValidationError("--unset needs the name of one setting and no value.")
    }
    guard forget == nil || setting == nil else {
      throw ValidationError("--forget is for a board: leave the name of the setting out.")
    }
    guard values.count < 2 || setting == .outputs else {
      throw ValidationError("Only outputs takes several values: give one.")
    }
  }

  func run() throws {
    if let forget { return try BoardMemory.forget(forget) }
    var file = try ConfigurationFile()
    if unset, let setting { return try file.set(setting, to: nil) }
    if let setting, !values.isEmpty {
      let values = values.map { Self.absolute($0, for: setting) }
      if let value = values.first { try Self.check(value, for: setting) }
      try file.set(setting, to: values)
      return Console.note("wrote \(file.path)")
    }
    let shown = file.values.filter { setting == nil || $0.key == setting }
    let boards = setting == nil ? try BoardMemory.all() : [:]
    if json {
      let settings = Dictionary(uniqueKeysWithValues: shown.map { ($0.key.rawValue, $0.value) })
      return try Console.print(
        json: ConfigurationReport(file: file.path, settings: settings, boards: boards))
    }
    if setting == nil {
      Console.note(file.isThere ? file.path : "there is no configuration file \(file.path)")
    }
    for setting in Setting.allCases {
      guard let values = shown[setting] else { continue }
      let text = values.joined(separator: " ")
      try Console.print(self.setting == nil ? "\(setting.rawValue) \(text)" : text)
    }
    for (name, memory) in boards.sorted(by: { $0.key < $1.key }) {
      try Console.print("board \(name): \(memory.options.joined(separator: " "))")
    }
  }

  /// Checks that what a value names can be used.
  ///
  /// - Throws: An error if it is no model, no plane, or a file that no person has taught. A person's
  ///   file need not be there, because --teach creates it.
  private static func check(_ value: String, for setting: Setting) throws {
    switch setting {
    case .model: _ = try LoadedModel(named: value)
    case .plane: _ = try PlaneOptions(plane: value).rule()
    case .person where FileManager.default.fileExists(atPath: value):
      try FileKind.person.check(value, RecordingFile.readSmall(value))
    case .person, .port, .outputs: break
    }
  }

  /// A value with an absolute path, so that the file means the same in every folder.
  private static func absolute(_ value: String, for setting: Setting) -> String {
    func path(_ text: String) -> String { URL(fileURLWithPath: text).standardizedFileURL.path }
    if setting == .outputs {
      return value.hasPrefix("exec=") ? "exec=" + path(String(value.dropFirst(5))) : value
    }
    let isFile =
      setting == .person || value.contains("/")
      || setting != .port
        && FileManager.default.fileExists(atPath: value) && !value.isEmpty
    return isFile && !value.isEmpty ? path(value) : value
  }
}

/// What `quillon config --json` prints.
private struct ConfigurationReport: Encodable {
  var file: String
  var settings: [String: [String]]
  var boards: [String: BoardMemory]
}
