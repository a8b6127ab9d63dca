import Foundation
import QuillonBridge
import QuillonConversions
import QuillonRecordings
import QuillonSerialFormats

/// How a board's bytes were interpreted, and why: those of a file, or the first of a port.
struct StreamExplanation: Encodable {
  /// The file or the port.
  let file: String
  /// The format by its name.
  let format: String
  /// The share of the first bytes that are of the format, 0…1; nil if the format was given.
  private(set) var share: Double?
  /// The first line of text; nil for other formats.
  private(set) var firstLine: String?
  /// What the columns hold, as `--columns` names it; nil for a format without columns, or if they are not known.
  var columns: [String]?
  /// The unit of acceleration, of angular rate, of time and of the magnetic field; nil if it is not known or there is none.
  private(set) var accelerationUnit: String?
  private(set) var rateUnit: String?
  private(set) var timeUnit: String?
  private(set) var fieldUnit: String?
  /// The reasons, in words.
  var remarks: [String] = []
  /// How many samples there are.
  private(set) var samples = 0
  /// What a sample holds.
  private(set) var quantities: [String] = []
  /// Samples a second by the board's own times; nil without them.
  private(set) var rate: Double?
  /// How many bytes belong to a message, and how many to none.
  private(set) var acceptedBytes = 0
  private(set) var rejectedBytes = 0

  /// The command that reads the bytes, without its format and columns.
  private let command: String
  /// What stands behind them: the file.
  private let operand: String
  /// True for a table, which was read as one.
  private var isTable = false
  private var account = ""
  private var times: (first: UInt32, last: UInt32, elapsed: Double, count: Int)?

  private enum CodingKeys: String, CodingKey {
    case file, format, share, firstLine, columns, accelerationUnit, rateUnit, timeUnit, fieldUnit,
      remarks, samples, quantities, rate, acceptedBytes, rejectedBytes
  }

  /// Finds the format by the first bytes, unless it is given.
  ///
  /// - Throws: `ToolError` if no format fits.
  init(
    of beginning: ArraySlice<UInt8>, _ file: String, format: String?, _ options: ColumnOptions
  ) throws {
    self.file = file
    (command, operand) = ("decode", " " + file.shellQuoted)
    let looked = beginning.prefix(1 << 16)
    if let format {
      self.format = format
    } else if options.columns != nil {
      self.format = "csv"
    } else {
      var detector = FormatDetector()
      detector.push(looked)
      if let best = detector.best {
        (self.format, share) = (best.format.name, best.share)
      } else if Self.finder(of: looked).assignment?.isCertain == true {
        // Rows whose columns are in no usual order.
        self.format = "csv"
      } else if file != "-", (try? TraceReader(contentsOf: file).next()) != nil {
        throw ToolError(
          "it is a table and not the bytes of a board: `quillon fuse \(file.shellQuoted) --out attitude.csv` reads it",
          code: .negative)
      } else {
        throw ToolError(
          """
          \(looked.isEmpty ? "it is empty" : "its first \(looked.count) bytes are of no known format"): name the format with \
          --protocol, as `quillon protocols` lists it, or name the columns of numbers with --columns t,ax,ay,az,gx,gy,gz
          """, code: .negative)
      }
    }
    if self.format == "csv" { firstLine = Self.firstLine(of: looked) }
  }

  /// Explains the first bytes of a port, which a command has read to find the format.
  ///
  /// - Parameters:
  ///   - connection: The port.
  ///   - options: What was given: the format, and columns and units.
  init(of connection: BoardConnection, _ options: PortOptions) {
    file = connection.transport.path
    format = connection.format.name
    (command, operand) = ("bridge --port \(file.shellQuoted)", "")
    let beginning = connection.earlier.flatMap(\.bytes)
    if options.format == nil {
      var detector = FormatDetector()
      detector.push(beginning)
      share = detector.best?.share
    }
    if format == "csv" {
      firstLine = Self.firstLine(of: beginning[...])
      var given = options.columns
      look(at: beginning[...], &given)
    }
    if let assumption = connection.columns.assumption(of: connection.format, in: beginning) {
      remarks.append(assumption)
    }
    var decoder = connection.format.makeDecoder()
    for byte in connection.columns.header { decoder.push(byte) }
    while decoder.next() != nil {}
    for byte in beginning {
      decoder.push(byte)
      while let reading = decoder.next() { add(reading) }
    }
    finish(connection.columns, decoder.counters)
  }

  /// Explains a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - beginning: Its first bytes.
  init(of table: DecodedTable, _ file: String, _ beginning: ArraySlice<UInt8>) {
    (self.file, share) = (file, table.share)
    columns = table.reader.columnNames.isEmpty ? nil : table.reader.columnNames
    (format, isTable) = (columns == nil ? "recording" : "csv", true)
    (command, operand) = ("decode", " " + file.shellQuoted)
    firstLine = Self.firstLine(of: beginning)
    for row in table.rows { add(DecodedSample(row)) }
    remarks = table.reader.remarks
    note(table.reader.units)
    findRate()
  }

