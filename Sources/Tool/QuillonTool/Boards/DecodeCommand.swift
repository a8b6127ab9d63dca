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

  func validate() throws {
    try columns.given.refuse(without: "--protocol csv", unless: format == "csv")
  }

  func run() throws {
    let format = try chosenFormat()
    var decoder = format.makeDecoder()
    for byte in columns.header { decoder.push(byte) }
    while decoder.next() != nil {}
    let bar = ProgressBar("decoding", total: 100, in: .percent)
    var printer = ReadingPrinter(format, isRaw: raw)
    let input = try FileChunks(file == "-" ? nil : file)
    var digits = HexadecimalDigits()
    while case let chunk = try input.next(), !chunk.isEmpty {
      for byte in hex ? try digits.bytes(of: chunk) : chunk {
        decoder.push(byte)
        while let reading = decoder.next() { try printer.show(reading, of: &decoder) }
      }
      // Who waits for a sample gets it with the chunk that completes it.
      try printer.flush()
      if let size = input.size, size > 0 { bar.show(min(99, 100 * input.count / size)) }
    }
    try digits.finish()
    while let reading = decoder.nextAtEnd() { try printer.show(reading, of: &decoder) }
    try printer.finish()
    bar.show(100)
    let counters = decoder.counters
    Console.note(counters.account)
    guard printer.count == 0 else { return }
    let found =
      counters.accepted > 0
      ? "there is no sample in it, only other messages of \(format.name)"
      : counters.rejected > 0 ? "no byte of it is \(format.name)" : "it is empty"
    throw ToolError(
      "\(found): choose another format from `quillon protocols`, or give --hex for digits",
      code: .negative)
  }

  private func chosenFormat() throws -> BoardFormat {
    if format == "csv" { return columns.format(keepsHeader: true) }
    guard let known = BoardFormat.named(format) else {
      throw ToolError.unknown(protocol: format)
    }
    return known
  }
}

/// Hexadecimal digits as they come, in pairs. Spaces and line ends are ignored.
private struct HexadecimalDigits {
  private var first: UInt8?

  /// The bytes that the digits complete.
  ///
  /// - Throws: `ToolError` for any other character.
  mutating func bytes(of text: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    for byte in text where byte > 0x20 {
      guard let value = Character(UnicodeScalar(byte)).hexDigitValue else { throw Self.error }
      let digit = UInt8(value)
      if let high = first {
        bytes.append(high << 4 | digit)
        first = nil
      } else {
        first = digit
      }
    }
    return bytes[...]
  }

  /// Checks that no digit is left alone.
  func finish() throws { if first != nil { throw Self.error } }

  private static let error = ToolError(
    "the input is not hexadecimal: give pairs of digits, or leave --hex out", code: .misuse)
}
