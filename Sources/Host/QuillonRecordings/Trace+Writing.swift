import QuillonFileOutput

extension Trace {
  /// Writes the trace to a file; for the format see `csv`.
  ///
  /// - Throws: `RecordingError` for what could not be read back, `OutputError` when the file can't be written.
  public func write(to file: OutputFile) throws { try file.write(csv(name: file.path)) }

  /// The bytes of the trace file, which `init(parsing:name:)` reads back: comments first, then the
  /// header, then the rows.
  ///
  /// The columns are those of the first row, in a fixed order; `stroke` and `label` also if any row
  /// has one. The time has six digits behind the point, so it is rounded to 1 µs; every other
  /// number is the shortest decimal that reads back as the same Double. The same trace gives the
  /// same bytes.
  ///
  /// What could not be read back is an error: a row with other columns than the first, a time that
  /// falls or lies beyond ±4·10⁹ s, a number that is infinite or none, an attitude of zeros, an
  /// empty label, or a comma or line break where it would be taken for the file's own. `name`
  /// stands for the file in errors, whose line is that in the file to be written.
  public func csv(name: String = "trace") throws(RecordingError) -> [UInt8] {
    let writer = TraceRowWriter(for: rows, firstLine: comments.count + 2, file: name)
    var bytes: [UInt8] = []
    for (index, comment) in comments.enumerated() {
      guard !comment.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
        throw writer.error(
          line: index + 1, found: "a comment with a line break", expected: "one line a comment")
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
