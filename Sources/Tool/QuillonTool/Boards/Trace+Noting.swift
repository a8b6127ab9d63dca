import QuillonRecordings

extension Trace {
  /// Reads the trace file at `path`. Prints a note if the file is incomplete.
  init(noting path: String) throws(RecordingError) {
    try self.init(contentsOf: path)
    if isBrokenOff {
      Console.note(
        "\(path) ends in the middle of a row: 1 row is left out, the \(rows.count) rows before it are complete"
      )
    }
  }
}
