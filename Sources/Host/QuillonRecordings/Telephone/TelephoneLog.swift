import Foundation
import QuillonConversions
import QuillonSerialFormats

/// The log of a telephone, or of a sensor that writes a file for each quantity: the files of one recording, joined by time.
///
/// The axes of both apps are this project's: x right, y up the long side, z out of the face. So are the units. The sign
/// of the acceleration is not: Sensor Logger on iOS logs −f, elsewhere f (its COORDINATES.md), and phyphox logs f.
///
/// How gravity turns against the gyroscope, df/dt = f × ω, does not show the sign: it holds for −f as well. The sign
/// follows from a comparison with the attitude that the telephone computes: both must have the face up at the same time.
struct TelephoneLog {
  /// Readings further apart are not connected, s.
  private static let longestGap = 0.1

  private var path: String
  private var series: [TelephoneQuantity: TelephoneTable.Series] = [:]
  private var platform: String?
  private var isStandardised = false
  private var unknownUnits: Set<TelephoneQuantity> = []
  private var remarks: [String] = []

  /// The log whose files are all in the folder at `path`.
  init(folder path: String) throws(RecordingError) {
    self.init(path: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names.sorted() where name.lowercased().hasSuffix(".csv") {
      let file = path + "/" + name
      // A folder, a pipe, or a link to nothing is none of the log's files.
      guard RecordingFile.isRegular(file) else { continue }
      let bytes = try RecordingFile.read(file)
      if TelephoneTable.isTelephone(bytes, path: file) || name.lowercased() == "metadata.csv" {
        try add(TelephoneTable(bytes, path: file), of: file)
      }
    }
    if series.isEmpty { self = try Self(tables: Self.tables(in: path), path: path) }
  }

  /// The log that the file at `path` with these bytes belongs to: the file alone if it has all that is needed, else with the
  /// other files of its folder.
  init(file path: String, _ bytes: [UInt8]) throws(RecordingError) {
    let table = try TelephoneTable(bytes, path: path)
    let hasForce =
      table.series[.acceleration] != nil
      || table.series[.linear] != nil && table.series[.gravity] != nil
    guard hasForce, table.series[.rate] != nil || Self.isAlone(path) else {
      try self.init(folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
      return
    }
    self.init(path: path)
    try add(table, of: path)
  }

  private init(path: String) { self.path = path }

  /// The log in rows that are those of one sensor each.
  init(_ read: ForeignTable.Rows, path: String) throws(RecordingError) {
    self.init(path: path)
    remarks = read.remarks + ["each row is of one sensor: they are joined by their times"]
    try add(read, of: path)
  }

  /// The log whose sensors have a table each, with the names of their files.
  init(
    tables: [(table: ForeignTable, bytes: [UInt8], name: String)], path: String
  ) throws(RecordingError) {
    self.init(path: path)
    for (table, bytes, name) in tables {
      let read = try table.rows(bytes, name: name)
      let file = name.split(separator: "/").last ?? ""
      remarks += read.remarks.map { "\(file): \($0)" }
      try add(read, of: name)
    }
  }

  /// The tables of a folder's files, of which none has all that an attitude needs. Empty for other folders.
  private static func tables(
    in folder: String
  ) throws(RecordingError) -> [(table: ForeignTable, bytes: [UInt8], name: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var tables: [(table: ForeignTable, bytes: [UInt8], name: String)] = []
    for name in names.sorted() where name.lowercased().contains(/\.(csv|txt|tsv|log|dat)$/) {
      let file = folder + "/" + name
      guard RecordingFile.isRegular(file) else { continue }
      guard let table = ForeignTable(Array(try FileChunks(file).next()), file: name) else {
        continue
      }
      guard !table.isWhole else { return [] }
      tables.append((table, try RecordingFile.read(file), file))
    }
    return tables
  }

  /// Adds what rows hold, with their units where these are known.
  private mutating func add(
    _ read: ForeignTable.Rows, of file: String
  ) throws(RecordingError) {
    let usual = read.rows.map(\.time).usualStep.flatMap { ColumnUnits.Time(ofStep: $0) }
    let second = (read.units.time ?? usual ?? .seconds).seconds
    let force = read.units.acceleration?.metersPerSecondSquared
    for (quantity, vector, unit) in [
      (TelephoneQuantity.acceleration, \TraceRow.specificForce, force),
      (.linear, \.linearAcceleration, force),
      (.rate, \.angularRate, read.units.rate?.radiansPerSecond),
      (.field, \.magneticField, read.units.field?.microteslas ?? 1),
    ] {
      let found = read.rows.compactMap { row in row[keyPath: vector].map { (row.time * second, $0) }
      }
      guard !found.isEmpty else { continue }
      try add((found.map(\.0), found.map { SIMD4($0.1 * (unit ?? 1), 0) }), of: quantity, in: file)
      if unit == nil { unknownUnits.insert(quantity) }
    }
  }

  private mutating func add(
    _ readings: TelephoneTable.Series, of quantity: TelephoneQuantity, in file: String
  ) throws(RecordingError) {
    guard series[quantity] == nil else {
      throw RecordingError(
        file: file, found: "a second file with \(quantity.rawValue)",
        expected: "the files of one recording",
        nextStep: "put each recording of the telephone into a folder of its own")
    }
    series[quantity] = readings
  }

  /// True if no other file of its folder can belong to the log at `path`.
  private static func isAlone(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { $0.lowercased().hasSuffix(".csv") } < 2
  }

  /// The log in these bytes, which Sensor Logger exported as JSON: a list of readings, each with the name of its sensor.
  init(json bytes: [UInt8], path: String) throws(RecordingError) {
    self.init(path: path)
    guard
      let readings = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]]
    else {
      throw RecordingError(
        file: path, found: "JSON that is not whole", expected: "Sensor Logger's list of readings",
        nextStep: "export the recording again")
    }
    let device = readings.first { $0["sensor"] == nil }
    platform = (device?["platform"] as? String)?.lowercased()
    let sensors = Dictionary(grouping: readings) { $0["sensor"] as? String ?? "" }
    for (sensor, readings) in sensors.sorted(by: { $0.key < $1.key }) where !sensor.isEmpty {
      let names = readings[0].keys.filter { $0 != "sensor" }.sorted()
      let rows = readings.map { reading in
        names.map { reading[$0].map { "\($0)" } ?? "" }.joined(separator: ",")
      }
      let text = ([names.joined(separator: ",")] + rows).joined(separator: "\n")
      try add(TelephoneTable(Array(text.utf8), path: sensor + ".csv"), of: sensor)
    }
  }

  /// The log in these bytes, a table with the readings of several sensors below each other: each row has a time, the name of its sensor,
  /// and x, y and z.
  init(rows bytes: [UInt8], path: String) throws(RecordingError) {
    self.init(path: path)
    let lines = TableLine.lines(of: bytes)
    guard let columns = Self.columns(lines) else { return }
    var (sensors, left) = ([String: String](), 0)
    for line in lines.dropFirst(columns.hasHeader ? 1 : 0) where !line.isEmpty {
      let fields = TableLine(line, separator: columns.separator).fields
      guard fields.count > columns.last, let sensor = columns.quantity(fields[columns.sensor])
      else {
        left += 1
        continue
      }
      let row = columns.numbers.map { fields[$0] }.joined(separator: "\t")
      sensors[sensor, default: columns.names] += "\n" + row
    }
    if left > 0 {
      remarks.append("\(left) rows are incomplete or of other sensors: they are left out")
    }
    for (sensor, text) in sensors.sorted(by: { $0.key < $1.key }) {
      try add(TelephoneTable(Array(text.utf8), path: sensor + ".csv"), of: path)
    }
  }

  /// True if a file begins so: with rows of an accelerometer and a gyroscope.
  static func isSensorRows(_ bytes: [UInt8]) -> Bool {
    let lines = TableLine.lines(of: bytes)
    guard let columns = columns(lines) else { return false }
    let sensors = lines.dropFirst().prefix(400).compactMap { line in
      let fields = TableLine(line, separator: columns.separator).fields
      return fields.indices.contains(columns.sensor)
        ? columns.quantity(fields[columns.sensor]) : nil
    }
    // A label in a column of its own stays for longer.
    let changes = zip(sensors, sensors.dropFirst()).count { $0 != $1 }
    return Set(sensors).isSuperset(of: ["accelerometer", "gyroscope"])
      && (columns.hasHeader || changes * 3 > sensors.count)
  }

  /// The columns of a table with a row for each reading of a sensor.
  private struct SensorColumns {
    /// The columns of time, x, y and z, and their names.
    var numbers: [Int]
    var names: String
    /// The column that identifies the sensor.
    var sensor: Int
    var separator: UInt8
    var hasHeader = true

    var last: Int { max(sensor, numbers.max() ?? 0) }

    /// The sensor that a field names, or, without a header, has the number of in Android (`Sensor.TYPE_ACCELEROMETER` and others).
    func quantity(_ field: String) -> String? {
      let numbers = [
        "1": "accelerometer", "2": "magnetometer", "4": "gyroscope", "9": "gravity",
        "10": "linear",
      ]
      return TelephoneLog.quantity(field) ?? (hasHeader ? nil : numbers[field])
    }
  }

  /// The columns of such a table: time, x, y and z with their names, and the sensor. Nil for another one.
  private static func columns(_ lines: [ArraySlice<UInt8>]) -> SensorColumns? {
    let header = TableLine(lines.first ?? [])
    let names = header.fields.map { $0.lowercased() }
    guard let axes = axes(names) else { return unnamedColumns(lines) }
    guard lines.count > 2,
      let time = header.fields.firstIndex(where: { ColumnHeading($0.utf8).quantity == .time }),
      case let fields = TableLine(lines[1], separator: header.separator).fields,
      let sensor = fields.indices.first(where: { $0 < names.count && quantity(fields[$0]) != nil })
    else { return nil }
    let unit = ColumnHeading(header.fields[time].utf8).unit?.time
    return SensorColumns(
      numbers: [time] + axes, names: "t\(unit.map { " (\($0.name))" } ?? "")\tx\ty\tz",
      sensor: sensor, separator: header.separator)
  }

  /// The first three columns whose names are alike but for x, y and z at their ends: `x`, `MeasurementX`, `3DOF_x`.
  private static func axes(_ names: [String]) -> [Int]? {
    names.lazy.filter { $0.hasSuffix("x") }.map { name in
      ["x", "y", "z"].compactMap { names.firstIndex(of: name.dropLast() + $0) }
    }.first { $0.count == 3 }
  }

  /// The columns of rows without a header: the time and the sensor in any order, x, y and z.
  private static func unnamedColumns(_ lines: [ArraySlice<UInt8>]) -> SensorColumns? {
    let rows = lines.prefix(40).filter { !$0.isEmpty }
    guard rows.count > 10, let separator = rows.first.map({ TableLine($0).separator }) else {
      return nil
    }
    return [(0, 1), (1, 0)].lazy.map { time, sensor in
      SensorColumns(
        numbers: [time, 2, 3, 4], names: "t\tx\ty\tz", sensor: sensor, separator: separator,
        hasHeader: false)
    }.first { columns in
      rows.allSatisfy { row in
        let line = TableLine(row, separator: separator)
        return line.fields.count > 4 && columns.numbers.allSatisfy { line.number($0) != nil }
          && columns.quantity(line.fields[columns.sensor]) != nil
      }
    }
  }

  /// What a name of a sensor stands for, as a file of it would be called; nil for a number, and for any other sensor.
  static func quantity(_ name: String) -> String? {
    let name = name.lowercased()
    guard name.contains(where: \.isLetter) else { return nil }
    let parts = [
      ("linear", "linear"), ("grav", "gravity"), ("gyr", "gyroscope"),
      ("rotationrate", "gyroscope"),
      ("angular", "gyroscope"), ("mag", "magnetometer"), ("acc", "accelerometer"),
    ]
    return parts.first { name.contains($0.0) }?.1
  }

  /// True if a file begins so.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    return text.first { !$0.isWhitespace } == "[" && text.contains("\"sensor\"")
      && text.contains("\"seconds_elapsed\"")
  }

