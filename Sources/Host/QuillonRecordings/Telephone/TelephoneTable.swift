import QuillonConversions
import QuillonSerialFormats

/// A quantity in a telephone's log.
enum TelephoneQuantity: String {
  /// The accelerometer with gravity, m/s².
  case acceleration
  /// Without gravity, m/s².
  case linear
  case gravity
  /// rad/s.
  case rate
  /// µT.
  case field
  /// w, x, y, z.
  case attitude
}

/// One file of a telephone's log: the readings of each quantity in it, with their times.
///
/// - Sensor Logger (T. Choi, github.com/tszheichoi/awesome-sensor-logger, UNITS.md and COORDINATES.md): a file for each
///   sensor, named after it; columns `time` (ns since 1970), `seconds_elapsed`, `z`, `y`, `x`, for Orientation
///   also `qw` and so on; m/s², rad/s, µT. WristMotion, of a watch, has all in one: `rotationRateX`, `gravityX`, `accelerationX`,
///   `quaternionW` and so on; g or m/s², rad/s.
///   One table of all sensors has the name of each before its axes: `gyroscope_x`.
/// - phyphox (RWTH Aachen, phyphox.org): columns `Time (s)`, `Acceleration x (m/s^2)`, `Linear Acceleration x (m/s^2)`,
///   `Gyroscope x (rad/s)`, `Magnetic field x (µT)`, a file for each sensor or all in one; with commas, semicolons or
///   tabs between them, and a decimal comma where the comma does not separate.
/// - MetaBase (mbientlab.com) for MetaWear's sensors: a file for each sensor; columns `epoch (ms)`, `time (…)`, `elapsed (s)`,
///   `x-axis (g)`, `x-axis (deg/s)` or `x-axis (T)`.
/// - Other apps: a file for each sensor, named after it; a time, and columns `x`, `y` and `z`.
struct TelephoneTable {
  /// The readings of a quantity: times, s, and values. Three numbers and 0, or w, x, y, z.
  typealias Series = (times: [Double], values: [SIMD4<Double>])

  private(set) var series: [TelephoneQuantity: Series] = [:]
  /// The operating system that Sensor Logger's Metadata.csv names, in small letters; nil in any other file.
  private(set) var platform: String?

  /// The quantities whose unit is unknown.
  private(set) var unknownUnits: Set<TelephoneQuantity> = []

  /// True for a sensor that counts only if the telephone's own gyroscope was not logged.
  let isSpare: Bool

  /// True if Sensor Logger's Metadata.csv states that all systems log the same signs.
  private(set) var isStandardised = false

  /// True if `bytes` begin with the header of such a file. Of axes alone the name of the file must name the sensor.
  static func isTelephone(_ bytes: [UInt8], path: String) -> Bool {
    let names = header(of: bytes).fields.map { $0.lowercased() }
    if names.contains("seconds_elapsed") || isMetaBase(names) { return true }
    if holdsAxesAlone(names) { return !columns(names, sensor: sensor(of: path)).isEmpty }
    return isPhyphox(bytes)
  }

  /// True if `bytes` begin as phyphox writes them, which others do, too.
  static func isPhyphox(_ bytes: [UInt8]) -> Bool {
    let names = header(of: bytes).fields.map { $0.lowercased() }
    return names.first == "time (s)" && !columns(names, sensor: "").isEmpty
  }

