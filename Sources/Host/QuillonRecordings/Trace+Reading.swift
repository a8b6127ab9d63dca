extension Trace {
  /// Reads a trace file.
  ///
  /// The file is UTF-8 text with lines that end with LF or CR LF. Lines that begin with `#` are
  /// comments. The first other line names the columns, in any order and separated by commas. Every
  /// other line is a row with as many fields. Columns:
  ///
  /// - `t`: s, required, within ±4·10⁹ (where a Double still resolves microseconds), never
  ///   decreasing
  /// - `ax ay az`: specific force, m/s²; `ux uy uz`: linear acceleration, m/s²
  /// - `gx gy gz`: angular rate, rad/s; `mx my mz`: magnetic field, µT
  /// - `qw qx qy qz`: attitude, body to reference, not all 0
  /// - `pen`: 0 up, 1 down
  /// - `stroke`: an integer, or empty in rows that are not part of a stroke; 0 counts as empty where it stands right beside another number
  /// - `label`: text without a comma, or empty
  ///
  /// A group of axes is present as a whole or not at all. Numbers are finite and decimal. Anything
  /// else is an error that names file and line; nothing is repaired. A number of a vector may be empty or "nan": the row has no such vector
  /// then. The header may stand between rows once more, and the time may begin again behind it.
  ///
  /// There is one exception: a last row without a line end that breaks these rules is not an error.
  /// It is left out, and ``isBrokenOff`` is true. A full disk or a power failure cuts recordings
  /// off like that.
  ///
  /// A truncated row of a recording is never read as a whole one. Its last column is the pen, which
  /// is one digit, or a label. If that last label is only the beginning of the label in the row
  /// before, the row counts as truncated. If nothing of the label is left, the row counts as having
  /// no label.
  ///
  /// A file whose name ends with `.f32` has another layout: see `init(floatColumns:name:)`. A folder, and a file that
  /// begins as those of the telephone apps Sensor Logger and phyphox do, are read as the log of a telephone: see
  /// `TelephoneLog`. Another program's table with a header that names sensors is read, too, and so is a header as above over rows of
  /// another kind, such as dates. ``remarks`` report how it was understood. They also report numbers of a trace that can't be in the
  /// units above, and are converted.
  public init(contentsOf path: String) throws(RecordingError) {
    try self.init(TraceReader(contentsOf: path))
  }

  /// Reads the bytes of a trace file; `name` stands for the file in errors.
  public init(parsing bytes: [UInt8], name: String) throws(RecordingError) {
    try self.init(TraceReader(parsing: bytes, name: name))
  }

  private init(_ reader: TraceReader) throws(RecordingError) {
    self.init(rows: [])
    while let row = try reader.next() { rows.append(row) }
    (comments, isBrokenOff, remarks) = (reader.comments, reader.isBrokenOff, reader.remarks)
  }

  /// The largest magnitude of a time, s, at which neighboring Doubles are still less than 1 µs
  /// apart.
  static let timeLimit = 4e9
}
