import QuillonRecordings

/// A recording to which samples are appended.
struct EarlierRecording {
  /// The time between its last row and the first appended one, s. Every reader treats this as a
  /// gap.
  static let pause = 1.0
  /// How many samples may lack one of its columns before the recorder gives up.
  static let maximumSkipped = 50

  /// The line with the names of the columns, as ``TraceRecorder`` writes it.
  let header: [UInt8]
  /// Its first row.
  let first: TraceRow
  /// The time of its last row, s.
  let end: Double
  /// The number of bytes up to the end of the last whole line.
  let length: Int
  /// The bytes between it and the appended rows.
  let seam: [UInt8]

  /// Reads the recording in the file at `path`. The appended rows will have `label`.
  ///
  /// - Throws: `RecordingError` if the file is not a recording, has no row, or has other columns
  ///   than ``TraceRecorder`` writes.
  init(_ path: String, label: String?) throws(RecordingError) {
    let trace = try Trace(contentsOf: path)
    guard var first = trace.rows.first, let last = trace.rows.last else {
      throw RecordingError(
        file: path, found: "no row", expected: "a recording to go on with",
        nextStep: "replace it with --force, or name another file")
    }
    let bytes = try RecordingFile.read(path)
    let header = Self.header(of: bytes)
    first.label = label
    let hasField = trace.rows.contains { $0.magneticField != nil }
    if hasField { first.magneticField = .zero }
    let own = try TraceRecorder.lines(of: first, hasField: hasField, name: path).header
    guard header == own else { throw Self.otherColumns(header, than: own, in: path) }
    (self.header, self.first, end) = (header, first, last.time)
    let isUnended = bytes.last != UInt8(ascii: "\n")
    length =
      trace.isBrokenOff
      ? (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1 : bytes.count
    seam =
      (isUnended && !trace.isBrokenOff ? [UInt8(ascii: "\n")] : [])
      + Array("# appended: times go on \(Self.pause) s later, however long it was\n".utf8)
  }

  /// The error for a recording whose columns differ from those of the appended rows.
  static func otherColumns(
    _ header: [UInt8], than own: [UInt8], in path: String
  ) -> RecordingError {
    func words(_ line: [UInt8]) -> String {
      "the columns " + String(decoding: line.dropLast().prefix(200), as: UTF8.self)
    }
    return RecordingError(
      file: path, found: words(header), expected: words(own) + ", as this recording has them",
      nextStep: "record the same streams, with or without --label as before, or name another file")
  }

  /// The first line that is not a comment, with its line end.
  private static func header(of bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.first { $0.first != UInt8(ascii: "#") } ?? []
    return Array(line) + [UInt8(ascii: "\n")]
  }
}