  /// Reads the bytes of the file `path`. A file without a known quantity has no series.
  init(_ bytes: [UInt8], path: String) throws(RecordingError) {
    let lines = TableLine.lines(of: bytes)
    let header = Self.header(of: bytes)
    let names = header.fields.map { $0.lowercased() }
    let sensor = Self.sensor(of: path)
    isSpare = sensor.contains("uncalibrated") || sensor.contains("wristmotion")
    if sensor == "metadata", lines.count > 1 {
      let values = TableLine(lines[1], separator: header.separator).fields
      func value(_ name: String) -> String? {
        names.firstIndex(of: name).flatMap {
          values.indices.contains($0) ? values[$0].lowercased() : nil
        }
      }
      platform = value("platform")
      isStandardised = value("standardisation") == "true"
    }
    let found = Self.columns(names, sensor: sensor)
    guard !found.isEmpty, let time = Self.time(names, lines, header.separator) else { return }
    unknownUnits = Set(found.filter { $0.value.unit == nil }.keys)
    for (number, line) in lines.enumerated().dropFirst() {
      let table = TableLine(line, separator: header.separator)
      // An empty line, or the last one of a log that was cut off.
      guard table.fields.count >= names.count else { continue }
      func value(_ column: Int) throws(RecordingError) -> Double? {
        if let value = table.number(column) { return value }
        let text = table.fields[column]
        if text.isEmpty || text.lowercased() == "nan" { return nil }
        throw RecordingError(
          file: path, line: number + 1, found: String(text.prefix(24)).debugDescription,
          expected: "a number in column \(names[column])",
          nextStep: "export the telephone's log again")
      }
      // A date is in seconds.
      let date =
        table.number(time.column) == nil ? TimeOfDay.seconds(table.fields[time.column]) : nil
      var t = date.map { $0 / time.unit }
      if t == nil { t = try value(time.column) }
      guard let t else { continue }
      for (quantity, columns) in found {
        var reading = SIMD4<Double>()
        var isWhole = true
        for (index, column) in columns.indices.enumerated() {
          let number = try value(column)
          reading[index] = (number ?? 0) * (columns.unit ?? 1)
          // No sensor of a telephone reads so much.
          isWhole = isWhole && number.map { $0.magnitude < 1e6 } ?? false
        }
        let last = series[quantity]?.times.last ?? -.infinity
        guard isWhole, t * time.unit > last else { continue }
        series[quantity, default: ([], [])].times.append(t * time.unit)
        series[quantity, default: ([], [])].values.append(reading)
      }
    }
  }

  /// The sensor in the name of a file: `gyroscope` for Gyroscope.csv.
  private static func sensor(of path: String) -> String {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name.hasSuffix(".csv") ? String(name.dropLast(4)) : name
  }

  private static func isMetaBase(_ names: [String]) -> Bool {
    ["epoch (ms)", "epoc (ms)"].contains(names.first) && names.contains { $0.hasPrefix("x-axis (") }
  }

  /// True for a time and one x, y and z, and nothing else.
  private static func holdsAxesAlone(_ names: [String]) -> Bool {
    names.count == 4 && ["x", "y", "z"].allSatisfy(names.contains)
      && names.contains { ColumnHeading($0.utf8).quantity == .time }
  }

  /// The columns of a quantity, and one of its units in that of the series; nil if the unit is unknown.
  private typealias Columns = (indices: [Int], unit: Double?)

  /// The column of time, and one of its units in s. Sensor Logger's `time` is in ns. A unit that no heading gives follows from the steps.
  private static func time(
    _ names: [String], _ lines: [ArraySlice<UInt8>], _ separator: UInt8
  ) -> (column: Int, unit: Double)? {
    if names.contains("seconds_elapsed"), let column = names.firstIndex(of: "time") {
      return (column, 1e-9)
    }
    let headings = names.map { ColumnHeading($0.utf8) }
    for (column, heading) in headings.enumerated() where heading.quantity == .time {
      if let unit = heading.unit?.time { return (column, unit.seconds) }
    }
    guard let column = headings.firstIndex(where: { $0.quantity == .time }) else { return nil }
    let times = lines.prefix(200).compactMap { TableLine($0, separator: separator).number(column) }
    let unit = times.usualStep.flatMap { ColumnUnits.Time(ofStep: $0) }
    return (column, unit?.seconds ?? 1)
  }

