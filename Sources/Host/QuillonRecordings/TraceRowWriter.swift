/// Writes the rows of a trace with given columns.
struct TraceRowWriter {
  private let columns: [TraceColumn]
  private let firstLine: Int
  private let file: String

  /// A writer for `rows`. The first row goes into line `firstLine`.
  init(for rows: [TraceRow], firstLine: Int, file: String) {
    let first = rows.first ?? TraceRow(time: 0)
    columns = TraceColumn.allCases.filter { column in
      switch column {
      case .pen: first.isPenDown != nil
      case .stroke: rows.contains { $0.stroke != nil }
      case .label: rows.contains { $0.label != nil }
      case .mx, .my, .mz: rows.contains { $0.magneticField != nil }
      default: first[column] != nil
      }
    }
    self.firstLine = firstLine
    self.file = file
  }

  /// The header with its line end.
  var header: String { columns.map(\.rawValue).joined(separator: ",") + "\n" }

  /// Appends the row number `index`, with its line end. Its time may not be below `earliest`.
  func append(
    _ row: TraceRow, index: Int, after earliest: Double, to bytes: inout [UInt8]
  ) throws(RecordingError) {
    let line = firstLine + index
    try check(row, line: line, after: earliest)
    for column in columns {
      switch column {
      case .t:
        bytes += Self.microseconds(row.time).utf8
        continue
      case .pen:
        bytes += row.isPenDown == true ? ",1".utf8 : ",0".utf8
      case .stroke:
        bytes += ",\(row.stroke.map(String.init) ?? "")".utf8
      case .label:
        bytes += ",\(row.label ?? "")".utf8
      case .mx, .my, .mz:
        guard row.magneticField == nil else { fallthrough }
        bytes += ",".utf8
      default:
        guard let value = row[column], value.isFinite else {
          throw error(
            line: line, found: "\(row[column].map(\.description) ?? "nothing") in column \(column)",
            expected: "a finite number, because the first row has this column")
        }
        bytes += ",\(value)".utf8
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// An error for a line of the file to be written.
  func error(line: Int, found: String, expected: String) -> RecordingError {
    RecordingError(
      file: file, line: line, found: found, expected: expected,
      nextStep: "correct the trace before it is written")
  }

  private func check(
    _ row: TraceRow, line: Int, after earliest: Double
  ) throws(RecordingError) {
    guard row.time >= earliest, row.time <= Trace.timeLimit else {
      throw error(
        line: line, found: "the time \(row.time) s",
        expected: "\(earliest) to \(Trace.timeLimit) s, not falling")
    }
    for column in TraceColumn.allCases where row[column] != nil && !columns.contains(column) {
      throw error(
        line: line, found: "a value in column \(column)",
        expected: "none, because the first row has no such column")
    }
    guard (row.isPenDown != nil) == columns.contains(.pen) else {
      throw error(
        line: line, found: "rows with and without a pen", expected: "a pen in all rows or none")
    }
    guard row.attitude != .zero else {
      throw error(
        line: line, found: "an attitude of all zeros", expected: "a quaternion of norm 1")
    }
    if let label = row.label, !Self.isWritable(label) {
      throw error(
        line: line, found: "label \(label.prefix(24).debugDescription)",
        expected: "a label of one character or more, without a comma or line break")
    }
  }

  private static func isWritable(_ label: String) -> Bool {
    !label.isEmpty && !label.utf8.contains { $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }
  }

  /// A time, s, within ±4·10⁹, rounded to six digits after the decimal point.
  private static func microseconds(_ time: Double) -> String {
    let count = Int64((time * 1e6).rounded())
    let (seconds, fraction) = count.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: 6 - digits.utf8.count)
    return "\(count < 0 ? "-" : "")\(seconds).\(zeros)\(digits)"
  }
}