  private mutating func add(_ table: TelephoneTable, of file: String) throws(RecordingError) {
    platform = table.platform ?? platform
    isStandardised = isStandardised || table.isStandardised
    if table.isSpare, series[.rate] != nil, !table.series.isEmpty {
      let name = file.split(separator: "/").last ?? ""
      remarks.append(
        "\(name) is not read, because the telephone's gyroscope is: name the file to read it")
      return
    }
    unknownUnits.formUnion(table.unknownUnits)
    for (quantity, readings) in table.series { try add(readings, of: quantity, in: file) }
  }

  /// The trace: a row for each reading of the gyroscope, with the other sensors interpolated linearly between their
  /// two neighbors. Times begin at 0. Rows are left out where a sensor has no reading within 0.1 s.
  func trace() throws(RecordingError) -> Trace {
    guard !series.isEmpty else {
      throw RecordingError(
        file: path, found: "a folder without a telephone's log",
        expected:
          "a trace file, the files of Sensor Logger, phyphox or MetaBase, or a table for each sensor",
        nextStep: "check the path, or name one file of the folder")
    }
    if series[.rate] == nil, series[.acceleration] == nil, series[.linear] == nil {
      throw missing("a gyroscope", "record the telephone's gyroscope, too")
    }
    let rate = series[.rate]
    // A gyroscope alone shows its errors.
    let forces = [TelephoneQuantity.acceleration, .linear, .gravity]
    let isAlone = rate != nil && forces.allSatisfy { series[$0] == nil }
    let (force, note) = isAlone ? (nil, "a gyroscope alone, without acceleration") : try force()
    // Without a gyroscope the rows are those of the accelerometer, from which an inclination follows.
    let rowTimes = rate?.times ?? force?.times ?? []
    guard let start = rowTimes.first else {
      throw missing("sensors at the same time", "record all sensors in one recording")
    }
    var rows: [TraceRow] = []
    var (place, fieldPlace) = (0, 0)
    for (index, t) in rowTimes.enumerated() {
      var row = TraceRow(time: t - start)
      if let force {
        guard let f = Self.reading(of: force, at: t, &place) else { continue }
        row.specificForce = f.xyz
      }
      row.angularRate = rate?.values[index].xyz
      if let field = series[.field] {
        guard let m = Self.reading(of: field, at: t, &fieldPlace) else { continue }
        row.magneticField = m.xyz
      }
      rows.append(row)
    }
    guard rows.count > 1 else {
      throw missing("sensors at the same time", "record all sensors in one recording")
    }
    let first = rows[0].time
    guard rows[rows.count - 1].time - first <= Trace.timeLimit else {
      throw missing("one recording", "put each recording of the telephone into a folder of its own")
    }
    for index in rows.indices { rows[index].time -= first }
    // What contradicts the units of the header becomes a remark.
    let hasForceUnit = unknownUnits.isDisjoint(with: [.acceleration, .linear, .gravity])
    let units = TraceUnits(
      of: rows.prefix(UnitEvidence.most),
      told: ColumnUnits(
        acceleration: hasForceUnit ? .metersPerSecondSquared : nil,
        rate: unknownUnits.contains(.rate) ? nil : .radiansPerSecond, time: .seconds),
      isOwn: false)
    var trace = Trace(comments: ["telephone log: \(note)"], rows: rows.map { units.apply(to: $0) })
    trace.remarks = remarks + units.remarks
    return trace
  }

