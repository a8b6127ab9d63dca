import Foundation
import QuillonProtocols
import QuillonRecordings

/// Finds what the columns of lines of numbers hold, if no header names them.
///
/// At rest, an accelerometer measures gravity: the three numbers whose norm is 1 g in a known unit
/// are the acceleration. A gyroscope measures nearly nothing at rest. While the board is turned,
/// da/dt = a × ω tells which three numbers turn the acceleration, and in which unit. What rises
/// steadily is time.
struct ColumnFinder {
  /// The number of lines that are enough while the board is at rest, and that are looked at.
  private static let (enough, most) = (60, 200)
  /// The number of lines that tell anything.
  private static let fewest = 5
  private static let longestLine = 256

  /// True if a header or names before the numbers tell what they are.
  private(set) var hasNames = false
  private var line: [UInt8] = []
  /// Reads the lines as the decoder of a board does.
  private var format = ColumnFormat()
  private var rows: [[Double]] = []
  /// When the first and the last of the rows were read, ns.
  private var (first, last): (UInt64, UInt64) = (0, 0)

  /// Takes the next bytes of the port.
  mutating func push(_ read: ReceivedBytes) {
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
  var count: Int? { rows.count >= Self.fewest ? rows[0].count : nil }

  /// True if the sensor tells nothing: all numbers are 0, except for time, counters and one more, a
  /// temperature.
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

  /// What the columns hold. Nil if neither the numbers nor their count tell it.
  var assignment: ColumnAssignment? {
    guard rows.count >= Self.fewest else { return nil }
    let table = NumberTable(rows: rows, period: period)
    let usual = ColumnAssignment.usual(rows[0].count)
    if var found = table.best, found.isCertain {
      // Nothing here looks for a quaternion. It comes last in the usual order.
      if let usual, usual.contains("qw"), zip(usual, found.names).prefix(7).allSatisfy(==) {
        found.names = usual
      }
      return found
    }
    guard let names = usual else { return table.best }
    if names[0] == "t", !table.times.contains(0) { return table.best }
    return ColumnAssignment(
      names: names, time: table.timeUnit(of: 0) ?? .milliseconds, isCertain: false)
  }

  /// The time between lines by their arrival, s.
  private var period: Double {
    let period = Double(last &- first) * 1e-9 / Double(max(rows.count - 1, 1))
    return period > 0.002 ? period : 0.01
  }

  private mutating func take(_ line: [UInt8], at arrival: UInt64) {
    var (window, reading) = (ByteWindow(), SensorReading())
    for byte in line {
      window.prepare(byte)
      window.append()
    }
    _ = format.decode(&window, length: line.count, into: &reading)
    guard !format.isNamed else {
      hasNames = true
      return
    }
    var row: [Double] = []
    for index in 0..<format.numberCount {
      guard let number = format.number(at: index) else { return }
      row.append(number)
    }
    guard row.count >= 3 else { return }
    if row.count != rows.first?.count { rows = [] }
    if rows.isEmpty { first = arrival }
    last = arrival
    rows.append(row)
    if rows.count > Self.most { rows.removeFirst() }
  }
}

extension ColumnFormat {
  /// A number of the last line; nil if it is missing.
  fileprivate mutating func number(at index: Int) -> Double? {
    guard let parts = parts(ofNumberAt: index) else { return nil }
    return scalbn(Double(parts.mantissa), Int(parts.exponent))
  }
}
