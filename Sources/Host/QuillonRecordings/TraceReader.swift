import QuillonSerialFormats

/// Reads a recording row by row. A trace file of any size needs little memory so.
///
/// The rows are those of `Trace.init(contentsOf:)`, which describes the layouts. A telephone's log and
/// a file of floats are read as a whole, because their rows are put together from several places.
public final class TraceReader {
  /// The comment lines so far, without the `#` and the space after it.
  public private(set) var comments: [String] = []
  /// True when the file ended in the middle of a row, which is left out.
  public private(set) var isBrokenOff = false
  /// The number of rows so far.
  public private(set) var count = 0
  /// True for tables, for logs that consist of them, and for JSON. False for floats.
  public private(set) var isTable = false
  /// How the file was understood, for people. Known once the last row was read.
  public var remarks: [String] {
    let incompleteRows = rows?.incompleteRows ?? 0
    let counts = [
      (impossibleFields, "fields are none that a magnetometer measures: they are left out"),
      (incompleteRows, "rows lack a vector, whose numbers are missing"),
      (restarts, "times the time begins again behind a header: it goes on after 1 s"),
    ]
    return foundRemarks + counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
  }

  /// What the columns of a table hold: `t`, `ax` and so on; `other` for those that are not read. Empty for what is no table.
  public var columnNames: [String] { rows?.columnNames ?? layout.columns }
  /// The units of the numbers in the file, as far as there are such columns. Known once the first row was read.
  public var units: ColumnUnits {
    guard let rows else { return layout.usedUnits }
    return TraceLayout(columns: rows.columnNames, units: ownUnits.columnUnits).usedUnits
  }

  private var layout = TraceLayout()
  private var foundRemarks: [String] = []
  private let name: String
  private let file: FileChunks?
  private var scanner: LineScanner
  /// The beginning of a line whose end is in the next chunk.
  private var rest: [UInt8] = []
  private var rows: TraceRowReader?
  /// The time of the last row, as the file has it.
  private var lastTime: Double?
  /// True behind a header that is not the first.
  private var isNewPart = false
  /// How often the time began again behind a header, and what is added to it since, s.
  private var (restarts, offset) = (0, 0.0)
  private var lastLabel: String?
  /// The rows of a recording that was read as a whole.
  private var whole: ArraySlice<TraceRow>?

  /// The rows that were read to see their units, and what came after them.
  private var ahead: ArraySlice<TraceRow> = []
  private var error: RecordingError?
  private var hasLooked = true
  /// True if the numbers must be possible ones: for files, whoever made them.
  private let isLookedAt: Bool
  /// The number of fields that no magnetometer measures.
  private var impossibleFields = 0
  private var ownUnits = TraceUnits()
  /// True if 0 in the column `stroke` means that the pen is up.
  private var isZeroPenUp = false

  /// Comments beyond these are passed over: a file may hold nothing else.
  private static let mostComments = 10_000
  /// No row is longer, bytes.
  private static let longestLine = 1 << 24
  /// The number of rows of a pipe whose units are looked at: whoever reads a pipe does not want to wait for long.
  private static let rowsOfPipe = 256
  private static let nextStep = "correct the line, or record the trace again"

