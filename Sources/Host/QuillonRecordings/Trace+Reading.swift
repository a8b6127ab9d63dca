extension Trace {
  /// Reads a trace file.
  ///
  /// UTF-8 text with lines that end with LF or CR LF. Lines that begin with `#` are comments. The
  /// first other line names the columns, in any order and separated by commas; every other line is
  /// a row with as many fields. Columns:
  ///
  /// - `t`: s, compulsory, within ±4·10⁹ (where a Double still holds microseconds), never falling
  /// - `ax ay az`: specific force, m/s²; `ux uy uz`: linear acceleration, m/s²
  /// - `gx gy gz`: angular rate, rad/s; `mx my mz`: magnetic field, µT
  /// - `qw qx qy qz`: attitude, body to reference, not all 0
  /// - `pen`: 0 up, 1 down
  /// - `stroke`: an integer, or empty in rows that belong to no stroke
  /// - `label`: text without comma, or empty
  ///
  /// A group of axes is there as a whole or not at all. Numbers are finite and decimal. Whatever
  /// breaks these rules is an error that names file and line; nothing is guessed or repaired.
  ///
  /// One thing is no error: a last row without line end that breaks them. It is left out, and ``isBrokenOff``
  /// is true: a full disk or a power failure cuts recordings like that. A cut row of a recording never reads as a
  /// whole one: its last column is the pen, one digit, or a label, which counts as cut there if it is the beginning of the
  /// one in the row before, and as none if nothing of it is left.
  ///
  /// A file whose name ends with `.f32` has another layout: see `init(floatColumns:name:)`.
  public init(contentsOf path: String) throws(RecordingError) {
    let bytes = try RecordingFile.read(path)
    if path.hasSuffix(Self.floatColumnsSuffix) {
      try self.init(floatColumns: bytes, name: path)
    } else {
      try self.init(parsing: bytes, name: path)
    }
  }

  /// Reads the bytes of a trace file; `name` stands for the file in errors.
  public init(parsing bytes: [UInt8], name: String) throws(RecordingError) {
    var scanner = LineScanner(
      bytes, file: name, nextStep: "correct the line, or record the trace again")
    self.init(rows: [])
    var reader: TraceRowReader?
    while scanner.advanceLine() {
      if scanner.take("#") {
        _ = scanner.take(" ")
        comments.append(try scanner.rest())
      } else if let reader {
        do throws(RecordingError) {
          let row = try reader.row(from: &scanner, after: rows.last?.time)
          isBrokenOff = scanner.isUnended && row.hasPart(ofLabel: rows.last?.label)
          if !isBrokenOff { rows.append(row) }
        } catch {
          guard scanner.isUnended else { throw error }
          isBrokenOff = true
        }
      } else {
        reader = try TraceRowReader(header: &scanner)
      }
    }
    if reader == nil {
      throw scanner.error(
        found: "the end of the file", expected: "a header with some of \(TraceColumn.names)")
    }
  }

  /// The farthest time from 0, s, at which Doubles still stand closer than 1 µs.
  static let timeLimit = 4e9
}

extension TraceRow {
  /// True if its label is the beginning of a longer one.
  fileprivate func hasPart(ofLabel whole: String?) -> Bool {
    guard let whole, let label, label != whole else { return false }
    return whole.hasPrefix(label)
  }
}
