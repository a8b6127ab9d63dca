import Foundation
import QuillonSerialFormats

/// What stands above the rows of a table: the names of its columns, and how they are understood.
struct TableHeader {
  /// The names as they are written, with the unit given by a line below.
  private(set) var names: [String]
  /// The headings that the names stand for.
  private(set) var headings: [ColumnHeading]
  /// The index of the first line after the header.
  let end: Int
  /// How columns were understood whose names are not plain.
  private(set) var remarks: [String] = []

  /// A header of these names.
  init(_ names: [String], end: Int) {
    (self.names, self.end) = (names, end)
    // SensorLog's times are those since the telephone's start.
    headings = Self.numbered(names).map {
      Self.heading($0.replacing("_sinceReboot", with: ""))
    }
  }

  /// Words of other languages and of aviation in the names of columns, without accents and marks, and what they are in English. Longer
  /// ones come before those that they contain.
  private static let words: [(String, String)] = [
    ("winkelgeschwindigkeit", "gyro"), ("drehgeschwindigkeit", "gyro"), ("drehrate", "gyro"),
    ("gyroskop", "gyro"), ("vitesse angulaire", "gyro"), ("velocidad angular", "gyro"),
    ("velocidade angular", "gyro"), ("velocita angolare", "gyro"), ("giroscop", "gyro"),
    ("hoeksnelheid", "gyro"), ("角速度", "gyro"), ("角加速度", "angular"),
    ("beschleunigung", "acc"), ("aceleracion", "acc"), ("aceleracao", "acc"),
    ("accelerazione", "acc"), ("versnelling", "acc"), ("acelerometro", "acc"), ("加速度", "acc"),
    ("magnetfeld", "mag"), ("champ magnetique", "mag"), ("campo magnetico", "mag"),
    ("磁场", "mag"), ("磁場", "mag"), ("pqr", "gyro"),
    ("угловая скорость", "gyro"), ("ускорение", "acc"), ("магнитное поле", "mag"),
    ("время", "time"), ("각속도", "gyro"), ("가속도", "acc"), ("자기장", "mag"), ("시간", "time"),
    ("anglvel", "gyro"), ("bmg160", "gyro"), ("bmg250", "gyro"),
    ("zeitstempel", "time"), ("zeit", "time"), ("temps", "time"), ("tiempo", "time"),
    ("gps tow", "time"), ("tempo", "time"), ("tijd", "time"), ("时间", "time"), ("時間", "time"),
    ("時刻", "time"),
  ]

