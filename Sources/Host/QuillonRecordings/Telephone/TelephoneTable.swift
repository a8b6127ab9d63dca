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
struct TelephoneTable {
  /// The readings of a quantity: times, s, and values. Three numbers and 0, or w, x, y, z.
  typealias Series = (times: [Double], values: [SIMD4<Double>])

  private(set) var series: [TelephoneQuantity: Series] = [:]
  /// The operating system that Sensor Logger's Metadata.csv names, in small letters; nil in any other file.
  private(set) var platform: String?

  /// True if `bytes` begin with the header of such a file.
  static func isTelephone(_ bytes: [UInt8]) -> Bool {
    let line = header(of: bytes).joined(separator: " ")
    return line.contains("seconds_elapsed") || line.hasPrefix("time (s)")
  }

  /// Reads the bytes of the file `path`. A file without a known quantity has no series.
  init(_ bytes: [UInt8], path: String) throws(RecordingError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let names = Self.header(of: bytes)
    let separator = Self.separator(of: bytes)
    let sensor = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if sensor == "metadata.csv", let column = names.firstIndex(of: "platform"), lines.count > 1 {
      let fields = Self.fields(lines[1], separator)
      platform = fields.indices.contains(column) ? fields[column].lowercased() : nil
    }
    let found = Self.columns(names, sensor: String(sensor.dropLast(4)))
    guard !found.isEmpty,
      let time = names.firstIndex(where: { $0 == "time" || $0 == "time (s)" })
        ?? names.firstIndex(of: "seconds_elapsed")
    else { return }
    let unit = names[time] == "time" ? 1e-9 : 1
    for (number, line) in lines.enumerated().dropFirst() {
      let fields = Self.fields(line, separator)
      // An empty line, or the last one of a log that was cut off.
      guard fields.count >= names.count else { continue }
      func value(_ column: Int) throws(RecordingError) -> Double? {
        let text = separator == "," ? fields[column] : fields[column].replacing(",", with: ".")
        if text.isEmpty || text.lowercased() == "nan" { return nil }
        if let value = Double(decimal: text) { return value }
        throw RecordingError(
          file: path, line: number + 1, found: fields[column].debugDescription,
          expected: "a number in column \(names[column])",
          nextStep: "export the telephone's log again")
      }
      guard let t = try value(time) else { continue }
      for (quantity, columns) in found {
        var reading = SIMD4<Double>()
        var isWhole = true
        for (index, column) in columns.enumerated() {
          let number = try value(column)
          reading[index] = number ?? 0
          // No sensor of a telephone reads so much.
          isWhole = isWhole && number.map { $0.magnitude < 1e6 } ?? false
        }
        let last = series[quantity]?.times.last ?? -.infinity
        guard isWhole, t * unit > last else { continue }
        series[quantity, default: ([], [])].times.append(t * unit)
        series[quantity, default: ([], [])].values.append(reading)
      }
    }
  }

  /// Which columns hold which quantity.
  private static func columns(
    _ names: [String], sensor: String
  ) -> [TelephoneQuantity: [Int]] {
    func find(_ wanted: [String]) -> [Int]? {
      let found = wanted.compactMap { name in names.firstIndex { $0.hasPrefix(name) } }
      return found.count == wanted.count ? found : nil
    }
    if names.contains("seconds_elapsed") {
      let quantities: [String: TelephoneQuantity] = [
        "totalacceleration": .acceleration, "accelerometer": .linear, "gravity": .gravity,
        "gyroscope": .rate, "magnetometer": .field, "orientation": .attitude,
      ]
      guard let quantity = quantities[sensor] else { return [:] }
      let axes = quantity == .attitude ? ["qw", "qx", "qy", "qz"] : ["x", "y", "z"]
      return find(axes).map { [quantity: $0] } ?? [:]
    }
    var columns: [TelephoneQuantity: [Int]] = [:]
    for (quantity, name) in [
      (TelephoneQuantity.acceleration, "acceleration"), (.acceleration, "accelerometer"),
      (.linear, "linear acceleration"), (.rate, "gyroscope"), (.field, "magnetic field"),
    ] {
      columns[quantity] = columns[quantity] ?? find(["x", "y", "z"].map { "\(name) \($0) (" })
    }
    return columns
  }

  /// The names in the first line, in small letters.
  private static func header(of bytes: [UInt8]) -> [String] {
    let line = bytes.prefix(4_096).prefix { $0 != UInt8(ascii: "\n") }
    let names = fields(line, separator(of: bytes)).map { $0.lowercased() }
    // A file may begin with a byte order mark.
    return names.enumerated().map { $0 == 0 ? $1.replacing("\u{FEFF}", with: "") : $1 }
      .map { $0.replacing("\"", with: "") }
  }

  /// What separates the fields: a tab or a semicolon if the first line has one.
  private static func separator(of bytes: [UInt8]) -> Character {
    let line = bytes.prefix(4_096).prefix { $0 != UInt8(ascii: "\n") }
    return line.contains(UInt8(ascii: "\t")) ? "\t" : line.contains(UInt8(ascii: ";")) ? ";" : ","
  }

  /// The fields of a line, without quotes and blanks around them.
  private static func fields(_ line: ArraySlice<UInt8>, _ separator: Character) -> [String] {
    let separator = separator.asciiValue ?? UInt8(ascii: ",")
    let unwanted = Set("\" \r".utf8)
    return line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      let tail = field.drop { unwanted.contains($0) }
      let end = tail.lastIndex { !unwanted.contains($0) }.map { $0 + 1 } ?? tail.startIndex
      return String(decoding: tail[tail.startIndex..<end], as: UTF8.self)
    }
  }
}
