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

  private let name: String
  private let file: FileChunks?
  private var scanner: LineScanner
  /// The beginning of a line whose end is in the next chunk.
  private var rest: [UInt8] = []
  private var rows: TraceRowReader?
  private var lastTime: Double?
  private var lastLabel: String?
  /// The rows of a recording that was read as a whole.
  private var whole: ArraySlice<TraceRow>?

  private static let nextStep = "correct the line, or record the trace again"

  /// Opens the trace file or the telephone log at `path`.
  ///
  /// - Throws: `RecordingError` if it cannot be read.
  public convenience init(contentsOf path: String) throws(RecordingError) {
    guard !RecordingFile.isFolder(path), !path.hasSuffix(Trace.floatColumnsSuffix) else {
      self.init(try Trace(contentsOf: path), name: path)
      return
    }
    let file = try FileChunks(path)
    let beginning = Array(try file.next())
    if TelephoneTable.isTelephone(beginning) {
      let bytes = beginning + (try RecordingFile.rest(of: file))
      self.init(try TelephoneLog(file: path, bytes).trace(), name: path)
    } else {
      try FileKind.recording.check(path, beginning)
      self.init(beginning, of: file, name: path)
    }
  }

  /// Reads the bytes of a trace file; `name` stands for the file in errors.
  convenience init(parsing bytes: [UInt8], name: String) { self.init(bytes, of: nil, name: name) }

  private init(_ beginning: [UInt8], of file: FileChunks?, name: String) {
    (self.file, self.name, rest) = (file, name, beginning)
    scanner = LineScanner([], file: name, nextStep: Self.nextStep)
    if file == nil || beginning.isEmpty { endWithRest() } else { cutRest() }
  }

  private init(_ trace: Trace, name: String) {
    (file, self.name, comments) = (nil, name, trace.comments)
    (isBrokenOff, whole) = (trace.isBrokenOff, trace.rows[...])
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
    guard whole != nil else { return try nextLine() }
    if whole?.isEmpty == false { count += 1 }
    return whole?.popFirst()
  }

  private func nextLine() throws(RecordingError) -> TraceRow? {
    while try advanceLine() {
      if scanner.take("#") {
        _ = scanner.take(" ")
        comments.append(try scanner.rest())
      } else if let rows {
        do throws(RecordingError) {
          let row = try rows.row(from: &scanner, after: lastTime)
          isBrokenOff = scanner.isUnended && row.hasPart(ofLabel: lastLabel)
          guard !isBrokenOff else { continue }
          (lastTime, lastLabel) = (row.time, row.label)
          count += 1
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
        rest += chunk
        cutRest()
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