  /// The heading of a name in any of these languages.
  private static func heading(_ name: String) -> ColumnHeading {
    var name = name
    // Torque's acceleration in the car.
    if let axis = name.wholeMatch(of: /[Gg] ?\(([xyzXYZ])\)/) { name = "acc_\(axis.1)" }
    // The number of a sensor, and an axis before its unit, stand in brackets, too: `IMU(0):accelX`, `Gyroscope (z) [rad/s]`.
    if name.contains("(") {
      name = name.replacing(/\(\d\)(?=[:._A-Za-z])/, with: "")
        .replacing(/\(([xyzXYZ])\)(?= *[\[(])/) { $0.1 }
    }
    name = name.replacing(/[Mm]icro-?T(?:esla)?\b/, with: "uT")
    let plain = ColumnHeading(name.utf8)
    guard plain.quantity == nil else { return plain }
    let folded = name.folding(
      options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en"))
    guard let (word, english) = words.first(where: { folded.contains($0.0) }) else { return plain }
    return ColumnHeading(folded.replacing(word, with: english).utf8)
  }

  /// The names, with axes instead of the numbers 0 to 2 or 1 to 3 behind three names that are otherwise the same: `acc_0`, `gyro1`.
  private static func numbered(_ names: [String]) -> [String] {
    var names = names
    for index in names.indices.dropLast(2) {
      let three = names[index..<index + 3]
      let stem = three[index].dropLast()
      // `q0` to `q3` are understood as they are.
      guard !stem.isEmpty,
        three.allSatisfy({
          $0.dropLast() == stem
            && (ColumnHeading($0.utf8).quantity == nil || endsInY(stem))
        }),
        ["012", "123"].contains(String(three.compactMap(\.last))),
        ColumnHeading((stem + "_x").utf8).axis != nil
      else { continue }
      for (offset, axis) in ["x", "y", "z"].enumerated() {
        names[index + offset] = stem + "_" + axis
      }
    }
    return names
  }

  /// True for a name that ends with a word in y, which is no axis.
  private static func endsInY(_ stem: Substring) -> Bool {
    let letters = stem.lowercased().filter(\.isLetter)
    return letters.hasSuffix("velocity") || letters.hasSuffix("gravity")
  }

  /// The header that begins with the line at `index`. Nil for a line of another kind. The name of the file says what x, y and z are where
  /// no heading does.
  ///
  /// The names may stand behind a comment mark. Axes may stand in a line of their own, with the names of the groups above the first of
  /// them, and so may units.
  init?(_ lines: [ArraySlice<UInt8>], at index: Int, file: String) {
    let first = TableLine(Self.withoutMark(lines[index]))
    var (names, end) = (first.fields, index + 1)
    guard names.count >= 3 else { return nil }
    func fields(_ isWanted: (String) -> Bool, _ fewest: Int) -> [String]? {
      guard end < lines.count else { return nil }
      let fields = TableLine(lines[end], separator: first.separator).fields
      guard fields.count == names.count, fields.count(where: isWanted) >= fewest else { return nil }
      end += 1
      return fields
    }
    if let axes = fields({ ["x", "y", "z"].contains($0.lowercased()) }, 3) {
      var group = ""
      for (column, axis) in axes.enumerated() {
        if !names[column].isEmpty { group = names[column] }
        names[column] = axis.isEmpty ? names[column] : "\(group) \(axis)"
      }
    }
    guard !names.contains(where: { Double(decimal: $0) != nil }),
      names.count(where: Self.holdsNumber) < 2
    else { return nil }
    if let units = fields({ Self.isUnit($0) }, 3) {
      names = zip(names, units).map { $1.isEmpty ? $0 : "\($0) (\($1))" }
    }
    self.init(TableProgram.withGroups(names), end: end)
    if columns(.specificForce) == nil || columns(.angularRate) == nil { findVectors(file) }
    if columns(.specificForce) != nil, columns(.angularRate) == nil { findRates() }
    guard !vectors.isEmpty else { return nil }
  }

  /// A header line without a comment mark before it, which would be a column of its own.
  private static func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = line.drop { "#%/".utf8.contains($0) }
    return rest.count < line.count ? rest.drop { $0 == 0x20 || $0 == 0x09 } : line
  }

  /// True for a name with its number, as in `ax=0.1`. Several of them are a line of a board.
  private static func holdsNumber(_ name: String) -> Bool {
    guard let mark = name.firstIndex(where: { "=:".contains($0) }) else { return false }
    let value = name[mark...].dropFirst().drop { $0 == " " }
    return value.first.map { $0.isNumber || "+-.".contains($0) } ?? false
  }

  /// True for a unit alone.
  private static func isUnit(_ text: String) -> Bool {
    let unit = ColumnHeading("x (\(text))".utf8).unit
    return !text.isEmpty && unit != nil && unit != .other
  }

  /// The vectors that have all their columns.
  private var vectors: [ColumnHeading.Quantity] {
    [.specificForce, .angularRate, .magneticField, .linearAcceleration, .attitude].filter {
      columns($0) != nil
    }
  }

  /// The further columns with the axes of a quantity, such as those of a second sensor.
  func others(_ quantity: ColumnHeading.Quantity) -> [[Int]] {
    let axes = (0..<3).map { axis in
      headings.indices.filter { headings[$0].quantity == quantity && headings[$0].axis == axis }
    }
    let count = axes.map(\.count).min() ?? 0
    return (0..<count).dropFirst().map { number in axes.map { $0[number] } }
  }

  /// True for the name of a column that counts rows. Its numbers are no time: their steps may be of any size.
  static func isCounter(_ name: String) -> Bool {
    words(name).contains {
      [
        "packet", "frame", "sample", "samples", "index", "row", "count", "counter", "number", "seq",
        "id", "no",
      ]
      .contains($0)
    }
  }

  /// True for a change of attitude or velocity over a sample, as Movella, PX4 and others report it.
  static func isIncrement(_ name: String) -> Bool {
    let letters = name.lowercased().filter(\.isLetter)
    return ["oriinc", "velinc", "deltaangle", "deltavelocity", "deltaq", "deltav"].contains {
      letters.hasPrefix($0)
    } || name.hasPrefix("dq_") || name.hasPrefix("dv[")
  }

  /// The first columns with the axes of a quantity; nil unless all axes are there.
  func columns(_ quantity: ColumnHeading.Quantity) -> [Int]? {
    let axes = (0..<(quantity == .attitude ? 4 : 3)).map { axis in
      headings.firstIndex { $0.quantity == quantity && $0.axis == axis }
    }
    return axes.contains(nil) ? nil : axes.compactMap(\.self)
  }

  /// Takes the first rows into account, which may have more fields than there are names: the numbers of the rows stand before them, as
  /// R's `write.table` writes them.
  mutating func fit(_ rows: [[String]]) {
    defer { adoptUnits(rows.first ?? []) }
    let extra = rows.filter { $0.count > names.count && $0.last?.isEmpty == false }
    guard extra.count == rows.count, let first = extra.first else { return }
    let numbers = extra.compactMap { Int($0[0]) }
    guard first.count == names.count + 1, numbers.count == rows.count,
      zip(numbers, numbers.dropFirst()).allSatisfy({ $1 == $0 + 1 })
    else {
      remarks.append(
        "the header has \(names.count) names, but the rows have \(first.count) fields: if that is wrong, correct the header"
      )
      return
    }
    names.insert("", at: 0)
    headings.insert(ColumnHeading("".utf8), at: 0)
    remarks.append("the rows have a number before the first column of the header")
  }

  /// The unit behind the numbers of a column in its first row, which its name does not give.
  private(set) var units: [Int: String] = [:]

  private mutating func adoptUnits(_ row: [String]) {
    for (column, text) in row.enumerated() where headings.indices.contains(column) {
      let isMeasured = headings[column].axis != nil || headings[column].quantity == .time
      guard isMeasured, let unit = NumberStyle.unit(of: text) else { continue }
      units[column] = unit
      let bare = unit.filter { $0 != " " }
      if headings[column].unit == nil {
        names[column] += " (\(bare))"
        headings[column] = Self.heading(names[column])
      }
    }
  }

  // MARK: Names that are not plain

  /// Accepts names that hold a known one among others, such as the place where a sensor is worn, and x, y and z alone as what the name of
  /// the file says, without it as an acceleration.
  private mutating func findVectors(_ file: String) {
    let plain = names.map(Self.plainer)
    var found = headings
    for index in headings.indices where headings[index].quantity == nil {
      found[index] = plain[index] ?? headings[index]
    }
    let (before, plainly) = (headings, vectors)
    headings = found
    guard vectors == plainly else {
      let examples = names.indices.filter { found[$0] != before[$0] }.map { names[$0] }
      remarks.append(
        "\(ForeignTable.list(Array(examples.prefix(6)))) are taken for what their ends say")
      return
    }
    headings = before
    guard plainly.isEmpty else { return }
    let axes = ["x", "y", "z"].compactMap { axis in
      names.firstIndex { name in
        let words = Self.words(name)
        return words.last == axis && words.dropLast().allSatisfy(Self.idleWords.contains)
      }
    }
    guard axes.count == 3, headings.contains(where: { $0.quantity == .time }) else { return }
    let sensor = TelephoneLog.quantity(file)
    for (axis, index) in zip(["x", "y", "z"], axes) {
      let unit = names[index].drop { !"([{".contains($0) }
      headings[index] = ColumnHeading("\(sensor ?? "acc")_\(axis) \(unit)".utf8)
    }
    let columns = ForeignTable.list(axes.map { names[$0] })
    remarks.append(
      sensor.map { "\(columns) are taken for those of the \($0), after which the file is called" }
        ?? "\(columns) are taken for an acceleration, because no name says what they are")
  }

  /// Words before an axis that do not name what is measured.
  private static let idleWords: Set = ["attr", "value", "values", "val", "data", "sensor", "axis"]

  /// The words of a name, in small letters, without its unit in brackets.
  private static func words(_ name: String) -> [String] {
    let end = name.firstIndex { "([{".contains($0) } ?? name.endIndex
    return name[..<end].lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Accepts as an angular rate p, q, r, as in aviation, rx, ry, rz, and the rates of roll, pitch and yaw.
  private mutating func findRates() {
    let known: [(names: [String], isWhole: Bool)] = [
      (["p", "q", "r"], true), (["rx", "ry", "rz"], true),
      (["rollrate", "pitchrate", "yawrate"], false),
      (["rollspeed", "pitchspeed", "yawspeed"], false),
    ]
    for (wanted, isWhole) in known {
      let found = wanted.compactMap { name in
        names.firstIndex { candidate in
          let words = Self.words(candidate)
          return isWhole ? words.first == name : words.joined().hasPrefix(name)
        }
      }
      guard found.count == 3 else { continue }
      for (axis, index) in zip(["x", "y", "z"], found) {
        headings[index] = ColumnHeading("g\(axis)\(Self.unit(names[index]))".utf8)
      }
      remarks.append(
        "\(ForeignTable.list(found.map { names[$0] })) are taken for the angular rate")
      return
    }
  }

  /// What stands in brackets or behind the last mark of a name: its unit, if it has one.
  private static func unit(_ name: String) -> Substring {
    name.firstIndex { "([{".contains($0) }.map { name[$0...] }
      ?? name.lastIndex { "_. ".contains($0) }.map { name[$0...] } ?? ""
  }

  /// The heading of a name without words before or behind it. Nil if there is none, or if it is reported with a measurement.
  private static func plainer(_ name: String) -> ColumnHeading? {
    guard !ColumnHeading.isBeside(name.utf8), !isIncrement(name) else { return nil }
    let start = name.firstIndex { "([{".contains($0) } ?? name.endIndex
    let words = name[..<start].split { !$0.isLetter && !$0.isNumber }
    guard words.count > 1 else { return nil }
    let parts =
      (1..<words.count).map { words[$0...] } + (1..<words.count).map { words.dropLast($0) }
    return parts.lazy.map {
      ColumnHeading(($0.joined(separator: "_") + " " + name[start...]).utf8)
    }.first { $0.quantity != nil && $0.axis != nil }
  }
}
