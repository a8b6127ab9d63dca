import ArgumentParser
import QuillonBoardFormats
import QuillonBridge
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
    let input = try FileChunks(file == "-" ? nil : file)
    var beginning = try input.next()
    if self.format == "csv", !hex, WideText.begins(beginning) {
      while case let chunk = try input.next(), !chunk.isEmpty { beginning += chunk }
      beginning = WideText.utf8(Array(beginning))[...]
    }
    var columns = columns
    let isNamed = columns.columns != nil
    if self.format == "csv", !hex { look(at: beginning, &columns) }
    let format = try chosenFormat(columns, isNamed: isNamed)
    var decoder = format.makeDecoder()
    for byte in columns.header { decoder.push(byte) }
    while decoder.next() != nil {}
    let bar = ProgressBar("decoding", total: 100, in: .percent)
    var printer = ReadingPrinter(format, isRaw: raw)
    var digits = HexadecimalDigits()
    var chunk = beginning
    while !chunk.isEmpty {
      for byte in hex ? try digits.bytes(of: chunk) : chunk {
        decoder.push(byte)
        while let reading = decoder.next() { try printer.show(reading, of: &decoder) }
      }
      // Who waits for a sample gets it with the chunk that completes it.
      try printer.flush()
      if let size = input.size, size > 0 { bar.show(min(99, 100 * input.count / size)) }
      chunk = try input.next()
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

  /// Finds columns and units that are not given by the first lines, and says what they are taken for.
  private func look(at beginning: ArraySlice<UInt8>, _ columns: inout ColumnOptions) {
    var finder = ColumnFinder()
    finder.push(ReceivedBytes(arrival: 0, bytes: Array(beginning.prefix(1 << 16))))
    if let (units, remarks) = finder.namedUnits, columns.columns == nil {
      columns.accelerationUnit = columns.accelerationUnit ?? units.acceleration
      columns.rateUnit = columns.rateUnit ?? units.rate
      columns.timeUnit = columns.timeUnit ?? units.time
      for remark in remarks { Console.note("the columns have names: \(remark)") }
    } else if columns.columns == nil, var found = finder.assignment, found.isCertain {
      if let warning = columns.contradiction(of: found) { Console.note(warning) }
      columns.adopt(found)
      found.adopt(columns)
      Console.note(found.words)
    }
  }

  private func chosenFormat(_ columns: ColumnOptions, isNamed: Bool) throws -> BoardFormat {
    if format == "csv" { return columns.format(keepsHeader: isNamed) }
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
