import QuillonSystem

extension Trace {
  /// Writes the trace to a file. For the format see `csv`.
  ///
  /// - Throws: `RecordingError` for content that could not be read back, `OutputError` when the
  ///   file cannot be written.
  public func write(to file: OutputFile) throws { try file.write(csv(name: file.path)) }

  /// The bytes of the trace file, which `init(parsing:name:)` reads back: first the comments, then
  /// the header, then the rows.
  ///
  /// The columns are those of the first row, in a fixed order. `stroke` and `label` are included if
  /// any row has one. The time has six digits after the decimal point, so it is rounded to 1 µs.
  /// Every other number is the shortest decimal that reads back as the same Double. The same trace
  /// gives the same bytes.
  ///
  /// - Parameter name: stands for the file in errors. Their line is the line in the file to be
  ///   written.
  /// - Throws: `RecordingError` for content that could not be read back: a row with other columns
  ///   than the first, a time that decreases or is beyond ±4·10⁹ s, a number that is infinite or
  ///   not a number, an attitude of zeros, an empty label, or a comma or line break inside a text
  ///   where it would end the field or line.
  public func csv(name: String = "trace") throws(RecordingError) -> [UInt8] {
    let writer = TraceRowWriter(for: rows, firstLine: comments.count + 2, file: name)
    var bytes: [UInt8] = []
    for (index, comment) in comments.enumerated() {
      guard !comment.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
        throw writer.error(
          line: index + 1, found: "a comment with a line break", expected: "one line per comment")
      }
      bytes += "# \(comment)\n".utf8
    }
    bytes += writer.header.utf8
    var earliest = -Self.timeLimit
    for (index, row) in rows.enumerated() {
      try writer.append(row, index: index, after: earliest, to: &bytes)
      earliest = row.time
    }
    return bytes
  }
}
