import QuillonRecordings

extension Trace {
  /// How many rows are read between two looks at the progress.
  private static let step = 10_000

  /// Reads the trace file or the telephone log at `path`, and reports how a log was read and whether a file was broken off.
  ///
  /// - Parameter progress: Called with the share of the file that was read, 0 to 1. Nil to show a bar.
  init(noting path: String, progress: ((Double) -> Void)? = nil) throws(RecordingError) {
    let reader = try TraceReader(contentsOf: path)
    let bar = ProgressBar("reading ", total: 100, in: .percent)
    self.init(rows: [])
    while let row = try reader.next() {
      rows.append(row)
      guard rows.count % Self.step == 0, let share = reader.share else { continue }
      if let progress { progress(share) } else { bar.show(share: share) }
    }
    if progress == nil { bar.show(100) }
    (comments, isBrokenOff, remarks) = (reader.comments, reader.isBrokenOff, reader.remarks)
    reader.note(path)
  }
}

extension TraceReader {
  /// Reports how columns were interpreted, how a log was read and whether the file `path` was broken off. Call it after the last row.
  func note(_ path: String) {
    for remark in remarks { Console.note("\(path): \(remark)") }
    if let note = comments.first, note.hasPrefix("telephone log: ") {
      Console.note("\(path): \(note), \(count) samples")
    }
    if isBrokenOff {
      Console.note(
        "\(path) ends in the middle of a row: 1 row is left out, the \(count) rows before it are complete"
      )
    }
  }
}
