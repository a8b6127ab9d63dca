import ArgumentParser
import QuillonBridge

struct ProtocolsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "protocols",
    abstract: "Lists the serial formats that the tool reads, and how to set up their boards.")

  @Flag(help: "Print one JSON array instead of text.")
  var json = false

  @Option(
    help: """
      Print a program for a board of your own instead: arduino (an MPU-6050 on any Arduino or an \
      ESP32), circuitpython (an MPU-6050), microbit or makecode (a micro:bit, for gestures).
      """)
  var sketch: Sketch?

  /// A program that prints lines which the tool reads. Its text is in Examples/boards.
  enum Sketch: String, CaseIterable, ExpressibleByArgument {
    case arduino, circuitpython, microbit, makecode

    var bytes: [UInt8] {
      switch self {
      case .arduino: PackageResources.mpu6050_ino
      case .circuitpython: PackageResources.circuitpython_py
      case .microbit: PackageResources.microbit_py
      case .makecode: PackageResources.microbit_ts
      }
    }
  }

  func validate() throws {
    guard json, sketch != nil else { return }
    throw ValidationError("--sketch prints a program: leave out --json.")
  }

  func run() throws {
    if let sketch { return try Console.write(sketch.bytes) }
    let formats = BoardFormat.all.map(FormatEntry.init)
    if json {
      try Console.print(json: formats)
    } else {
      try Console.print(formats.map(\.text).joined(separator: "\n\n"))
    }
  }
}

/// The printed form of a format.
private struct FormatEntry: Encodable {
  var name: String
  var boards: String
  var sends: String
  var baud: Int
  var rate: Double?
  var quirks: String
  var setup: String

  init(_ format: BoardFormat) {
    name = format.name
    boards = format.boards
    sends = format.sends
    baud = format.baud
    rate = format.rate
    quirks = format.quirks
    setup = format.setup
  }

  var text: String {
    let speed = rate.map { "\(baud) baud, \(Int($0)) Hz" } ?? "\(baud) baud, silent until set up"
    return """
      \(name): \(boards)
        sends    \(sends)
        new      \(speed)
        quirks   \(quirks)
        set up   \(setup)
      """
  }
}
