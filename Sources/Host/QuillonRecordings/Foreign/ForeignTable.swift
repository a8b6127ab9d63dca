import Foundation
import QuillonConversions
import QuillonSerialFormats

/// A recording that another program wrote: a table with a header that names its columns, or of numbers alone.
///
/// Names and units are those that `ColumnHeading` reads. Commas, semicolons, tabs or blanks separate the fields; a comma may be the
/// decimal point where another mark separates. Lines before the header are passed over. A second line of a header may hold the
/// axes. Where the header tells no unit, the numbers do: see `TraceUnits`.
struct ForeignTable {
  /// How many lines before the header are passed over.
  private static let longestPreamble = 60
  /// How much of a file is looked at to see whether it is a table.
  static let looked = 1 << 16

  private var names: [String]
  private var headings: [ColumnHeading]
  private var separator: UInt8
  /// The index of the first line after the header.
  private var start: Int
  /// The units that are known without a header.
  private var known = ColumnUnits()
  /// The program that wrote it, if it is known by more than its units.
  private var program: TableProgram?
  private var remarks: [String] = []

  /// The table that begins with these bytes. Nil if no header names whole vectors, and no columns of numbers look like
  /// a sensor's.
  init?(_ bytes: [UInt8]) {
    let lines = TableLine.lines(of: Array(bytes.prefix(Self.looked)))
    guard let header = Self.header(of: lines) ?? Self.unnamed(lines) else { return nil }
    self = header
  }

  private init(_ names: [String], _ headings: [ColumnHeading], _ separator: UInt8, start: Int) {
    (self.names, self.headings, self.separator, self.start) = (names, headings, separator, start)
  }

  private static func header(of lines: [ArraySlice<UInt8>]) -> Self? {
    for (index, line) in lines.prefix(longestPreamble).enumerated() {
      let first = TableLine(line)
      var names = first.fields
      guard names.count >= 3 else { continue }
      var start = index + 1
      // Axes in a line of their own: the names of the groups stand above the first of them.
      if start < lines.count {
        let axes = TableLine(lines[start], separator: first.separator).fields
        if axes.count == names.count,
          axes.count(where: { ["x", "y", "z"].contains($0.lowercased()) }) >= 3
        {
          var group = ""
          for (column, axis) in axes.enumerated() {
            if !names[column].isEmpty { group = names[column] }
            names[column] = axis.isEmpty ? names[column] : "\(group) \(axis)"
          }
          start += 1
        }
      }
      guard !names.contains(where: { Double(decimal: $0) != nil }) else { continue }
      names = TableProgram.withGroups(names)
      // SensorLog's times are those since the telephone's start.
      let headings = names.map { ColumnHeading($0.replacing("_sinceReboot", with: "").utf8) }
      var table = Self(names, headings, first.separator, start: start)
      guard table.holdsVector else { continue }
      if let program = TableProgram.writing(Array(lines[..<index]), names) {
        (table.program, table.known) = (program, program.units)
        table.remarks = ["units that no heading tells are those of \(program.name)"]
      }
      return table
    }
    return nil
  }

  /// A table of numbers whose columns physics tells.
  private static func unnamed(_ lines: [ArraySlice<UInt8>]) -> Self? {
    guard let first = lines.firstIndex(where: { !$0.isEmpty }) else { return nil }
    let separator = TableLine(lines[first]).separator
    var rows: [[Double]] = []
    // The last line may be cut off.
    for line in lines[first...].dropLast() where !line.isEmpty {
      let table = TableLine(line, separator: separator)
      let row = table.fields.indices.compactMap { table.number($0) }
      guard row.count == table.fields.count, row.count >= 3,
        rows.isEmpty || row.count == rows[0].count
      else { break }
      rows.append(row)
    }
    guard rows.count >= 20, let found = NumberTable(rows: rows, period: 0.01).best,
      found.names.contains("t")
    else { return nil }
    var table = Self(
      found.names, found.names.map { ColumnHeading($0.utf8) }, separator, start: first)
    table.known = ColumnUnits(acceleration: found.acceleration, time: found.time)
    table.remarks = [
      "no header: the columns are taken for \(found.line)"
        + (found.isCertain ? "" : ", which is not certain")
        + ". If that is wrong, write the header into the first line"
    ]
    return table
  }

  private var holdsVector: Bool {
    columns(.specificForce) != nil || columns(.angularRate) != nil || columns(.magneticField) != nil
      || columns(.linearAcceleration) != nil || columns(.attitude) != nil
  }