  /// The specific force, and how it was found.
  private func force() throws(RecordingError) -> (TelephoneTable.Series?, String) {
    if let total = series[.acceleration] { return (total, "acceleration with gravity, as logged") }
    // Some apps call so what has gravity in it.
    if let all = series[.linear], series[.gravity] == nil, Self.hasGravity(all) {
      return (all, "acceleration, which has gravity in it")
    }
    guard let linear = series[.linear], let gravity = series[.gravity] else {
      throw missing(
        "an acceleration with gravity",
        "record TotalAcceleration, or Accelerometer and Gravity (phyphox: Acceleration with g)")
    }
    var (place, sum) = (0, (times: [Double](), values: [SIMD4<Double>]()))
    for (t, a) in zip(linear.times, linear.values) {
      guard let g = Self.reading(of: gravity, at: t, &place) else { continue }
      sum.times.append(t)
      sum.values.append(a + g)
    }
    let (isInverted, reason) = isInverted(sum)
    if isInverted { sum.values = sum.values.map { -$0 } }
    let sign = isInverted ? "the sign of iOS, turned" : "the sign of Android"
    return (sum, "acceleration plus gravity, \(sign), as \(reason)")
  }

  /// True if the usual length of an acceleration in m/s² is near that of gravity.
  private static func hasGravity(_ series: TelephoneTable.Series) -> Bool {
    let lengths = series.values.map(\.xyz.length).sorted()
    return !lengths.isEmpty && (7...13).contains(lengths[lengths.count / 2])
  }

