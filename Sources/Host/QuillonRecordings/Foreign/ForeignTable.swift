import Foundation
import QuillonConversions
import QuillonSerialFormats
import QuillonSystem

/// A recording that another program wrote: a table with a header that names its columns, or of numbers alone.
///
/// Names and units are those that `ColumnHeading` reads. Commas, semicolons, tabs or blanks separate the fields; a comma may be the
/// decimal point where another mark separates. Lines before the header are passed over. A second line of a header may hold the
/// axes. A unit that the header does not give follows from the numbers: see `TraceUnits`.
struct ForeignTable {
  /// How many lines before the header are passed over.
  private static let longestPreamble = 300
  /// How much of a file is looked at to see whether it is a table.
  static let looked = 1 << 16

  /// Numbers that stand for a missing one in all axes of a vector.
  private static let missing = [-999.0, -9999, -99999, 9999, 99999]

  private let header: TableHeader
  /// How the fields of the rows are separated and written.
  private var style: NumberStyle
  /// The units that are known without a header.
  private var known = ColumnUnits()
  /// The rows a second, if the lines before the header give it.
  private var rate: Double?
  /// True if its time is a date of digits alone, which is a number, too.
  private var hasDates = false
  /// How its time counts; nil for a date, and for the units of boards.
  private var scale: TimeScale?
  /// Its time, if that stands in several columns.
  private var parts: TimeParts?
  /// How samples in JSON get a time; nil for any other table.
  private var json: String?
  /// The program that wrote it, if it is known by more than its units.
  private var program: TableProgram?
  private var remarks: [String] = []

  private var names: [String] { header.names }
  private var headings: [ColumnHeading] { header.headings }

  /// The table that begins with these bytes. Nil if no header names whole vectors, and no columns of numbers look like
  /// a sensor's. The name of its file says what x, y and z are where no heading does.
  ///
  /// - Parameters:
  ///   - bytes: The file, or its beginning.
  ///   - file: The name of the file.
  ///   - json: For samples of JSON, how they get a time.
  init?(_ bytes: [UInt8], file: String = "", json: String? = nil) {
    let lines = StampedLines.lines(of: Array(bytes.prefix(Self.looked)))
    guard let table = Self.named(lines, file) ?? Self.unnamed(lines) else { return nil }
    self = table
    self.json = json
  }

  private init(_ header: TableHeader, _ separator: UInt8) {
    (self.header, style, remarks) = (header, NumberStyle(separator: separator), header.remarks)
    style.units = header.units
  }

  private static func named(_ lines: [ArraySlice<UInt8>], _ file: String) -> Self? {
    for index in lines.indices.prefix(longestPreamble) {
      guard var header = TableHeader(lines, at: index, file: file) else { continue }
      // The names of groups may stand above those of the columns.
      if header.names.contains(""), header.end < lines.count,
        let next = TableHeader(lines, at: header.end, file: file), !next.names.contains(""),
        next.names.count == header.names.count
      {
        header = next
      }
      let separator = separator(of: lines[header.end...], columns: header.names.count)
      header.fit(
        lines[header.end...].filter { !$0.isEmpty }.prefix(3).map { line in
          TableLine(line, separator: separator).fields
        })
      var table = Self(header, separator)
      let preamble = Array(lines[..<index])
      table.rate = rate(in: preamble)
      if let program = TableProgram.writing(preamble, header.names) {
        (table.program, table.known) = (program, program.units)
        table.remarks.append("units without a heading are those of \(program.name)")
      }
      return table
    }
    return nil
  }

  /// What separates the fields of rows: what gives as many as there are names, which another mark may separate.
  private static func separator(of rows: ArraySlice<ArraySlice<UInt8>>, columns: Int) -> UInt8 {
    let row = rows.first { !$0.isEmpty } ?? []
    let usual = TableLine(row).separator
    return ([usual] + "\t;|, ".utf8).first { TableLine(row, separator: $0).fields.count == columns }
      ?? usual
  }