  /// The first columns with the axes of a quantity; nil unless all axes are there.
  private func columns(_ quantity: ColumnHeading.Quantity) -> [Int]? {
    let axes = (0..<(quantity == .attitude ? 4 : 3)).map { axis in
      headings.firstIndex { $0.quantity == quantity && $0.axis == axis }
    }
    return axes.contains(nil) ? nil : axes.compactMap(\.self)
  }

  /// The time column: one that tells its unit before one that does not.
  private var time: Int? {
    headings.firstIndex { $0.quantity == .time && $0.unit != nil && $0.unit != .other }
      ?? headings.firstIndex { $0.quantity == .time }
  }

  /// Reads all rows of the file with these bytes.
  ///
  /// - Throws: `RecordingError` if there is no time or no row.
  func trace(_ bytes: [UInt8], name: String) throws(RecordingError) -> Trace {
    guard let time else {
      throw RecordingError(
        file: name, found: "columns \(Self.list(names)), of which none is a time",
        expected: "a column of time, as in \"time (s)\"",
        nextStep: """
          add one if you know the rate, here 100 rows a second: awk 'NR<=\(start){print "time (s),"$0;next}{print (NR-\(start + 1))/100","$0}' \(name) > with-time.csv
          """)
    }
    var (rows, left, others, remarks) = ([TraceRow](), 0, 0, self.remarks)
    remarks += ColumnHeading.incompleteVectors { quantity, axis in
      headings.contains { $0.quantity == quantity && $0.axis == axis }
    }.map { $0 + ": correct the header, for this vector is not read" }
    var instance: String?
    var used = Set([time])
    let force = force(&used, &remarks)
    func part(_ quantity: ColumnHeading.Quantity) -> [Int]? {
      let found = columns(quantity)
      used.formUnion(found ?? [])
      return found
    }
    let (rate, field, attitude) = (part(.angularRate), part(.magneticField), part(.attitude))
    let linear = force == nil ? part(.linearAcceleration) : nil
    let lines = TableLine.lines(of: bytes)
    for line in lines[min(start, lines.count)...] where !line.isEmpty {
      let table = TableLine(line, separator: separator)
      guard table.fields.count >= (used.max() ?? 0) + 1,
        let t = table.number(time).map({ $0 * (program?.tick ?? 1) })
          ?? TimeOfDay.seconds(table.fields[time]), t >= rows.last?.time ?? -.infinity
      else {
        left += 1
        continue
      }
      if let column = program?.instance, table.fields.indices.contains(column) {
        instance = instance ?? table.fields[column]
        guard table.fields[column] == instance else {
          others += 1
          continue
        }
      }
      func vector(_ columns: [Int]?) -> SIMD3<Double>? {
        guard let columns, let x = table.number(columns[0]), let y = table.number(columns[1]),
          let z = table.number(columns[2])
        else { return nil }
        return SIMD3(x, y, z)
      }
      var row = TraceRow(time: t)
      row.specificForce = force?(table)
      row.linearAcceleration = vector(linear)
      row.angularRate = vector(rate)
      row.magneticField = vector(field)
      if let attitude {
        let q = attitude.compactMap { table.number($0) }
        if q.count == 4, q.contains(where: { $0 != 0 }) {
          row.attitude = SIMD4(q[0], q[1], q[2], q[3])
        }
      }
      mark(&row, table)
      rows.append(row)
    }
    guard rows.count > 1 else {
      throw RecordingError(
        file: name, found: "\(rows.count) rows of numbers under the columns \(Self.list(names))",
        expected: "rows",
        nextStep: "check that the file is whole")
    }
    if EqualStamps.stand(in: rows) { remarks.append(EqualStamps.spread(&rows)) }
    var told = ColumnUnits()
    for index in used.sorted() { told.adopt(headings[index]) }
    told = told.completed(by: known)
    let units = TraceUnits(of: rows[...].prefix(UnitEvidence.most), told: told, isOwn: false)
    rows = rows.map { row in
      var row = units.apply(to: row)
      // What drivers write when the sensor overflows.
      if let field = row.magneticField,
        max(field.x.magnitude, field.y.magnitude, field.z.magnitude) > 1e5
      {
        row.magneticField = nil
      }
      return row
    }
    guard abs(rows[0].time) <= Trace.timeLimit, abs(rows[rows.count - 1].time) <= Trace.timeLimit
    else {
      throw RecordingError(
        file: name, found: "times beyond \(Trace.timeLimit) s",
        expected: "a time in the unit of its heading",
        nextStep: "write the unit into the heading, as in \"time (us)\"")
    }
    var trace = Trace(rows: rows)
    let read = names.indices.filter { used.contains($0) }.map { names[$0] }
    let ignored = names.indices.filter { !used.contains($0) && !isMark($0) && !names[$0].isEmpty }
      .map { names[$0] }
    trace.remarks = ["read as another program's table: \(Self.list(read))"]
    if !ignored.isEmpty { trace.remarks.append("not read: \(Self.list(ignored))") }
    if left > 0 {
      trace.remarks.append(
        "\(left) lines are no rows of numbers or go back in time: they are left out")
    }
    if others > 0, let instance {
      trace.remarks.append(
        "\(others) rows are of other sensors than \(instance), which has the first row: they are left out"
      )
    }
    trace.remarks += remarks + units.remarks
    if !units.remarks.isEmpty {
      trace.remarks.append("if that is wrong, write the units into the header: \(units.header)")
    }
    return trace
  }

