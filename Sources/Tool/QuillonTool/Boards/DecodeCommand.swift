import ArgumentParser
import QuillonBoardFormats
import QuillonProtocols
import QuillonRecordings

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Decodes recorded bytes of a board and prints the samples.",
    discussion: """
      The command prints one JSON line for each sample: time in µs, acceleration in m/s², \
      angular rate in rad/s, magnetic field in µT, attitude as w x y z. The body's x axis points \
      right, y forward, z up. Values that the board does not send are left out. At the end the \
      command prints to standard error how many bytes belong to no message.
      """)

  @Option(
    name: .customLong("protocol"),
    help: "The format of the bytes. `quillon protocols` lists the formats.")
  var format: String

  @Flag(help: "Print one line for each message, with the maker's own fields and units.")
  var raw = false

  @Flag(help: "Read hexadecimal digits instead of bytes.")
  var hex = false

  @Flag(help: "Print JSON lines. The output is always JSON, so this option changes nothing.")
  var json = false

  @OptionGroup(title: "Lines of numbers (csv)") var columns: ColumnOptions

  @Argument(help: "The file to decode; - reads standard input.")
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
    let counters = decoder.counters
    Console.note(counters.account)
    if counters.accepted == 0, counters.rejected > 0 {
      throw ToolError(
        "no byte of it is \(format.name): choose another format from `quillon protocols`, or give --hex for digits",
        code: .negative)
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
  /// The bytes of hexadecimal digits. Spaces and line ends are ignored. Nil if there is any other
  /// character or an odd number of digits.
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
