import ArgumentParser
import QuillonBoardFormats
import QuillonProtocols
import QuillonRecordings

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Reads recorded bytes of a board and prints what they say.",
    discussion: """
      One JSON line per sample: time in µs, accelerations in m/s², rate in rad/s, field in µT, attitude as \
      w x y z; the body's x points right, y forward, z up. What the board doesn't send is left \
      out. Bytes that belong to no message are counted on standard error.
      """)

  @Option(name: .customLong("protocol"), help: "The format; `quillon protocols` lists them.")
  var format: String

  @Flag(help: "One line per message, with the maker's own fields and units.")
  var raw = false

  @Flag(help: "The input is hexadecimal digits.")
  var hex = false

  @Flag(help: "JSON lines; there is no other output, so this changes nothing.")
  var json = false

  @OptionGroup(title: "Lines of numbers (csv)") var columns: ColumnOptions

  @Argument(help: "The file, - for standard input.")
  var file = "-"

  func run() throws {
    let format = try chosenFormat()
    var decoder = format.makeDecoder()
    for byte in columns.header { decoder.push(byte) }
    while decoder.next() != nil {}
    var printer = ReadingPrinter(format, isRaw: raw)
    for byte in try bytes() {
      decoder.push(byte)
      while let reading = decoder.next() { try printer.show(reading, of: &decoder) }
    }
    while let reading = decoder.nextAtEnd() { try printer.show(reading, of: &decoder) }
    try printer.finish()
    let tally = decoder.tally
    Console.note(tally.account)
    if tally.accepted == 0, tally.rejected > 0 {
      Console.note(
        "nothing in it is \(format.name): `quillon protocols` lists the formats, and digits want --hex"
      )
    }
  }

  private func chosenFormat() throws -> BoardFormat {
    if format == "csv" { return .columns(columns.units) }
    guard let known = BoardFormat.named(format) else {
      throw ToolError.unknown(protocol: format)
    }
    return known
  }

  private func bytes() throws -> [UInt8] {
    let bytes =
      try file == "-" ? RecordingFile.readStandardInput() : RecordingFile.read(file)
    guard hex else { return bytes }
    guard let bytes = [UInt8](hexadecimal: bytes) else {
      throw ToolError(
        "the input is not hexadecimal: give pairs of digits, or leave --hex out", code: .misuse)
    }
    return bytes
  }

}

extension [UInt8] {
  /// The bytes that hexadecimal digits spell, blanks and line ends passed over; nil when there is
  /// anything else or a digit alone.
  fileprivate init?(hexadecimal text: [UInt8]) {
    var digits: [UInt8] = []
    for byte in text where byte > 0x20 {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
