import Foundation
import QuillonConversions
import QuillonRecordings
import QuillonSerialFormats

/// Finds what the columns of lines of numbers hold, if no header names them.
///
/// At rest, an accelerometer measures gravity: the three numbers whose norm is 1 g in a known unit
/// are the acceleration. A gyroscope measures nearly nothing at rest. While the board is turned,
/// da/dt = a × ω shows which three numbers turn the acceleration, and in which unit. What rises
/// steadily is time.
public struct ColumnFinder {
  /// The number of lines that are enough while the board is at rest.
  private static let enough = 60
  /// The number of lines that allow any conclusion.
  private static let fewest = 5
  private static let longestLine = 256
  /// The number of lines of text that are kept.
  private static let mostTitles = 20
  /// The number of lines with names that show their units, and the fewest that do.
  private static let (enoughNamed, fewestNamed) = (40, 21)

  /// True if a header or names before the numbers identify them.
  public private(set) var hasNames = false
  /// The rows of lines with names, with their numbers as they are written.
  private var named: [TraceRow] = []
  private var line: [UInt8] = []
  /// Reads the lines as the decoder of a board does.
  private var format: ColumnFormat
  private var rows: [[Double]] = []
  /// The last lines of text.
  private var titles: [String] = []
  /// The columns without a number in the first row: dates, or a sensor that is not there.
  private var missing: [Int] = []
  /// When the first and the last of the rows were read, ns.
  private var (first, last): (UInt64, UInt64) = (0, 0)

  /// The number of lines that are looked at.
  private let most: Int

  /// The last line with words and with three numbers or more that are not read.
  private var unread: String?
  /// The last line with names before numbers that have decimal commas.
  private var withCommas: String?

  /// A finder that has seen nothing.
  ///
  /// - Parameters:
  ///   - most: How many lines it looks at. Whoever listens to a board does not want to wait for more than 200.
  ///   - header: The header line that the board should have sent first, if the caller names the columns; else empty.
  public init(most: Int = 200, header: [UInt8] = []) {
    self.most = most
    format = ColumnFormat(keepsHeader: !header.isEmpty)
    push(ReceivedBytes(arrival: 0, bytes: header))
  }

  /// The units of columns that have names: those given by the names and those found from the numbers, and remarks about them. Nil before
  /// there are enough lines.
  public var namedUnits: (units: ColumnUnits, remarks: [String])? {
    guard hasNames, named.count >= Self.fewestNamed else { return nil }
    // Of a sample in several lines, those before the acceleration may come first.
    let whole = named.drop { $0.specificForce == nil }
    let rows = whole.count > named.count / 2 ? whole : named[...]
    guard let first = rows.first else { return nil }
    let steps = zip(rows, rows.dropFirst()).count { $1.time > $0.time }
    let hasTime = format.column(of: .time) != nil
    var told = format.namedUnits
    let found = rows.map(\.time).usualStep.flatMap { NumberTable.timeUnit(ofStep: $0) }
    let time: ColumnUnits.Time? = hasTime ? told.time ?? found : .seconds
    var timed = Array(rows)
    if let time {
      for index in timed.indices { timed[index].time *= time.seconds }
      told.time = .seconds
    }
    let settled = TraceUnits(of: timed[...], told: told, isOwn: false)
    var units = settled.columnUnits
    units.time = hasTime ? time : nil
    if first.specificForce == nil { units.acceleration = nil }
    if !rows.contains(where: { $0.angularRate != nil }) { units.rate = nil }
    let incomplete = ColumnHeading.incompleteVectors { format.column(of: $0, axis: $1) != nil }
      .map { $0 + ": correct the board's header, for this vector is not read" }
    var remarks = settled.remarks.filter { !$0.hasPrefix("time") || hasTime && time != nil }
    if let unit = units.time, format.namedUnits.time == nil {
      let step = String(format: "%.3g", rows.map(\.time).usualStep ?? 0)
      remarks.insert("time is taken for \(unit.name): its steps are \(step)", at: 0)
    }
    if steps == 0 {
      remarks = remarks.map {
        $0.replacing(
          "nothing turned to show it", with: "lines without a time do not show how fast it turns")
      }
    }
    if units.acceleration != nil, units.rate == nil, let line = unread {
      remarks.append(
        """
        no rate is read. Nothing is known of the words in "\(line)": if it is there, name it gx, gy, gz, or gyro before three numbers
        """)
    }
    var shifts = rising(rows).map {
      "the first of its numbers is read as the x of the \($0), but it always rises, as a time does: let the board print it behind a name, such as t="
    }
    if let line = withCommas {
      shifts.append(
        "the numbers in \"\(line)\" seem to have decimal commas, and each is read as two: let the board print points"
      )
    }
    let lacks =
      first.specificForce != nil || !incomplete.isEmpty
      ? incomplete : ["no column is an acceleration with gravity, so the rate alone is read"]
    return (units, lacks + shifts + remarks)
  }