  /// The rows a second, which the lines before a header give: the number before "Hz", unless the words before it say that it is the
  /// frequency of something else.
  private static func rate(in preamble: [ArraySlice<UInt8>]) -> Double? {
    let text = preamble.map { String(decoding: $0.prefix(400), as: UTF8.self) }.joined(
      separator: "\n")
    let found = text.matches(of: /([^,;\n]*?)([0-9]+(?:\.[0-9]+)?) ?Hz/.ignoresCase())
      .filter { match in
        let words = match.1.lowercased()
        return ![
          "filter", "lpf", "hpf", "pass", "cut", "band", "clock", "baud", "bus", "spi", "i2c",
          "cpu",
        ]
        .contains { words.contains($0) }
      }
    let best =
      found.first { match in
        let words = match.1.lowercased()
        return ["sampl", "output", "odr", "rate"].contains { words.contains($0) }
      } ?? (found.count == 1 ? found[0] : nil)
    return best.flatMap { Double($0.2) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The columns that `ros2 topic echo --csv` prints of a sensor_msgs/Imu.
  private static let columnsOfROS =
    ["header.stamp.sec", "header.stamp.nanosec", "frame_id"]
    + ["x", "y", "z", "w"].map { "orientation.\($0)" }
    + Array(repeating: "orientation_covariance", count: 9)
    + ["x", "y", "z"].map { "angular_velocity.\($0)" }
    + Array(repeating: "angular_velocity_covariance", count: 9)
    + ["x", "y", "z"].map { "linear_acceleration.\($0)" }
    + Array(repeating: "linear_acceleration_covariance", count: 9)

  /// The first row of numbers and times. Lines of another kind may stand before it, if the last one has not as many fields: it would be a
  /// header that is not understood.
  private static func firstRow(of lines: [ArraySlice<UInt8>]) -> Int? {
    func isRow(_ line: ArraySlice<UInt8>) -> Bool {
      let table = TableLine(line)
      return table.fields.count >= 3
        && table.fields.indices.allSatisfy {
          table.number($0) != nil || TimeOfDay.seconds(table.fields[$0]) != nil
        }
    }
    let first = lines.firstIndex { !$0.isEmpty }
    guard let first, let row = lines[first...].prefix(longestPreamble).firstIndex(where: isRow)
    else { return first }
    let before = lines[first..<row].last { !TableLine($0).fields.joined().isEmpty }
    let isHeader = before.map { TableLine($0).fields.count == TableLine(lines[row]).fields.count }
    return isHeader == true ? first : row
  }

  /// A table of numbers whose columns are identified by physics, or by their number.
  private static func unnamed(_ lines: [ArraySlice<UInt8>]) -> Self? {
    guard let first = firstRow(of: lines) else { return nil }
    let line = TableLine(lines[first])
    let separator = line.separator
    if line.fields.count == columnsOfROS.count,
      line.fields.indices.filter({ line.number($0) == nil }) == [2]
    {
      var table = Self(TableHeader(columnsOfROS, end: first), separator)
      table.remarks = ["no header: the columns are taken for those of sensor_msgs/Imu"]
      return table
    }
    var rows: [[Double]] = []
    // The last line may be cut off.
    for line in lines[first...].dropLast() where !line.isEmpty {
      let table = TableLine(line, separator: separator)
      let row = table.fields.indices.compactMap {
        table.number($0) ?? TimeOfDay.seconds(table.fields[$0])
      }
      guard row.count == table.fields.count, row.count >= 3,
        rows.isEmpty || row.count == rows[0].count
      else { break }
      rows.append(row)
    }
    let numbers = NumberTable(rows: rows, period: 0.01)
    guard rows.count >= 20, var found = numbers.best, found.names.contains("t") else { return nil }
    // Gravity of a fusion: what is left of the acceleration stands behind it.
    let force = found.names.firstIndex(of: "ax") ?? 0
    let isComputed = numbers.isComputedGravity(force) && force + 6 <= found.names.count
    if isComputed {
      for (axis, name) in ["x", "y", "z"].enumerated() {
        found.names[force + axis] = "gravity_" + name
        found.names[force + 3 + axis] = "linear_acceleration_" + name
      }
      let magnetic = (force + 6..<max(force + 6, found.names.count - 2)).first(
        where: numbers.isField)
      for (column, name) in found.names.enumerated() where name.hasPrefix("m") {
        found.names[column] = "other"
      }
      for (axis, name) in ["mx", "my", "mz"].enumerated() {
        if let magnetic { found.names[magnetic + axis] = name }
      }
    }
    var table = Self(TableHeader(found.names, end: first), separator)
    table.rate = rate(in: Array(lines[..<first]))
    table.known = ColumnUnits(acceleration: found.acceleration, time: found.time)
    if isComputed, found.acceleration == .gravities { table.program = .coreMotion }
    table.remarks = [
      "no header: the columns are taken for \(found.line)"
        + (found.isCertain ? "" : ", which is not certain")
        + ". If that is wrong, write the header into the first line"
    ]
    return table
  }

  private func columns(_ quantity: ColumnHeading.Quantity) -> [Int]? { header.columns(quantity) }

  /// True if it has all that an attitude needs.
  var isWhole: Bool {
    columns(.specificForce) != nil && columns(.angularRate) != nil
      && headings.contains { $0.quantity == .time }
  }

  /// A column that seems to be the time although its name does not: its unit is one of time, or it is the first one and holds times of
  /// day or numbers that rise by more than 1 or by less.
  private func likelyTime(_ tables: [TableLine]) -> Int? {
    func numbers(_ column: Int) -> [Double] {
      tables.compactMap { $0.number(column) ?? written($0, [column])?.number }
    }
    func rises(_ times: [Double]) -> Bool {
      times.count > tables.count / 2 && times.count > 4 && times[0] < times[times.count - 1]
        && zip(times, times.dropFirst()).allSatisfy(<=)
    }
    let free = headings.indices.filter {
      headings[$0].quantity == nil || headings[$0].quantity == .temperature
    }
    if let column = free.first(where: {
      headings[$0].unit?.time != nil && rises(numbers($0))
    }) {
      return column
    }
    guard let first = free.first, first == 0, !TableHeader.isCounter(names[first]),
      case let times = numbers(first), rises(times)
    else { return nil }
    let isText = tables.first?.number(first) == nil
    let counted = zip(times, times.dropFirst()).count { $1 - $0 == 1 }
    return isText || counted * 10 < times.count ? first : nil
  }

  /// The column of time in these rows, or two of them that hold whole seconds and nanoseconds. Of several columns it is the best one: it
  /// does not stand still, and its name gives its unit. Empty without a time.
  private func timeColumns(_ rows: ArraySlice<ArraySlice<UInt8>>) -> [Int] {
    if let parts { return parts.columns }
    let tables = first(of: rows)
    let columns = headings.indices.filter { column in
      headings[column].quantity == .time
        || headings[column].quantity == nil && names[column].lowercased().contains("date")
          && tables.first.map { $0.number(column) == nil } == true
    }
    let times = Dictionary(
      uniqueKeysWithValues: columns.map { column in
        (column, tables.compactMap { written($0, [column])?.number })
      })
    func cost(_ column: Int) -> Int {
      let times = times[column] ?? []
      let equal = zip(times, times.dropFirst()).count { $0 == $1 }
      let isToldUnit = headings[column].unit.map { $0 != .other } ?? false
      // A date needs no unit.
      let isDate = tables.first.map { $0.number(column) == nil } ?? false
      return (equal * 5 > times.count ? 2 : 0) + (isToldUnit || isDate ? 0 : 1)
    }
    func part(_ unit: ColumnHeading.Unit, below limit: Double) -> Int? {
      columns.first { column in
        headings[column].unit == unit
          && times[column]?.allSatisfy { $0 == $0.rounded() && $0 >= 0 && $0 < limit } == true
      }
    }
    let known = columns.filter { times[$0]?.isEmpty == false }
    if let seconds = part(.time(.seconds), below: 1e11),
      let rest = part(.time(.nanoseconds), below: 1e9),
      known.contains(seconds), known.contains(rest)
    {
      return [seconds, rest]
    }
    let steps = headings.indices.first { TimeScale.isStep(names[$0]) }
    // Where each sensor has a time of its own, that of the acceleration counts: it stands before it.
    let force = self.columns(.specificForce)?.min() ?? 0
    func isFurther(_ column: Int) -> Int { column < force ? force - column : column + names.count }
    let best = known.min { (cost($0), isFurther($0)) < (cost($1), isFurther($1)) }
    return (best ?? likelyTime(tables) ?? steps).map { [$0] } ?? []
  }

  /// Looks at rows at both ends of the table: how numbers are written, and how the time counts.
  private mutating func look(at rows: ArraySlice<ArraySlice<UInt8>>) {
    for table in first(of: rows) + first(of: rows.suffix(200)) {
      for (column, text) in table.fields.enumerated() where headings.indices.contains(column) {
        if headings[column].quantity != nil { style.look(at: text, column: column) }
      }
    }
    parts = TimeParts(names, first(of: rows))
    let time = timeColumns(rows)
    guard time.count == 1, program == nil else { return }
    let texts = first(of: rows).compactMap { line in
      line.fields.indices.contains(time[0]) ? line.fields[time[0]] : nil
    }
    hasDates = !texts.isEmpty && texts.allSatisfy(TimeOfDay.isDate)
    guard !hasDates else { return }
    let numbers = first(of: rows).compactMap { $0.number(time[0]) }
    scale = TimeScale(names[time[0]], headings[time[0]], numbers)
    if let remark = scale?.remark { remarks.append(remark) }
  }

  /// The time of a row in one column, or in two: seconds and nanoseconds of them.
  private func written(_ table: TableLine, _ columns: [Int]) -> TableClock.Written? {
    if let parts { return parts.seconds(table).map { ($0, !parts.hasDate) } }
    guard let column = columns.first, table.fields.indices.contains(column) else { return nil }
    guard !hasDates, let number = table.number(column) else {
      return TimeOfDay.seconds(table.fields[column]).map { ($0, $0 < 86_400) }
    }
    guard columns.count == 2 else {
      return (scale?.seconds(number) ?? number * (program?.tick ?? 1), false)
    }
    return table.number(columns[1]).map { (number + $0 * 1e-9, false) }
  }

  /// The time of a row that is counted. Nil for a line without numbers.
  private func counted(_ number: Int, _ table: TableLine, _ least: Int) -> TableClock.Written? {
    guard table.number(least - 1) != nil else { return nil }
    return rate.map { (Double(number) / $0, false) }
  }

  /// The error of a table whose times fall: it has the newest row first. Nil for any other table.
  private func fallingTimes(
    _ name: String, _ rows: ArraySlice<ArraySlice<UInt8>>
  ) -> RecordingError? {
    let times = first(of: rows).compactMap { line in
      line.number(0) ?? line.fields.first.flatMap(TimeOfDay.seconds)
    }
    guard times.count > 4, times[0] > times[times.count - 1],
      zip(times, times.dropFirst()).allSatisfy(>=)
    else { return nil }
    return RecordingError(
      file: name, found: "times that fall", expected: "the oldest row first",
      nextStep:
        "turn the rows around: (head -n \(header.end) \(name.shellQuoted); tail -n +\(header.end + 1) \(name.shellQuoted) | tac) > oldest-first.csv"
    )
  }

  /// The error of a table without a time.
  private func withoutTime(_ name: String, _ rows: ArraySlice<ArraySlice<UInt8>>) -> RecordingError
  {
    if let error = fallingTimes(name, rows) { return error }
    if let json {
      return RecordingError(
        file: name, found: "samples with \(Self.list(names)), of which none has a time",
        expected: "a time in each sample", nextStep: json)
    }
    let mark = String(decoding: [style.separator], as: UTF8.self).replacing("\t", with: "\\t")
    let end = header.end
    return RecordingError(
      file: name, found: "columns \(Self.list(names)), of which none has a time",
      expected: "a column of time, as in \"time (s)\"",
      nextStep: """
        add one if you know the rate, here 100 rows a second: awk 'NR<=\(end){print "\(mark == " " ? "time(s)" : "time (s)")\(mark)"$0;next}{print (NR-\(end + 1))/100"\(mark)"$0}' \(name.shellQuoted) > with-time.csv
        """)
  }

  /// The rows of a file, with their numbers as they are written.
  struct Rows {
    var rows: [TraceRow]
    /// The units that are known.
    var units: ColumnUnits
    var remarks: [String]
    /// What the columns hold.
    var layout = TraceLayout()
    /// True if the times are in s, whatever the file has.
    var isInSeconds = false

    /// True if the rows are those of one sensor each, so that hardly one has acceleration and rate.
    var isMixed: Bool {
      let forces = rows.count { $0.specificForce != nil && $0.angularRate == nil }
      let rates = rows.count { $0.angularRate != nil && $0.specificForce == nil }
      return forces * 4 > rows.count && rates * 4 > rows.count
    }
  }

  /// Reads all rows of the file with these bytes, in the units of a trace.
  ///
  /// - Throws: `RecordingError` if there is no time or no row.
  func trace(_ bytes: [UInt8], name: String) throws(RecordingError) -> Trace {
    let read = try rows(bytes, name: name)
    if read.isMixed { return try TelephoneLog(read, path: name).trace() }
    let units = TraceUnits(
      of: read.rows.prefix(UnitEvidence.most), told: read.units, isOwn: false)
    let rows = read.rows.map { row in
      var row = units.apply(to: row)
      // What drivers write when the sensor overflows.
      if let field = row.magneticField,
        max(field.x.magnitude, field.y.magnitude, field.z.magnitude) > 1e5
      {
        row.magneticField = nil
      }
      return row
    }
    if let step = units.strangeStep {
      throw RecordingError(
        file: name, found: String(format: "times with steps of %.3g, which fit no unit", step),
        expected: "a time in s, ms, us or ns",
        nextStep: "divide the time by its ticks a second, and call it \"time (s)\"")
    }
    guard abs(rows[0].time) <= Trace.timeLimit, abs(rows[rows.count - 1].time) <= Trace.timeLimit
    else {
      throw RecordingError(
        file: name, found: "times beyond \(Trace.timeLimit) s",
        expected: "a time in the unit of its heading",
        nextStep: "write the unit into the heading, as in \"time (us)\"")
    }
    var trace = Trace(rows: rows)
    trace.remarks = read.remarks + units.remarks
    let found = units.columnUnits
    (trace.layout, trace.layout.units) = (read.layout, found)
    if read.isInSeconds { trace.layout.units.time = nil }
    if found.acceleration == .gravities, found.rate == .radiansPerSecond, program == nil,
      columns(.angularRate) != nil, let force = columns(.specificForce)
    {
      let mark = String(decoding: [style.separator], as: UTF8.self)
      let turned = force.map { "$\($0 + 1)=-$\($0 + 1)" }.joined(separator: ";")
      trace.remarks.append(
        """
        acceleration is taken for +1 g along the axis that points up. Apple's Core Motion, which has these units, reports the opposite: if \
        the attitude is upside down, turn the signs: awk -F'\(mark)' -v OFS='\(mark)' 'NR>\(header.end){\(turned)}1' \(name) > turned.csv
        """)
    }
    if !units.remarks.isEmpty {
      trace.remarks.append("if that is wrong, write the units into the header: \(units.header)")
    }
    return trace
  }

  /// Reads all rows of the file with these bytes.
  ///
  /// - Throws: `RecordingError` if there is no time or no row.
  func rows(_ bytes: [UInt8], name: String) throws(RecordingError) -> Rows {
    let lines = StampedLines.lines(of: bytes)
    let body = lines[min(header.end, lines.count)...]
    var table = self
    table.look(at: body)
    let vectors = [ColumnHeading.Quantity.specificForce, .angularRate].compactMap { columns($0) }
    let joined = SparseRows.joined(
      body, vectors: vectors, time: table.timeColumns(body), style: table.style)
    if joined != nil { table.remarks.append("each row has a part of a sample: they are joined") }
    return try table.rows(of: joined?[...] ?? body, name: name)
  }

  private func rows(
    of body: ArraySlice<ArraySlice<UInt8>>, name: String
  ) throws(RecordingError) -> Rows {
    let time = timeColumns(body)
    guard !time.isEmpty || self.rate != nil else { throw withoutTime(name, body) }
    var (rows, left, back, others, remarks) = ([TraceRow](), 0, 0, 0, self.remarks)
    remarks += ColumnHeading.incompleteVectors { quantity, axis in
      headings.contains { $0.quantity == quantity && $0.axis == axis }
    }.map { $0 + ": correct the header, for this vector is not read" }
    if let column = time.first, headings[column].quantity != .time, scale?.isStep != true {
      remarks.append("\(Self.list([names[column]])) is taken for the time")
    }
    var instance: String?
    var (used, clock, number) = (Set(time), TableClock(), 0)
    let force = force(&used, &remarks, body)
    let forces = used.subtracting(time).sorted { headings[$0].axis ?? 0 < headings[$1].axis ?? 0 }
    func part(_ quantity: ColumnHeading.Quantity) -> [Int]? {
      let found = columns(quantity)
      used.formUnion(found ?? [])
      return found
    }
    let (rate, field, attitude) = (part(.angularRate), part(.magneticField), part(.attitude))
    let linear = force == nil ? part(.linearAcceleration) : nil
    let least = (used.max() ?? 0) + 1
    // Dates, times of day and counted rows are in seconds.
    var isInSeconds = time.count != 1 || scale != nil
    var (elapsed, strange) = (0.0, [String]())
    var (strangeCount, missing) = (0, 0)
    for (index, line) in zip(body.indices, body) where !line.isEmpty {
      let table = TableLine(line, style: style)
      func following() -> TableClock.Written? {
        body[(index + 1)...].first { !$0.isEmpty }.flatMap {
          self.written(TableLine($0, style: style), time)
        }
      }
      var written = time.isEmpty ? counted(number, table, least) : self.written(table, time)
      if scale?.isStep == true, let step = written?.number {
        elapsed += step
        written?.number = elapsed
      }
      guard table.fields.count >= least, let written else {
        left += 1
        continue
      }
      number += 1
      if rows.isEmpty, time.count == 1, scale == nil {
        isInSeconds = hasDates || table.number(time[0]) == nil
      }
      if let column = program?.instance, table.fields.indices.contains(column) {
        instance = instance ?? table.fields[column]
        guard table.fields[column] == instance else {
          others += 1
          continue
        }
      }
      guard let t = clock.time(written, next: following) else {
        left += 1
        back += 1
        continue
      }
      func vector(_ columns: [Int]?) -> SIMD3<Double>? {
        guard let columns, let x = table.number(columns[0]), let y = table.number(columns[1]),
          let z = table.number(columns[2])
        else { return nil }
        return measured(SIMD3(x, y, z))
      }
      func measured(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
        guard Self.missing.contains(where: { vector == SIMD3(repeating: $0) }) else {
          return vector
        }
        missing += 1
        return nil
      }
      var row = TraceRow(time: t)
      row.specificForce = force?(table).flatMap(measured).map { $0 * (program?.force ?? 1) }
      row.linearAcceleration = vector(linear)
      row.angularRate = vector(rate).map { $0 * (program?.rate ?? 1) }
      row.magneticField = vector(field)
      if let attitude {
        let q = attitude.compactMap { table.number($0) }
        if q.count == 4, q.contains(where: { $0 != 0 }) {
          row.attitude = SIMD4(q[0], q[1], q[2], q[3])
        }
      }
      mark(&row, table)
      if row.angularRate == nil || row.specificForce == nil {
        let found = used.subtracting(time).filter { table.isStrange($0) }
        strangeCount += found.count
        if strange.count < 3 { strange += found.sorted().prefix(1).map { table.fields[$0] } }
      }
      rows.append(row)
    }
    remarks += clock.remarks
    if time.isEmpty, let rate = self.rate {
      remarks.append(
        "no column has a time: \(rate) rows a second, as the lines before the header say")
    }
    if back > rows.count, let error = fallingTimes(name, body) { throw error }
    if back > rows.count, rows.count > 1 {
      throw RecordingError(
        file: name, found: "\(back) of \(back + rows.count) rows that go back in time",
        expected: "rows whose time in \(Self.list(time.map { names[$0] })) rises",
        nextStep:
          "correct the time of the rows, or remove that column and add one: time (s)")
    }
    if rows.count > 9, rows[0].time == rows[rows.count - 1].time {
      throw RecordingError(
        file: name,
        found: "the same time in all rows, in the column \(Self.list(time.map { names[$0] }))",
        expected: "times that rise",
        nextStep:
          "export the table again with all digits of the time: a spreadsheet may have rounded them")
    }
    guard rows.count > 1 else {
      throw RecordingError(
        file: name, found: "\(rows.count) rows of numbers under the columns \(Self.list(names))",
        expected: "rows",
        nextStep: "check that the file is whole")
    }
    if EqualStamps.stand(in: rows) { remarks.append(EqualStamps.spread(&rows)) }
    var told = ColumnUnits()
    if isInSeconds { told.time = .seconds }
    if let column = time.first, told.time == nil {
      told.time = headings[column].unit?.time
    }
    for index in used.sorted() { told.adopt(headings[index]) }
    if strangeCount > 0 {
      let count = "\(strangeCount) fields are no numbers"
      remarks.append("\(count): \(Self.list(strange)). They count as missing")
    }
    if missing > 0 {
      remarks.append(
        "\(missing) vectors are the same number three times, such as -9999: they count as missing")
    }
    let unread = used.sorted().filter {
      headings[$0].unit == .other && (scale == nil || !time.contains($0))
    }
    .map { names[$0] }
    if !unread.isEmpty {
      remarks.append(
        "the units of \(Self.list(unread)) are not known: they follow from the numbers")
    }
    let read = names.indices.filter { used.contains($0) }.map { names[$0] }
    let ignored = names.indices.filter { !used.contains($0) && !isMark($0) && !names[$0].isEmpty }
      .map { names[$0] }
    var first = ["read as another program's table: \(Self.list(read))"]
    if !ignored.isEmpty { first.append("not read: \(Self.list(ignored))") }
    let increments = ignored.filter(TableHeader.isIncrement)
    if !increments.isEmpty {
      first.append(
        "\(Self.list(increments)) are changes over a sample: divide them by its time, and call them gx (rad/s) and ax (m/s^2)"
      )
    }
    if left > 0 {
      first.append("\(left) lines are no rows of numbers or go back in time: they are left out")
    }
    if others > 0, let instance {
      first.append(
        "\(others) rows are of other sensors than \(instance), which has the first row: they are left out"
      )
    }
    var layout = TraceLayout(columns: [String](repeating: "other", count: names.count))
    if time.count == 1 { layout.columns[time[0]] = "t" }
    // A sum of gravity and other acceleration stands in six columns.
    if forces.count == 3 { layout.name(forces, "a") }
    layout.name(rate, "g")
    layout.name(field, "m")
    layout.name(attitude, "q", "wxyz")
    return Rows(
      rows: rows, units: told.completed(by: known), remarks: first + remarks, layout: layout,
      isInSeconds: isInSeconds)
  }

  /// How a line gives the specific force. Nil if it can't.
  private func force(
    _ used: inout Set<Int>, _ remarks: inout [String], _ body: ArraySlice<ArraySlice<UInt8>>
  ) -> ((TableLine) -> SIMD3<Double>?)? {
    let isGravity = program?.isGravity == true
    func reader(_ columns: [Int]) -> (TableLine) -> SIMD3<Double>? {
      { line in
        guard let x = line.number(columns[0]), let y = line.number(columns[1]),
          let z = line.number(columns[2])
        else { return nil }
        return isGravity ? -SIMD3(x, y, z) : SIMD3(x, y, z)
      }
    }
    let turned = ", turned about, because Core Motion reports gravity and not the force against it"
    let summed = "acceleration is taken for the sum of gravity and acceleration without it"
    if let columns = columns(.specificForce), let gravity = self.columns(.gravity),
      isLinear(columns, beside: gravity, in: body)
    {
      used.formUnion(columns + gravity)
      remarks.append(summed + (isGravity ? turned : ""))
      return { line in
        guard let a = reader(columns)(line), let g = reader(gravity)(line) else { return nil }
        return a + g
      }
    }
    if var columns = columns(.specificForce) {
      let others = header.others(.specificForce)
      if let other = others.first(where: { hasGravity($0, in: body) }),
        !hasGravity(columns, in: body)
      {
        remarks.append(
          "\(Self.list(columns.map { names[$0] })) have no gravity in them: \(Self.list(other.map { names[$0] })) are taken for the acceleration"
        )
        columns = other
      }
      used.formUnion(columns)
      if isGravity { remarks.append("acceleration is taken as it is" + turned) }
      return reader(columns)
    }
    guard let linear = columns(.linearAcceleration) else { return nil }
    if let gravity = columns(.gravity) {
      used.formUnion(linear + gravity)
      remarks.append(summed + (isGravity ? turned : ""))
      return { line in
        guard let a = reader(linear)(line), let g = reader(gravity)(line) else { return nil }
        return a + g
      }
    }
    // ROS, and others who follow it, call the acceleration with gravity a linear one.
    guard columns(.angularRate) != nil else { return nil }
    let isROS = names.contains {
      let name = $0.lowercased()
      return name.contains("angular_velocity") || name.contains("angularvelocity")
    }
    guard isROS || hasGravity(linear, in: body) else { return nil }
    if !isROS {
      remarks.append(
        "\(Self.list(linear.map { names[$0] })) have gravity in them: they are taken for the acceleration with it"
      )
    }
    used.formUnion(linear)
    return reader(linear)
  }

  /// The first rows of a table.
  private func first(of rows: ArraySlice<ArraySlice<UInt8>>) -> [TableLine] {
    rows.lazy.filter { !$0.isEmpty }.prefix(200).map { TableLine($0, style: style) }
  }

  /// True if an acceleration has no gravity in it: it is much shorter than the gravity beside it.
  private func isLinear(
    _ columns: [Int], beside gravity: [Int], in rows: ArraySlice<ArraySlice<UInt8>>
  ) -> Bool {
    length(columns, in: rows) < 0.5 * length(gravity, in: rows)
  }

  /// True if the usual length of a vector is 1 g in m/s², g or mg.
  private func hasGravity(_ columns: [Int], in rows: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    let length = length(columns, in: rows)
    return [9.80665, 1, 1_000].contains { abs(length / $0 - 1) < 0.06 }
  }

  /// The usual length of a vector in the first rows; 0 without one.
  private func length(_ columns: [Int], in rows: ArraySlice<ArraySlice<UInt8>>) -> Double {
    let lengths = first(of: rows).compactMap { table -> Double? in
      let numbers = columns.compactMap { table.number($0) }
      return numbers.count == 3 ? SIMD3(numbers[0], numbers[1], numbers[2]).length : nil
    }.sorted()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 2]
  }

  /// Sets pen, stroke and label from the columns with these names.
  private func mark(_ row: inout TraceRow, _ table: TableLine) {
    for (column, heading) in headings.enumerated() where table.fields.indices.contains(column) {
      let text = table.fields[column]
      switch heading.quantity {
      case .pen:
        row.isPenDown = table.number(column).map { $0 != 0 } ?? (text.lowercased() == "true")
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
  static func list(_ names: [String]) -> String {
    names.prefix(16).map { String($0.prefix(40)) }.joined(separator: ", ")
      + (names.count > 16 ? " and \(names.count - 16) more" : "")
  }
}
