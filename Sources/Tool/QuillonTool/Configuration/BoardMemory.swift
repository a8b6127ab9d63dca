import Foundation
import QuillonSerial
import QuillonSystem
import TOMLKit

/// What is remembered of a board: the options that determine how its data are read.
struct BoardMemory: Codable, Equatable {
  /// `--rate`, samples a second.
  var rate: Double?
  /// `--columns`.
  var columns: String?
  /// `--acceleration-unit`.
  var accelerationUnit: String?
  /// `--rate-unit`.
  var rateUnit: String?
  /// `--time-unit`.
  var timeUnit: String?
  /// `--field-unit`.
  var fieldUnit: String?

  private enum CodingKeys: String, CodingKey {
    case rate, columns
    case accelerationUnit = "acceleration-unit"
    case rateUnit = "rate-unit"
    case timeUnit = "time-unit"
    case fieldUnit = "field-unit"
  }

  /// The same as options of a command line.
  var options: [String] {
    [
      ("--rate", rate.map { "\($0)" }), ("--columns", columns),
      ("--acceleration-unit", accelerationUnit), ("--rate-unit", rateUnit),
      ("--time-unit", timeUnit), ("--field-unit", fieldUnit),
    ].flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  /// The name by which the board on `port` is remembered: the serial number of its USB device, or else
  /// the device's product name, or else the port's name. Nil for a pseudo-terminal under the system's
  /// own name, which the next board gets, too.
  static func name(ofBoardOn port: String) -> String? {
    let path = URL(fileURLWithPath: port).resolvingSymlinksInPath().path
    let device = (try? SerialPorts.list())?.first { $0.name == path }
    if let name = device?.serialNumber ?? device?.product { return name }
    return port.hasPrefix("/dev/pts/") ? nil : port
  }

  private static var path: String {
    ConfigurationFile.folder.appendingPathComponent("boards.toml").path
  }

  /// All boards that are remembered, by their names.
  ///
  /// - Throws: `ToolError` if the file is not as this type writes it.
  static func all() throws -> [String: BoardMemory] {
    guard let text = try ConfigurationFile.text(at: path) else { return [:] }
    do { return try TOMLDecoder().decode([String: BoardMemory].self, from: text) } catch {
      throw ToolError(
        "\(path) does not hold what is remembered of boards: remove the file", code: .misuse)
    }
  }

  /// Remembers this of the board with this name. Nothing is written if it is remembered already.
  func keep(as name: String) throws {
    guard try Self.all()[name] != self else { return }
    try Self.set(name, to: self)
    Console.note(
      "remembered for the board \(name): \(options.joined(separator: " "))")
  }

  /// Forgets the board with this name.
  ///
  /// - Throws: `ToolError` if no such board is remembered.
  static func forget(_ name: String) throws {
    guard try all()[name] != nil else {
      throw ToolError(
        "no board \(name) is remembered: `quillon config` lists the boards", code: .misuse)
    }
    try set(name, to: nil)
  }

  private static func set(_ name: String, to memory: BoardMemory?) throws {
    let lock = try ConfigurationFile.lock(path)
    defer { withExtendedLifetime(lock) {} }
    var boards = try all()
    boards[name] = memory
    try OutputFile(path).write((try TOMLEncoder().encode(boards) + "\n").utf8)
  }
}