  /// The vectors with a fourth number behind them whose first one rises from line to line.
  private func rising(_ rows: ArraySlice<TraceRow>) -> [String] {
    let columns = namedColumns ?? []
    return [("acceleration", "az", \TraceRow.specificForce), ("rate", "gz", \.angularRate)]
      .filter { _, last, vector in
        guard let end = columns.firstIndex(of: last), end + 1 < columns.count,
          columns[end + 1] == "other"
        else { return false }
        let values = rows.compactMap { $0[keyPath: vector]?.x }
        return values.count >= Self.fewestNamed
          && zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
      }
      .map(\.0)
  }

  /// What the columns with names hold, as in a header: `t`, `ax` and so on; `other` is not read. Nil without names.
  public var namedColumns: [String]? {
    guard hasNames, format.numberCount > 0 else { return nil }
    var names = [String](repeating: "other", count: format.numberCount)
    for (quantity, letter, axes) in [
      (ColumnHeading.Quantity.specificForce, "a", "xyz"), (.angularRate, "g", "xyz"),
      (.magneticField, "m", "xyz"), (.attitude, "q", "wxyz"),
    ] {
      for (axis, name) in axes.enumerated() {
        guard let column = format.column(of: quantity, axis: axis), names.indices.contains(column)
        else { continue }
        names[column] = letter + String(name)
      }
    }
    for (quantity, name) in [(ColumnHeading.Quantity.time, "t"), (.pen, "pen")] {
      guard let column = format.column(of: quantity), names.indices.contains(column) else {
        continue
      }
      names[column] = name
    }
    return names
  }

  /// True once enough lines with named columns came to know that they fit their names.
  var hasRows: Bool { named.count >= Self.fewest }

  /// True if more lines with names would hardly change their units.
  var isSureOfNames: Bool { named.count >= Self.enoughNamed }

  /// True if lines with names came, and a few more will show their units.
  var lacksUnits: Bool { hasNames && !named.isEmpty && named.count < Self.fewestNamed }

  /// Accepts the next bytes of the port.
  public mutating func push(_ read: ReceivedBytes) {
    for byte in read.bytes {
      guard byte == 0x0A || byte == 0x0D else {
        if line.count <= Self.longestLine { line.append(byte) }
        continue
      }
      if !line.isEmpty, line.count <= Self.longestLine { take(line, at: read.arrival) }
      line.removeAll(keepingCapacity: true)
    }
  }

  /// The number of columns of the last lines. Nil before five lines in a row agree.
  public var count: Int? { rows.count >= Self.fewest ? rows[0].count : nil }

  /// True if the sensor measures nothing: all numbers are 0, except for time, counters and one
  /// more, a temperature.
  var isZero: Bool {
    guard rows.count >= Self.fewest else { return false }
    let others = rows[0].indices.filter { column in rows.contains { $0[column] != 0 } }
    let zeros = rows[0].count - others.count
    guard zeros >= 3 else { return false }
    let times = NumberTable(rows: rows, period: period).times
    return others.count { !times.contains($0) } <= (zeros < 6 ? 0 : 1)
  }

  /// True if more lines would hardly change the assignment.
  var isSure: Bool { rows.count >= Self.enough && assignment?.isCertain ?? false }

  /// What the columns hold. Nil if neither the numbers nor their count show it.
  public var assignment: ColumnAssignment? {
    guard rows.count >= Self.fewest else { return nil }
    let table = NumberTable(rows: rows, period: period)
    var found = assignment(by: table)
    let force = found.flatMap { $0.names.firstIndex(of: "ax") }
    // What gravity has shown is not doubted because the board is shaken.
    let doubtful = found?.isCertain == false ? force : nil
    found?.objection =
      table.sourcesObjection
      ?? force.flatMap { table.turnsObjection(toForceAt: $0) }
      ?? doubtful.flatMap { start in
        titleObjection ?? table.objection(toForceAt: start)
      }
    return found
  }

  /// Why the numbers are no acceleration, by the text before them; nil for nothing.
  private var titleObjection: String? {
    guard let text = titles.last(where: { BoardText($0).measured != nil }),
      let measured = BoardText(text).measured,
      !titles.contains(where: { BoardText($0).isAboutAcceleration })
    else { return nil }
    return "the board calls them \(measured) (\"\(text)\"): let it print acceleration and rate"
  }

