extension Trace {
  /// Reads a recording of an IMU beside an optical reference, in the layout that collections of
  /// such recordings use (BROAD: Laidig, Caruso, Cereatti, Seel, Data 6(7), 2021).
  ///
  /// The layout is little-endian 32-bit floats without a header, in rows of 18 columns: `t`, `gx gy
  /// gz` (rad/s), `ax ay az` (specific force, m/s²), `mx my mz` (µT), `qw qx qy qz` (the reference
  /// attitude, body to earth), `px py pz` (m), `moving` (0 or 1).
  ///
  /// The position and the last column are ignored. Not-a-number stands for a value that was not
  /// measured: its group is nil in that row. The time is the shortest decimal that stands for the
  /// float, so that 0.01 is exactly a hundredth. If bytes are left after the last whole row, they
  /// are ignored, and ``isBrokenOff`` is true.
  ///
  /// - Throws: `RecordingError` for a time that is not a number, is beyond ±4·10⁹ s, or decreases.
  public init(floatColumns bytes: [UInt8], name: String) throws(RecordingError) {
    self.init(rows: [])
    let rest = bytes.count % FloatRow.size
    isBrokenOff = rest > 0
    rows.reserveCapacity(bytes.count / FloatRow.size)
    for start in stride(from: 0, to: bytes.count - rest, by: FloatRow.size) {
      let row = FloatRow(bytes[start..<start + FloatRow.size])
      let earliest = rows.last?.time ?? -Self.timeLimit
      guard let time = row.time, time >= earliest, time <= Self.timeLimit else {
        throw RecordingError(
          file: name, found: "the time \(row[0]) in row \(rows.count + 1)",
          expected: "a time in seconds, not below \(earliest)",
          nextStep: "check that the file has this layout")
      }
      rows.append(row.traceRow(at: time))
    }
  }

  /// The suffix of such files' names.
  static let floatColumnsSuffix = ".f32"
}

/// A row of 18 floats.
private struct FloatRow {
  static let size = 72
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  subscript(column: Int) -> Float {
    let start = bytes.startIndex + 4 * column
    let word = bytes[start..<start + 4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    return Float(bitPattern: word)
  }

  /// The first column as the decimal it was meant to be; nil if it is not finite.
  var time: Double? { self[0].isFinite ? Double("\(self[0])") : nil }

  func traceRow(at time: Double) -> TraceRow {
    var row = TraceRow(time: time)
    row.angularRate = vector(from: 1)
    row.specificForce = vector(from: 4)
    row.magneticField = vector(from: 7)
    let attitude = SIMD4(Double(self[10]), Double(self[11]), Double(self[12]), Double(self[13]))
    if attitude.sum().isFinite, attitude != .zero { row.attitude = attitude }
    return row
  }

  private func vector(from column: Int) -> SIMD3<Double>? {
    let v = SIMD3(Double(self[column]), Double(self[column + 1]), Double(self[column + 2]))
    return v.sum().isFinite ? v : nil
  }
}