  /// Opens the trace file, the telephone's or sensor's log, or the recording of another program at `path`.
  ///
  /// - Throws: `RecordingError` if it cannot be read.
  public convenience init(contentsOf path: String) throws(RecordingError) {
    if RecordingFile.isFolder(path) {
      self.init(try TelephoneLog(folder: path).trace(), name: path)
      return
    }
    if path.hasSuffix(Trace.floatColumnsSuffix) {
      self.init(try Trace(floatColumns: RecordingFile.read(path), name: path), name: path)
      return
    }
    let file = try FileChunks(path)
    var beginning: [UInt8] = []
    // A pipe gives a little at a time. Behind a header of a trace, its rows are wanted as they come.
    while beginning.count < ForeignTable.looked, !Self.isTrace(beginning),
      case let chunk = try file.next(), !chunk.isEmpty
    {
      beginning += chunk
    }
    try OtherFile.check(path, beginning)
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) { beginning.removeFirst(3) }
    if WideText.begins(beginning) {
      beginning = WideText.utf8(beginning + (try RecordingFile.rest(of: file)))
    }
    // A table with all in one needs no other file.
    let isWhole =
      TelephoneTable.isPhyphox(beginning) && ForeignTable(beginning)?.isWhole == true
    if TelephoneTable.isTelephone(beginning, path: path), !isWhole {
      let bytes = beginning + (try RecordingFile.rest(of: file))
      self.init(try TelephoneLog(file: path, bytes).trace(), name: path, isTable: true)
      return
    }
    if TelephoneLog.isSensorRows(beginning) {
      let bytes = beginning + (try RecordingFile.rest(of: file))
      self.init(try TelephoneLog(rows: bytes, path: path).trace(), name: path, isTable: true)
      return
    }
    if TelephoneLog.isJSON(beginning) {
      let bytes = beginning + (try RecordingFile.rest(of: file))
      self.init(try TelephoneLog(json: bytes, path: path).trace(), name: path, isTable: true)
      return
    }
    if ArduPilotLog.begins(beginning) {
      beginning += try RecordingFile.rest(of: file)
      if let trace = try ArduPilotLog.trace(beginning, path: path) {
        self.init(trace, name: path, isTable: true)
        return
      }
    }
    let isDecoded = DecodedLines.begins(beginning)
    if isDecoded || EdgeImpulse.begins(beginning) {
      let bytes = beginning + (try RecordingFile.rest(of: file))
      let text = isDecoded ? DecodedLines.table(bytes) : try EdgeImpulse.table(bytes, name: path)
      let json = JSONTable.advice(path, bytes, key: "time", unit: "10000")
      if let table = ForeignTable(text, json: json) {
        self.init(withoutColumns: try table.trace(text, name: path), name: path)
        return
      }
    }
    try FileKind.recording.check(path, beginning)
    if JSONTable.begins(beginning) {
      beginning += try RecordingFile.rest(of: file)
      if let text = JSONTable.table(beginning) {
        if TelephoneLog.isSensorRows(text) {
          self.init(try TelephoneLog(rows: text, path: path).trace(), name: path, isTable: true)
          return
        }
        let json = JSONTable.advice(path, beginning, key: "time (s)", unit: "0.01")
        if let table = ForeignTable(text, json: json) {
          self.init(withoutColumns: try table.trace(text, name: path), name: path)
          return
        }
      }
      if let error = JSONTable.withoutSamples(path, beginning) { throw error }
    }
    let isLabeled = LabeledLines.begins(beginning)
    if isLabeled || SparseRows.hasChannels(beginning) {
      beginning += try RecordingFile.rest(of: file)
      let text = isLabeled ? LabeledLines.table(beginning) : SparseRows.table(beginning)
      if let text, let table = ForeignTable(text) {
        self.init(withoutColumns: try table.trace(text, name: path), name: path)
        return
      }
    }
    guard !TraceRowReader.hasHeader(beginning) else {
      self.init(beginning, of: file, name: path, isLookedAt: true)
      isTable = true
      return
    }
    if let table = ForeignTable(
      beginning, file: path.split(separator: "/").last.map(String.init) ?? "")
    {
      self.init(
        try table.trace(beginning + (try RecordingFile.rest(of: file)), name: path), name: path,
        isTable: true)
      return
    }
    if let advice = DecodedLines.advice(path, beginning) { throw advice }
    self.init(beginning, of: file, name: path, isLookedAt: true)
  }

  /// True if these bytes begin with the whole header of a trace.
  private static func isTrace(_ beginning: [UInt8]) -> Bool {
    guard let end = beginning.lastIndex(of: UInt8(ascii: "\n")) else { return false }
    return TraceRowReader.hasHeader(Array(beginning[...end]))
  }

  /// Reads the bytes of a trace file; `name` stands for the file in errors.
  convenience init(parsing bytes: [UInt8], name: String) { self.init(bytes, of: nil, name: name) }

  private init(_ beginning: [UInt8], of file: FileChunks?, name: String, isLookedAt: Bool = false) {
    (self.file, self.name, rest) = (file, name, beginning)
    hasLooked = !isLookedAt
    self.isLookedAt = isLookedAt
    scanner = LineScanner([], file: name, nextStep: Self.nextStep)
    if file == nil || beginning.isEmpty { endWithRest() } else { cutRest() }
  }

  /// Reads what was no table with a column for each number.
  private convenience init(withoutColumns trace: Trace, name: String) {
    var trace = trace
    trace.layout.columns = []
    self.init(trace, name: name, isTable: true)
  }

  private init(_ trace: Trace, name: String, isTable: Bool = false) {
    self.isTable = isTable
    (file, self.name, comments, isLookedAt) = (nil, name, trace.comments, false)
    (isBrokenOff, whole, foundRemarks) = (trace.isBrokenOff, trace.rows[...], trace.remarks)
    layout = trace.layout
    scanner = LineScanner([], file: name, nextStep: Self.nextStep)
  }

  /// The share of the file that was read, 0 to 1. Nil for what has no size.
  public var share: Double? {
    guard let file, let size = file.size, size > 0 else { return nil }
    return min(Double(file.count) / Double(size), 1)
  }

  /// The next row. Nil at the end.
  ///
  /// - Throws: `RecordingError` for a row that is not as the layout has it.
  public func next() throws(RecordingError) -> TraceRow? {
    // A row is large, so it is copied as seldom as possible.
    guard whole != nil else { return try nextOwn() }
    if whole?.isEmpty == false { count += 1 }
    return whole?.popFirst()
  }

  /// The next row in the units of a trace. The first rows are read ahead: their numbers show whether they are in these units.
  private func nextOwn() throws(RecordingError) -> TraceRow? {
    if !hasLooked { lookAhead() }
    if let row = ahead.popFirst() {
      count += 1
      return checked(row)
    }
    if let error { throw error }
    guard let row = try nextLine() else { return nil }
    count += 1
    return checked(row)
  }

  /// The row in the units of a trace, without a field that no magnetometer measures: drivers write such numbers when the sensor
  /// overflows.
  private func checked(_ row: TraceRow) -> TraceRow {
    guard isLookedAt else { return row }
    var row = ownUnits.isIdentity ? row : ownUnits.apply(to: row)
    if isZeroPenUp, row.stroke == 0 { row.stroke = nil }
    if let field = row.magneticField,
      max(field.x.magnitude, field.y.magnitude, field.z.magnitude) > 1e5
    {
      row.magneticField = nil
      impossibleFields += 1
    }
    return row
  }

  private func lookAhead() {
    hasLooked = true
    var rows: [TraceRow] = []
    let isPipe = file.map { $0.size == nil } ?? false
    let most = isPipe ? Self.rowsOfPipe : UnitEvidence.most
    do throws(RecordingError) {
      while rows.count < most, let row = try nextLine() { rows.append(row) }
    } catch {
      self.error = error
    }
    if EqualStamps.stand(in: rows), error == nil {
      // Where they go on is only known at the end of each burst.
      do throws(RecordingError) {
        while let row = try nextLine() { rows.append(row) }
      } catch {
        self.error = error
      }
      foundRemarks = [EqualStamps.spread(&rows)]
    }
    ahead = rows[...]
    isZeroPenUp = Self.isZeroBetweenStrokes(rows)
    if isZeroPenUp { foundRemarks.append("0 in the column stroke is taken for a lifted pen") }
    ownUnits = TraceUnits(of: ahead.prefix(most), told: ColumnUnits(), isOwn: true)
    if isPipe, rows.count == most {
      foundRemarks.append(
        "\(name) is a pipe: its units were looked for in the first \(most) rows only")
    }
    foundRemarks += ownUnits.remarks
    if !ownUnits.remarks.isEmpty {
      foundRemarks.append("if that is wrong, write the units into the header: \(ownUnits.header)")
    }
  }

  /// True if a sample of stroke 0 lies right before or after one of another stroke. A pen is lifted between two strokes, so 0 stands for that.
  private static func isZeroBetweenStrokes(_ rows: [TraceRow]) -> Bool {
    zip(rows, rows.dropFirst()).contains { row, next in
      guard let a = row.stroke, let b = next.stroke, a != b, a == 0 || b == 0 else { return false }
      return next.time - row.time <= longestStep
    }
  }

  /// Samples of one stroke are no further apart, s.
  private static let longestStep = 0.1

  private func nextLine() throws(RecordingError) -> TraceRow? {
    while try advanceLine() {
      if scanner.take("#") {
        _ = scanner.take(" ")
        let comment = try scanner.rest()
        if comments.count < Self.mostComments { comments.append(comment) }
      } else if let rows {
        guard !rows.skipsHeader(&scanner) else {
          isNewPart = true
          continue
        }
        do throws(RecordingError) {
          var row = try rows.row(from: &scanner, after: isNewPart ? nil : lastTime)
          isBrokenOff = scanner.isUnended && row.hasPart(ofLabel: lastLabel)
          guard !isBrokenOff else { continue }
          if isNewPart, let last = lastTime, row.time < last {
            restarts += 1
            offset += last + 1 - row.time
          }
          isNewPart = false
          (lastTime, lastLabel) = (row.time, row.label)
          row.time += offset
          guard row.time.magnitude <= Trace.timeLimit else {
            throw scanner.error(
              found: "the time \(row.time) s, behind those before it",
              expected: "a time within ±4e9 s")
          }
          return row
        } catch {
          guard scanner.isUnended else { throw error }
          isBrokenOff = true
        }
      } else {
        rows = try TraceRowReader(header: &scanner)
      }
    }
    guard rows != nil else {
      throw scanner.error(
        found: "the end of the file", expected: "a header with some of \(TraceColumn.names)")
    }
    return nil
  }

  /// Moves to the next line, which may be in the next chunk.
  private func advanceLine() throws(RecordingError) -> Bool {
    while !scanner.advanceLine() {
      guard let file else { return false }
      let chunk = try file.next()
      if chunk.isEmpty {
        guard !rest.isEmpty else { return false }
        endWithRest()
      } else {
        // Without a line end there is nothing to do yet, and what was read is not searched again.
        let hasEnd = chunk.contains(UInt8(ascii: "\n"))
        rest += chunk
        if hasEnd {
          cutRest()
        } else if rest.count > Self.longestLine {
          throw scanner.error(
            found: "a line of more than \(Self.longestLine) bytes", expected: "a row of a trace")
        }
      }
    }
    return true
  }

  /// Goes on with the whole lines of what was read.
  private func cutRest() {
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let tail = Array(rest[(end + 1)...])
    rest.removeSubrange((end + 1)...)
    scan(rest)
    rest = tail
  }

  /// Goes on with all that was read: no more comes.
  private func endWithRest() {
    scan(rest)
    rest = []
  }

  private func scan(_ bytes: [UInt8]) {
    scanner = LineScanner(bytes, after: scanner.line, file: name, nextStep: Self.nextStep)
  }
}

extension TraceRow {
  /// True if the row's label is only the beginning of `whole`.
  fileprivate func hasPart(ofLabel whole: String?) -> Bool {
    guard let whole, let label, label != whole else { return false }
    return whole.hasPrefix(label)
  }
}