  /// Which columns hold which quantity. A file of one sensor has columns x, y and z, and its name gives the sensor.
  private static func columns(
    _ names: [String], sensor: String
  ) -> [TelephoneQuantity: Columns] {
    func find(_ wanted: [String]) -> [Int]? {
      let found = wanted.compactMap { name in names.firstIndex { $0.hasPrefix(name) } }
      return found.count == wanted.count ? found : nil
    }
    if names.contains("rotationratex"), names.contains("gravityx") {
      return columnsOfWatch(names)
    }
    let isSensorLogger = names.contains("seconds_elapsed") || Set(names) == ["time", "x", "y", "z"]
    let quantities: [String: TelephoneQuantity] = [
      "totalacceleration": .acceleration, "accelerometer": .linear, "gravity": .gravity,
      "gyroscope": .rate, "gyroscopeuncalibrated": .rate, "magnetometer": .field,
      "orientation": .attitude,
    ]
    if isSensorLogger, let quantity = quantities[sensor] {
      let axes = quantity == .attitude ? ["qw", "qx", "qy", "qz"] : ["x", "y", "z"]
      return find(axes).map { [quantity: ($0, 1)] } ?? [:]
    }
    if holdsAxesAlone(names) {
      let parts: [(String, TelephoneQuantity)] = [
        ("linear", .linear), ("grav", .gravity), ("gyr", .rate), ("rotation", .rate),
        ("angular", .rate),
        ("mag", .field), ("acc", .acceleration),
      ]
      guard let quantity = parts.first(where: { sensor.contains($0.0) })?.1 else { return [:] }
      return find(["x", "y", "z"]).map { [quantity: ($0, nil)] } ?? [:]
    }
    if isSensorLogger {
      var merged: [TelephoneQuantity: Columns] = [:]
      for (sensor, quantity) in quantities.sorted(by: { $0.key > $1.key }) {
        let axes = quantity == .attitude ? ["qw", "qx", "qy", "qz"] : ["x", "y", "z"]
        if let found = find(axes.map { "\(sensor)_\($0)" }) { merged[quantity] = (found, 1) }
      }
      return merged
    }
    let headings = names.map {
      ColumnHeading($0.replacing("-axis", with: "").utf8)
    }
    var columns: [TelephoneQuantity: Columns] = [:]
    for (quantity, measured) in [
      (TelephoneQuantity.acceleration, ColumnHeading.Quantity.specificForce),
      (.linear, .linearAcceleration),
      (.gravity, .gravity), (.rate, .angularRate), (.field, .magneticField),
    ] {
      let axes = (0..<3).compactMap { axis in
        headings.firstIndex { $0.quantity == measured && $0.axis == axis }
      }
      guard axes.count == 3 else { continue }
      var units = ColumnUnits()
      units.adopt(headings[axes[0]])
      let unit =
        switch quantity {
        case .rate: units.rate?.radiansPerSecond
        case .field: units.field?.microteslas
        default: units.acceleration?.metersPerSecondSquared
        }
      // An axis alone is what its file measures.
      let isAlone = names[axes[0]].hasPrefix("x")
      let isLinear = isAlone && quantity == .acceleration && sensor.contains("linear")
      let isGravity = isAlone && quantity == .acceleration && sensor.contains("gravity")
      columns[isLinear ? .linear : isGravity ? .gravity : quantity] = (axes, unit)
    }
    return columns
  }

  /// The columns of Sensor Logger's WristMotion. Its acceleration and gravity are in g, or in m/s² if it was set to standardise them.
  private static func columnsOfWatch(_ names: [String]) -> [TelephoneQuantity: Columns] {
    func vector(_ name: String, _ axes: String = "xyz") -> [Int]? {
      let found = axes.compactMap { names.firstIndex(of: name + String($0)) }
      return found.count == axes.count ? found : nil
    }
    var columns: [TelephoneQuantity: Columns] = [:]
    columns[.rate] = vector("rotationrate").map { ($0, 1) }
    columns[.gravity] = vector("gravity").map { ($0, nil) }
    columns[.linear] = vector("acceleration").map { ($0, nil) }
    columns[.attitude] = vector("quaternion", "wxyz").map { ($0, 1) }
    return columns
  }

  /// The header: the first line.
  private static func header(of bytes: [UInt8]) -> TableLine {
    TableLine(TableLine.lines(of: Array(bytes.prefix(4_096))).first ?? [])
  }
}
