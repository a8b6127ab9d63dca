import ArgumentParser
import QuillonBridge
import QuillonRecordings
import QuillonSerialFormats

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Decodes recorded bytes of a board and prints the samples.",
    discussion: """
      The command prints one JSON line for each sample: time in µs, acceleration in m/s², \
      angular rate in rad/s, magnetic field in µT, attitude as w x y z. The body's x axis points \
      right, y forward, z up. Values that the board does not send are left out. At the end the \
      command prints to standard error how many bytes belong to no message. A table with times \
      is read as other commands read it. With --explain it prints instead what it took for \
      what and why: format, columns, units, rate.
      """)

  /// Text in UTF-16 is converted as a whole, and a table is read as a whole, bytes.
  private static let longestWhole = 1 << 26

  @Option(
    name: .customLong("protocol"),
    help: """
      The format of the bytes. `quillon protocols` lists the formats. Without this option, the first 64 KB show \
      the format.
      """)
  var givenFormat: String?

  @Flag(help: "Print what was taken for what, and why, instead of the samples.")
  var explain = false

  @Flag(help: "Print one line for each message, with the maker's own fields and units.")
  var raw = false

  @Flag(help: "Read hexadecimal digits instead of bytes.")
  var hex = false

  @Flag(help: "Print JSON. Samples are always JSON lines; what --explain prints is text otherwise.")
  var json = false

  @OptionGroup(title: "Lines of numbers (csv)") var columns: ColumnOptions

  @Argument(help: "The file to decode; - reads standard input.")
  var file = "-"

  func validate() throws {
    try columns.given.refuse(
      without: "--protocol csv", unless: [nil, "csv", "tagged"].contains(givenFormat))
    if explain, raw { throw ValidationError("--explain and --raw cannot be used together.") }
    if givenFormat == nil, hex {
      throw ValidationError("--hex needs --protocol.")
    }
  }

  func run() throws {
    let input = try FileChunks(file == "-" ? nil : file)
    var beginning = try input.next()
    if (givenFormat ?? "csv") == "csv", !hex, WideText.begins(beginning) {
      while case let chunk = try input.next(), !chunk.isEmpty {
        beginning += chunk
        guard beginning.count <= Self.longestWhole else {
          throw ToolError(
            "it is UTF-16 and larger than 64 MB: convert it with iconv -f UTF-16 -t UTF-8",
            code: .negative)
        }
      }
      beginning = WideText.utf8(Array(beginning))[...]
    }
    // A pipe gives a little at a time.
    while givenFormat == nil, beginning.count < 1 << 16, case let chunk = try input.next(),
      !chunk.isEmpty
    {
      beginning += chunk
    }
    let reading = Result { try input.size.flatMap { try table(beginning, size: $0) } }
    if case .success(let table?) = reading { return try show(table, beginning) }
    var columns = columns
    let isNamed = columns.columns != nil
    var explanation = try StreamExplanation(of: beginning, file, format: givenFormat, columns)
    let name = explanation.format
    if !explain, let finding = explanation.finding { Console.note("format: \(name)\(finding)") }
    if name == "csv", !hex { explanation.look(at: beginning, &columns) }
    if case .failure(let error) = reading, explanation.columns != nil {
      explanation.remarks.append("as a table it is not read (\(error)), but as a board's lines")
    }
    guard let known = BoardFormat.named(name) else { throw ToolError.unknown(protocol: name) }
    let format = columns.completed(known, keepsHeader: isNamed)
    if let assumption = columns.assumption(of: format, in: beginning) {
      explanation.remarks.append(assumption)
    }
    if !explain { for remark in explanation.remarks { Console.note(remark) } }
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
        while let reading = decoder.next() {
          if explain { explanation.add(reading) } else { try printer.show(reading, of: &decoder) }
        }
      }
      // Who waits for a sample gets it with the chunk that completes it.
      try printer.flush()
      if let size = input.size, size > 0 { bar.show(min(99, 100 * input.count / size)) }
      chunk = try input.next()
    }
    try digits.finish()
    while let reading = decoder.nextAtEnd() {
      if explain { explanation.add(reading) } else { try printer.show(reading, of: &decoder) }
    }
    try printer.finish()
    bar.show(100)
    let counters = decoder.counters
    if explain {
      explanation.finish(columns, counters)
      let text = json ? try Console.line(json: explanation) + "\n" : explanation.text
      try Console.write(Array(text.utf8))
    } else {
      Console.note(counters.account)
    }
    guard printer.count == 0, explanation.samples == 0 else { return }
    let found =
      counters.accepted > 0
      ? "there is no sample in it, only other messages of \(format.name)"
      : counters.rejected > 0 ? "no byte of it is \(format.name)" : "it is empty"
    throw ToolError(
      "\(found): choose another format from `quillon protocols`, or give --hex for digits",
      code: .negative)
  }
}

/// A file that is a table with times, read as a whole.
struct DecodedTable {
  /// Its reader, at the end of the file.
  let reader: TraceReader
  /// Its rows, at least one.
  let rows: [TraceRow]
  /// The share of the first bytes that a board's lines of numbers might be, 0…1; nil if they can't be such lines.
  let share: Double?
}

extension DecodeCommand {
  /// The file as a table with times, if no option says what it holds, and if all of it can be read so. Nil for the bytes of a board.
  ///
  /// - Throws: `RecordingError` if it can't be read as a table, or is too large for that.
  private func table(_ beginning: ArraySlice<UInt8>, size: Int) throws -> DecodedTable? {
    guard givenFormat == nil, !hex, !raw, columns.given.isEmpty else { return nil }
    var detector = FormatDetector()
    detector.push(beginning.prefix(1 << 16))
    let best = detector.best
    guard (best?.format.name ?? "csv") == "csv" else { return nil }
    guard size <= Self.longestWhole else {
      throw RecordingError(
        file: file, found: "more than 64 MB", expected: "a table that is held as a whole",
        nextStep: "give it to `quillon fuse`")
    }
    let reader = try TraceReader(contentsOf: file)
    guard reader.isTable else { return nil }
    var rows: [TraceRow] = []
    while let row = try reader.next() { rows.append(row) }
    return rows.isEmpty ? nil : DecodedTable(reader: reader, rows: rows, share: best?.share)
  }

  /// Prints the rows of a table, or what was taken for what.
  private func show(_ table: DecodedTable, _ beginning: ArraySlice<UInt8>) throws {
    guard !explain else {
      let explanation = StreamExplanation(of: table, file, beginning)
      let text = json ? try Console.line(json: explanation) + "\n" : explanation.text
      return try Console.write(Array(text.utf8))
    }
    var printer = ReadingPrinter(.columns(in: columns.units))
    for row in table.rows { try printer.show(DecodedSample(row)) }
    try printer.finish()
    table.reader.note(file)
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