  private mutating func note(_ units: ColumnUnits) {
    accelerationUnit = units.acceleration?.name
    rateUnit = units.rate?.name
    timeUnit = columns?.contains("t") == true ? units.time?.name : nil
    fieldUnit = units.field?.name
  }

  private static func firstLine(of bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.split { $0 == 0x0A || $0 == 0x0D }.first ?? []
    return String(decoding: line.prefix(160), as: UTF8.self).printable
  }

  /// Finds columns and units of lines of numbers that `options` leave open, and notes the result.
  mutating func look(at beginning: ArraySlice<UInt8>, _ options: inout ColumnOptions) {
    let finder = Self.finder(of: beginning, options.header)
    let named = finder.namedUnits
    guard options.columns == nil else {
      remarks += options.complete(by: named, nil)
      return
    }
    if named != nil { columns = finder.namedColumns }
    let found = named == nil ? finder.assignment : nil
    guard let found, !found.isCertain else { return remarks += options.complete(by: named, found) }
    // The format uses the usual order by itself.
    remarks.append(found.words)
  }

  /// The finder of the columns of lines of numbers, with as many lines of a file as help.
  private static func finder(of bytes: ArraySlice<UInt8>, _ header: [UInt8] = []) -> ColumnFinder {
    var finder = ColumnFinder(most: 1_000, header: header)
    finder.push(ReceivedBytes(arrival: 0, bytes: Array(bytes.prefix(1 << 16))))
    return finder
  }

  /// Counts a sample, and notes what it holds.
  mutating func add(_ reading: SensorReading) {
    guard !reading.isEmpty else { return }
    add(DecodedSample(reading))
  }

  private mutating func add(_ sample: DecodedSample) {
    samples += 1
    if quantities.isEmpty || samples < 50 {
      quantities += sample.quantities.filter { !quantities.contains($0) }
    }
    guard let time = sample.timestamp else { return }
    guard let known = times else {
      times = (time, time, 0, 1)
      return
    }
    // A message of another sensor at the same time is none more.
    let step = Int32(bitPattern: time &- known.last)
    guard step > 0 else { return }
    times = (known.first, time, known.elapsed + Double(step) * 1e-6, known.count + 1)
  }

  /// Records what was used in the end.
  mutating func finish(_ options: ColumnOptions, _ counters: DecodeCounters) {
    findRate()
    if format == "csv" {
      columns = columns ?? options.columns?.split { ",; \t".contains($0) }.map(String.init)
      note(options.units)
    }
    (acceptedBytes, rejectedBytes) = (Int(counters.accepted), Int(counters.rejected))
    account = counters.account
  }

  private mutating func findRate() {
    guard let times, times.count > 1, times.elapsed > 0 else { return }
    rate = (Double(times.count - 1) / times.elapsed * 10).rounded() / 10
  }

  /// How the format was found, for people; nil if it was given.
  var finding: String? {
    share.map { ": \(Int(($0 * 100).rounded(.down))) % of the first bytes are of it" }
  }

  /// The same for people.
  var text: String {
    let units = [
      accelerationUnit.map { "acceleration in \($0)" }, rateUnit.map { "rate in \($0)" },
      timeUnit.map { "time in \($0)" }, fieldUnit.map { "field in \($0)" },
    ].compactMap(\.self)
    let boards =
      isTable
      ? (columns == nil ? "" : ", a table") + ", which all commands read alike"
      : BoardFormat.named(format).map { ", \($0.boards)" } ?? ""
    let correction = [
      columns.map { "--columns \($0.joined(separator: ","))" },
      accelerationUnit.map { "--acceleration-unit \($0.shellQuoted)" },
      rateUnit.map { "--rate-unit \($0.shellQuoted)" }, timeUnit.map { "--time-unit \($0)" },
      fieldUnit.map { "--field-unit \($0)" },
    ].compactMap(\.self)
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      guard let value else { return }
      lines.append(name.padding(toLength: 12, withPad: " ", startingAt: 0) + value + "\n")
    }
    add("format", format + boards + (isTable ? "" : finding ?? ", as given"))
    add("first line", firstLine)
    add("columns", columns?.joined(separator: ","))
    add("units", units.isEmpty ? nil : units.joined(separator: ", "))
    for remark in remarks { add("", remark) }
    // A port whose format is given is not listened to before.
    if acceptedBytes + rejectedBytes > 0 || isTable {
      add(
        "samples",
        "\(samples)" + (rate.map { ", \($0) a second" } ?? ", without times of their own"))
      add("holding", quantities.isEmpty ? nil : quantities.joined(separator: ", "))
      add("bytes", isTable ? nil : account)
    }
    // Of files that have no columns only their own names say more.
    guard !isTable || columns != nil else { return lines.joined() }
    let options = format == "csv" ? correction : []
    add(
      "to correct",
      (["quillon \(command) --protocol \(format)"] + options).joined(separator: " ") + operand)
    return lines.joined()
  }
}
