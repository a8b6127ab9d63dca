import QuillonRecordings

extension Trace {
  /// Reads the trace file or the telephone log at `path`, and says how a log was read and when a file was broken off.
  init(noting path: String) throws(RecordingError) {
    try self.init(contentsOf: path)
    note(path, comments, count: rows.count, isBrokenOff: isBrokenOff)
  }
}

extension TraceReader {
  /// Says how a log was read and whether the file `path` was broken off. Call it after the last row.
  func note(_ path: String) {
    QuillonTool.note(path, comments, count: count, isBrokenOff: isBrokenOff)
  }
}

private func note(_ path: String, _ comments: [String], count: Int, isBrokenOff: Bool) {
  if let note = comments.first, note.hasPrefix("telephone log: ") {
    Console.note("\(path): \(note), \(count) samples")
  }
  if isBrokenOff {
    Console.note(
      "\(path) ends in the middle of a row: 1 row is left out, the \(count) rows before it are complete"
    )
  }
}
