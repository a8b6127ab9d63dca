import QuillonSerialFormats

/// Reads the rows of a trace file after its header.
final class TraceRowReader {
  private let columns: [TraceColumn]
  /// The names of the columns; `other` for those that a board's lines do not have.
  var columnNames: [String] {
    let others: [TraceColumn] = [.ux, .uy, .uz, .stroke, .label]
    return columns.map { others.contains($0) ? "other" : $0.rawValue }
  }
  /// The number of rows that lack a vector other than the field.
  private(set) var incompleteRows = 0
  /// A row with zeros in the groups that the file has.
  private var blank = TraceRow(time: 0)

  /// Reads the header, which is the scanner's current line.
  init(header scanner: inout LineScanner) throws(RecordingError) {
    var columns: [TraceColumn] = []
    repeat {
      let name = try scanner.field()
      guard let column = TraceColumn(rawValue: name) else {
        throw try Self.strange(name, &scanner)
      }
      guard !columns.contains(column) else {
        throw scanner.error(found: "column \(name) twice", expected: "each column once")
      }
      columns.append(column)
    } while scanner.take(",")
    guard columns.contains(.t) else {
      throw scanner.error(found: "no column t", expected: "a column t with the time in s")
    }
    for group in TraceColumn.groups {
      let missing = group.filter { !columns.contains($0) }
      if let name = missing.first, missing.count < group.count {
        throw scanner.error(
          found: "no column \(name)",
          expected: "all of \(group.map(\.rawValue).joined(separator: " ")) or none")
      }
    }
    self.columns = columns
    if columns.contains(.ax) { blank.specificForce = .zero }
    if columns.contains(.ux) { blank.linearAcceleration = .zero }
    if columns.contains(.gx) { blank.angularRate = .zero }
    if columns.contains(.mx) { blank.magneticField = .zero }
    if columns.contains(.qw) { blank.attitude = .zero }
  }

  /// The error of a header that names no whole vector: it gives the first name that is not understood.
  private static func strange(
    _ first: String, _ scanner: inout LineScanner
  ) throws(RecordingError) -> RecordingError {
    var name = first
    while ColumnHeading(name.utf8).quantity != nil, scanner.take(",") {
      name = try scanner.field()
    }
    return scanner.error(
      found: "column \(String(name.prefix(40)).debugDescription)",
      expected: "one of \(TraceColumn.names), or names and units as in \"acc_x (g)\"")
  }

  /// True if the first line that is no comment is the header of a trace, and if the first row below it, as far as there is one, is its own.
  static func hasHeader(_ bytes: [UInt8]) -> Bool {
    var scanner = LineScanner(bytes, file: "", nextStep: "")
    var reader: Self?
    while scanner.advanceLine() {
      if scanner.next == UInt8(ascii: "#") { continue }
      guard let header = reader else {
        reader = try? Self(header: &scanner)
        guard reader != nil else { return false }
        continue
      }
      return scanner.isUnended || (try? header.row(from: &scanner, after: nil)) != nil
    }
    return reader != nil
  }

  /// True if the scanner's current line is the header once more, which is read then.
  func skipsHeader(_ scanner: inout LineScanner) -> Bool {
    guard let first = scanner.next, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
      return false
    }
    var trial = scanner
    guard let again = try? TraceRowReader(header: &trial), again.columns == columns else {
      return false
    }
    scanner = trial
    return true
  }

  /// Reads the scanner's current line; its time may not be below `earliest`.
  func row(
    from scanner: inout LineScanner, after earliest: Double?
  ) throws(RecordingError) -> TraceRow {
    var row = blank
    var isMissing = false
    for (index, column) in columns.enumerated() {
      if index > 0, !scanner.take(",") { throw wrongCount(of: scanner) }
      switch column {
      case .label:
        let label = try scanner.field()
        row.label = label.isEmpty ? nil : label
      case .stroke:
        row.stroke = try stroke(from: &scanner)
      case .pen:
        row.isPenDown = try isPenDown(from: &scanner)
      case .t:
        row.time = try number(in: column, from: &scanner)
      default:
        let value = try component(in: column, from: &scanner)
        if value == nil, row[column] != nil, !TraceColumn.field.contains(column) {
          isMissing = true
        }
        row[column] = value
      }
    }
    if isMissing { incompleteRows += 1 }
    guard scanner.next == nil else { throw wrongCount(of: scanner) }
    guard row.time.magnitude <= Trace.timeLimit else {
      throw scanner.error(found: "the time \(row.time) s", expected: "a time within ±4e9 s")
    }
    if let earliest, row.time < earliest {
      throw scanner.error(
        found: "the time \(row.time) s", expected: "\(earliest) s or later, as in the row before")
    }
    if row.attitude == .zero {
      throw scanner.error(found: "an attitude of all zeros", expected: "a quaternion of norm 1")
    }
    return row
  }

  private func number(
    in column: TraceColumn, from scanner: inout LineScanner
  ) throws(RecordingError) -> Double {
    if let value = scanner.number() { return value }
    // Bytes that are no text are reported as such.
    let start = scanner.position
    _ = try scanner.field()
    throw scanner.error(at: start, expected: "a decimal number in column \(column)")
  }

  /// A component of a vector; nil if it is missing: empty or "nan".
  private func component(
    in column: TraceColumn, from scanner: inout LineScanner
  ) throws(RecordingError) -> Double? {
    let start = scanner.position
    if let value = scanner.number() { return value }
    let text = try scanner.field()
    // An empty field at the end of a truncated row is a part of it.
    guard text.isEmpty && !scanner.isUnended || text.lowercased() == "nan" else {
      throw scanner.error(at: start, expected: "a decimal number in column \(column)")
    }
    return nil
  }

  private func isPenDown(from scanner: inout LineScanner) throws(RecordingError) -> Bool {
    let start = scanner.position
    switch try scanner.field() {
    case "0": return false
    case "1": return true
    default: throw scanner.error(at: start, expected: "0 or 1 in column pen")
    }
  }

  private func stroke(from scanner: inout LineScanner) throws(RecordingError) -> Int? {
    let start = scanner.position
    let field = try scanner.field()
    if field.isEmpty { return nil }
    guard let number = Int(field) else {
      throw scanner.error(at: start, expected: "an integer or nothing in column stroke")
    }
    return number
  }

  private func wrongCount(of scanner: LineScanner) -> RecordingError {
    scanner.error(
      found: "\(scanner.fieldCount) fields", expected: "\(columns.count) as in the header")
  }
}