  /// How a line gives the specific force. Nil if it can't.
  private func force(_ used: inout Set<Int>, _ remarks: inout [String]) -> (
    (TableLine) -> SIMD3<Double>?
  )? {
    let isGravity = program?.isGravity == true
    func reader(_ columns: [Int]) -> (TableLine) -> SIMD3<Double>? {
      { line in
        guard let x = line.number(columns[0]), let y = line.number(columns[1]),
          let z = line.number(columns[2])
        else { return nil }
        return isGravity ? -SIMD3(x, y, z) : SIMD3(x, y, z)
      }
    }
    let turned = ", turned about, because Core Motion tells gravity and not the force against it"
    if let columns = columns(.specificForce) {
      used.formUnion(columns)
      if isGravity { remarks.append("acceleration is taken as it is" + turned) }
      return reader(columns)
    }
    guard let linear = columns(.linearAcceleration) else { return nil }
    if let gravity = columns(.gravity) {
      used.formUnion(linear + gravity)
      remarks.append(
        "acceleration is taken for the sum of gravity and acceleration without it"
          + (isGravity ? turned : ""))
      return { line in
        guard let a = reader(linear)(line), let g = reader(gravity)(line) else { return nil }
        return a + g
      }
    }
    // ROS calls the acceleration with gravity a linear one.
    guard columns(.angularRate) != nil,
      names.contains(where: {
        $0.lowercased().contains("angular_velocity") || $0.lowercased().contains("angularvelocity")
      })
    else { return nil }
    used.formUnion(linear)
    return reader(linear)
  }

  /// Sets pen, stroke and label from the columns with these names.
  private func mark(_ row: inout TraceRow, _ table: TableLine) {
    for (column, heading) in headings.enumerated() where table.fields.indices.contains(column) {
      let text = table.fields[column]
      switch heading.quantity {
      case .pen: row.isPenDown = table.number(column).map { $0 != 0 } ?? false
      case .stroke: row.stroke = Int(text)
      case .label: row.label = text.isEmpty || text.contains(",") ? nil : text
      default: break
      }
    }
  }

  private func isMark(_ column: Int) -> Bool {
    [.pen, .stroke, .label].contains(headings[column].quantity)
  }

  /// Names for people, at most 16 of at most 40 characters.
  private static func list(_ names: [String]) -> String {
    names.prefix(16).map { String($0.prefix(40)) }.joined(separator: ", ")
      + (names.count > 16 ? " and \(names.count - 16) more" : "")
  }
}

/// Dates and times of day, as loggers write them.
enum TimeOfDay {
  /// The seconds of `2024-01-31T12:34:56.789Z`, `2024-01-31 12:34:56.789` or `12:34:56.789`; nil for any other text. Without a date
  /// they count from midnight. The zone does not count: times are compared with others of the same table.
  static func seconds(_ text: String) -> Double? {
    var parts = text.split { $0 == "T" || $0 == " " }.map(String.init)
    guard let text = parts.popLast(), parts.count < 2 else { return nil }
    let clock = text.prefix { $0 != "+" && $0 != "-" }
    let numbers = clock.trimmingCharacters(in: .letters).split(separator: ":").map {
      Double(decimal: $0.replacing(",", with: "."))
    }
    guard numbers.count == 3, let hour = numbers[0], let minute = numbers[1],
      let second = numbers[2]
    else { return nil }
    let seconds = hour * 3_600 + minute * 60 + second
    guard let date = parts.first else { return seconds }
    let day = date.split { $0 == "-" || $0 == "/" }.compactMap { Int($0) }
    guard day.count == 3 else { return nil }
    var components = DateComponents()
    (components.year, components.month, components.day) = (day[0], day[1], day[2])
    components.timeZone = TimeZone(identifier: "UTC")
    return Calendar(identifier: .gregorian).date(from: components).map {
      $0.timeIntervalSince1970 + seconds
    }
  }
}