  private func assignment(by table: NumberTable) -> ColumnAssignment? {
    let usual = ColumnAssignment.usual(rows[0].count)
    if var found = table.best, found.isCertain {
      // At rest a quaternion may not be seen. It comes last in the usual order.
      if !found.names.contains("qw"), let usual, usual.contains("qw"),
        zip(usual, found.names).prefix(7).allSatisfy(==)
      {
        found.names = usual
      }
      return found
    }
    guard var names = usual, table.attitudes.isEmpty else { return table.best }
    // The usual order is wrong for a second accelerometer.
    if let force = names.firstIndex(of: "ax"), let rate = names.firstIndex(of: "gx"),
      table.isAlike(rate, force)
    {
      for column in rate..<names.count { names[column] = "other" }
    }
    if names[0] == "t", !table.times.contains(0) { return table.best }
    return ColumnAssignment(
      names: names, time: table.timeUnit(of: 0) ?? .milliseconds, isCertain: false)
  }

  /// The time between lines by their arrival, s; nil for lines that arrived at once, as those of a file.
  private var period: Double? {
    let period = Double(last &- first) * 1e-9 / Double(max(rows.count - 1, 1))
    return period > 0.002 ? period : nil
  }

  /// Keeps a line of text, which may name what the board measures.
  private mutating func note(_ line: [UInt8]) {
    let text = BoardText(line)
    guard text.hasWord, titles.last != text.line else { return }
    titles.append(text.line)
    if titles.count > Self.mostTitles { titles.removeFirst() }
  }

  /// Keeps a line whose numbers have decimal commas, and one with words that has three numbers more than are read.
  private mutating func noteUnread(_ text: BoardText, read: Int) {
    if format.isNamed, text.hasDecimalCommas { withCommas = text.line }
    guard text.hasWord else { return }
    let numbers = text.line.matches(of: /[-+]?\d+(?:\.\d+)?/).count
    if numbers >= read + 3 { unread = text.line }
  }

  private mutating func take(_ line: [UInt8], at arrival: UInt64) {
    var (window, reading) = (ByteWindow(), SensorReading())
    for byte in line {
      window.prepare(byte)
      window.append()
    }
    let error = format.decode(&window, length: line.count, into: &reading)
    if format.numberCount == 0 { note(line) }
    noteUnread(BoardText(line), read: error == nil ? format.readCount : 0)
    // Lines of another kind stand between the others. In a wrong unit numbers are implausible.
    guard error == nil || error == .implausible else { return }
    guard !format.isNamed else {
      hasNames = true
      takeNamed(at: arrival)
      return
    }
    let numbers = (0..<format.numberCount).map { format.number(at: $0) }
    guard numbers.count >= 3 else { return }
    if numbers.count != rows.first?.count { rows = [] }
    let missing = numbers.indices.filter { numbers[$0] == nil }
    if rows.isEmpty { (first, self.missing) = (arrival, missing) }
    guard missing == self.missing, missing.count + 3 <= numbers.count else { return }
    let row = numbers.map { $0 ?? 0 }
    last = arrival
    rows.append(row)
    if rows.count > most { rows.removeFirst() }
  }
}

extension ColumnFinder {
  private mutating func takeNamed(at arrival: UInt64) {
    func vector(_ quantity: ColumnHeading.Quantity) -> SIMD3<Double>? {
      // The axes may stand anywhere.
      let numbers = (0..<3).compactMap { axis in
        format.column(of: quantity, axis: axis).flatMap { format.number(at: $0) }
      }
      return numbers.count == 3 ? SIMD3(numbers[0], numbers[1], numbers[2]) : nil
    }
    guard named.count < most, format.numberCount > 0 else { return }
    if named.isEmpty { first = arrival }
    let time = format.column(of: .time).flatMap { format.number(at: $0) }
    var row = TraceRow(time: time ?? Double(arrival &- first) * 1e-9)
    (row.specificForce, row.angularRate) = (vector(.specificForce), vector(.angularRate))
    row.magneticField = vector(.magneticField)
    // A sample may span several lines: those with the acceleration count.
    if row.specificForce == nil, var last = named.last, last.angularRate == nil,
      row.angularRate != nil
    {
      last.angularRate = row.angularRate
      named[named.count - 1] = last
    } else if row.specificForce != nil || row.angularRate != nil {
      named.append(row)
    } else if row.magneticField != nil, !named.isEmpty {
      named[named.count - 1].magneticField = row.magneticField
    }
  }
}

extension ColumnFormat {
  /// How many numbers of the last line are read as a part of a vector, an attitude or a time.
  fileprivate var readCount: Int {
    let vectors: [ColumnHeading.Quantity] = [
      .specificForce, .angularRate, .magneticField, .attitude,
    ]
    return vectors.reduce(column(of: .time) == nil ? 0 : 1) { count, quantity in
      count + (0..<(quantity == .attitude ? 4 : 3)).count { column(of: quantity, axis: $0) != nil }
    }
  }

  /// A number of the last line; nil if it is missing.
  fileprivate mutating func number(at index: Int) -> Double? {
    guard let parts = parts(ofNumberAt: index) else { return nil }
    return scalbn(Double(parts.mantissa), Int(parts.exponent))
  }
}
