import ArgumentParser
import QuillonBoardFormats

struct ProtocolsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "protocols",
    abstract: "Lists the serial formats that the tool reads, and how to set up their boards.")

  @Flag(help: "Print one JSON array instead of text.")
  var json = false

  func run() throws {
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
