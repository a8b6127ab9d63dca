import QuillonRecordings

extension Trace {
  /// Reads the trace file or the telephone log at `path`, and says how a log was read and when a file was broken off.
  init(noting path: String) throws(RecordingError) {
    try self.init(contentsOf: path)
    if let note = comments.first, note.hasPrefix("telephone log: ") {
      Console.note("\(path): \(note), \(rows.count) samples")
    }
    if isBrokenOff {
      Console.note(
        "\(path) ends in the middle of a row: 1 row is left out, the \(rows.count) before it are whole"
      )
    }
  }
}
