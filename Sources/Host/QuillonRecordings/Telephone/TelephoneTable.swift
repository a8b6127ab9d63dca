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
///   sensor, which its name tells; columns `time` (ns since 1970), `seconds_elapsed`, `z`, `y`, `x`, for Orientation
///   also `qw` and so on; m/s², rad/s, µT.
/// - phyphox (RWTH Aachen, phyphox.org): columns `Time (s)`, `Acceleration x (m/s^2)`, `Linear Acceleration x (m/s^2)`,
///   `Gyroscope x (rad/s)`, `Magnetic field x (µT)`, a file for each sensor or all in one; with commas, semicolons or
///   tabs between them, and a decimal comma where the comma does not separate.
/// - MetaBase (mbientlab.com) for MetaWear's sensors: a file for each sensor; columns `epoch (ms)`, `time (…)`, `elapsed (s)`,
///   `x-axis (g)`, `x-axis (deg/s)` or `x-axis (T)`.
struct TelephoneTable {
  /// The readings of a quantity: times, s, and values. Three numbers and 0, or w, x, y, z.
  typealias Series = (times: [Double], values: [SIMD4<Double>])

  private(set) var series: [TelephoneQuantity: Series] = [:]
  /// The operating system that Sensor Logger's Metadata.csv names, in small letters; nil in any other file.
  private(set) var platform: String?

  /// True if Sensor Logger's Metadata.csv says that all systems log the same signs.
  private(set) var isStandardised = false

  /// True if `bytes` begin with the header of such a file.
  static func isTelephone(_ bytes: [UInt8]) -> Bool {
    let names = header(of: bytes).fields.map { $0.lowercased() }
    if names.contains("seconds_elapsed") || Set(names) == ["time", "x", "y", "z"] { return true }
    if isMetaBase(names) { return true }
    return names.first == "time (s)" && !columns(names, sensor: "").isEmpty
  }

  /// Reads the bytes of the file `path`. A file without a known quantity has no series.
  init(_ bytes: [UInt8], path: String) throws(RecordingError) {
    let lines = TableLine.lines(of: bytes)
    let header = Self.header(of: bytes)
    let names = header.fields.map { $0.lowercased() }
    let sensor = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if sensor == "metadata.csv", lines.count > 1 {
      let values = TableLine(lines[1], separator: header.separator).fields
      func value(_ name: String) -> String? {
        names.firstIndex(of: name).flatMap {
          values.indices.contains($0) ? values[$0].lowercased() : nil
        }
      }
      platform = value("platform")
      isStandardised = value("standardisation") == "true"
    }
    let found = Self.columns(names, sensor: String(sensor.dropLast(4)))
    guard !found.isEmpty, let time = Self.time(names) else { return }
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
      guard let t = try value(time.column) else { continue }
      for (quantity, columns) in found {
        var reading = SIMD4<Double>()
        var isWhole = true
        for (index, column) in columns.indices.enumerated() {
          let number = try value(column)
          reading[index] = (number ?? 0) * columns.unit
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

  private static func isMetaBase(_ names: [String]) -> Bool {
    names.first == "epoch (ms)" && names.contains { $0.hasPrefix("x-axis (") }
  }

  /// The columns of a quantity, and one of its units in that of the series.
  private typealias Columns = (indices: [Int], unit: Double)

  /// The column of time, and one of its units in s. Sensor Logger's `time` is in ns.
  private static func time(_ names: [String]) -> (column: Int, unit: Double)? {
    if let column = names.firstIndex(of: "time") { return (column, 1e-9) }
    let headings = names.map { ColumnHeading($0.utf8) }
    guard let column = headings.firstIndex(where: { $0.quantity == .time }) else { return nil }
    return (column, headings[column].unit.flatMap(ColumnUnits.Time.init)?.seconds ?? 1)
  }

  /// Which columns hold which quantity. A file of one sensor has columns x, y and z, and its name tells the sensor.
  private static func columns(
    _ names: [String], sensor: String
  ) -> [TelephoneQuantity: Columns] {
    func find(_ wanted: [String]) -> [Int]? {
      let found = wanted.compactMap { name in names.firstIndex { $0.hasPrefix(name) } }
      return found.count == wanted.count ? found : nil
    }
    if names.contains("seconds_elapsed") || Set(names) == ["time", "x", "y", "z"] {
      let quantities: [String: TelephoneQuantity] = [
        "totalacceleration": .acceleration, "accelerometer": .linear, "gravity": .gravity,
        "gyroscope": .rate, "magnetometer": .field, "orientation": .attitude,
      ]
      guard let quantity = quantities[sensor] else { return [:] }
      let axes = quantity == .attitude ? ["qw", "qx", "qy", "qz"] : ["x", "y", "z"]
      return find(axes).map { [quantity: ($0, 1)] } ?? [:]
    }
    let headings = names.map {
      ColumnHeading($0.replacing("-axis", with: "").replacing("(t)", with: "(tesla)").utf8)
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
        case .field: headings[axes[0]].unit == .teslas ? 1e6 : units.field?.microteslas
        default: units.acceleration?.metersPerSecondSquared
        }
      // An axis alone is what its file measures.
      let isAlone = names[axes[0]].hasPrefix("x")
      let isLinear = isAlone && quantity == .acceleration && sensor.contains("linear")
      let isGravity = isAlone && quantity == .acceleration && sensor.contains("gravity")
      columns[isLinear ? .linear : isGravity ? .gravity : quantity] = (axes, unit ?? 1)
    }
    return columns
  }

  /// The header: the first line.
  private static func header(of bytes: [UInt8]) -> TableLine {
    TableLine(TableLine.lines(of: Array(bytes.prefix(4_096))).first ?? [])
  }
}