  /// True if `force` has the opposite sign, and why.
  private func isInverted(_ force: TelephoneTable.Series) -> (Bool, String) {
    // The face points up by 1 − 2 (x² + y²), whichever way the quaternion turns.
    var (place, agreement, total) = (0, 0.0, 0.0)
    for (t, f) in zip(force.times, force.values) {
      guard let attitude = series[.attitude],
        let q = Self.reading(of: attitude, at: t, &place, between: slerp)
      else { continue }
      let up = 1 - 2 * (q.y * q.y + q.z * q.z)
      agreement += up * f.z
      total += abs(up * f.z)
    }
    if abs(agreement) > 0.2 * total, total > 0 { return (agreement < 0, "the attitude shows") }
    if isStandardised { return (false, "Metadata.csv says that it is standardised") }
    if let platform { return (platform == "ios", "Metadata.csv says") }
    return (true, "only iOS logs no total acceleration")
  }

  /// The value of `series` at `time`; nil outside of it, and within a gap. `place` moves on with the time.
  private static func reading(
    of series: TelephoneTable.Series, at time: Double, _ place: inout Int,
    between: (SIMD4<Double>, SIMD4<Double>, Double) -> SIMD4<Double> = { $0 + $2 * ($1 - $0) }
  ) -> SIMD4<Double>? {
    let (times, values) = series
    while place + 1 < times.count, times[place + 1] < time { place += 1 }
    guard place + 1 < times.count, times[place] <= time,
      times[place + 1] - times[place] <= longestGap
    else { return place < times.count && times[place] == time ? values[place] : nil }
    let share = (time - times[place]) / (times[place + 1] - times[place])
    return between(values[place], values[place + 1], share)
  }

  private func missing(_ what: String, _ nextStep: String) -> RecordingError {
    RecordingError(
      file: path, found: "no log of \(what)",
      expected: "the files of Sensor Logger, phyphox or MetaBase with accelerometer and gyroscope",
      nextStep: nextStep)
  }
}

extension SIMD4<Double> {
  /// The first three numbers.
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
