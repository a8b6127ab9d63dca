import Foundation
import QuillonConversions
import QuillonSerialFormats

/// How a column counts time, if not in the units of boards: in minutes, hours or days, in days or ticks since a date of their own, or as
/// steps from row to row.
struct TimeScale {
  /// Rows of a sensor are not further apart, s.
  private static let longestStep = 60.0

  /// One unit, s.
  let unit: Double
  /// The number at the beginning of 1970, or 0.
  private let origin: Double
  /// True if each number is the time since the row before.
  let isStep: Bool
  /// A remark on it, for people; nil if the name gives the scale.
  let remark: String?

  /// The scale of a column with this heading and these first numbers; nil if it is another one.
  init?(_ name: String, _ heading: ColumnHeading, _ numbers: [Double]) {
    // What rises from row to row is a time, whatever its name.
    let rises = zip(numbers, numbers.dropFirst()).allSatisfy(<)
    if Self.isStep(name), numbers.count > 1, !rises, numbers.allSatisfy({ $0 >= 0 }) {
      let typical = numbers.sorted()[numbers.count / 2]
      let told = heading.unit?.time
      guard let unit = told ?? ColumnUnits.Time(ofStep: typical) else { return nil }
      (self.unit, origin, isStep) = (unit.seconds, 0, true)
      remark =
        "\(ForeignTable.list([name])) is taken for the time since the row before, in \(unit.name)"
      return
    }
    isStep = false
    guard heading.unit == nil || heading.unit == .other else { return nil }
    if let unit = Self.longUnit(name) {
      (self.unit, origin, remark) = (unit, 0, nil)
      return
    }
    guard numbers.count > 1,
      let first = numbers.first,
      let epoch = Self.epochs.first(where: { $0.range.contains(first) }),
      numbers.allSatisfy(epoch.range.contains),
      numbers != numbers.map({ $0.rounded() }) || epoch.unit < 1,
      case let steps = zip(numbers, numbers.dropFirst()).map({ $1 - $0 }).sorted(),
      // Seconds since a start may be in the same range.
      steps[steps.count / 2] * epoch.unit < Self.longestStep
    else { return nil }
    (unit, origin) = (epoch.unit, epoch.origin)
    remark = "time is taken for \(epoch.name)"
  }

  /// The time at a number, s.
  func seconds(_ number: Double) -> Double { (number - origin) * unit }

  /// Counts that begin long before 1970, for the years 1995 to 2060.
  ///
  /// - Excel, "Date systems in Excel": 25,569 days at the beginning of 1970. MATLAB, `datenum`: 719,529.
  /// - Microsoft, `DateTime.Ticks`: 621,355,968 · 10⁹ ticks of 100 ns. `FILETIME`: 116,444,736 · 10⁹.
  private static let epochs:
    [(name: String, range: ClosedRange<Double>, origin: Double, unit: Double)] = [
      ("the days of a spreadsheet", 34_700...58_500, 25_569, 86_400),
      ("the days of MATLAB", 728_660...752_460, 719_529, 86_400),
      ("the ticks of .NET, 100 ns", 629e15...650.2e15, 621_355_968e9, 1e-7),
      ("the ticks of Windows, 100 ns", 124e15...145.3e15, 116_444_736e9, 1e-7),
    ]

  /// True for `dt`, `delta_t (ms)`, `Δt`, `time step`.
  static func isStep(_ name: String) -> Bool {
    let plain = name.lowercased().prefix { !"([".contains($0) }.filter { $0.isLetter }
    return [
      "dt", "dtms", "dtus", "dts", "deltat", "deltatime", "δt", "timestep", "timedelta", "tdelta",
      "timediff",
    ]
    .contains(plain)
  }

  /// The unit at the end of `time (min)`, `elapsed_hours`, `time_100ns`, s; nil for any other.
  private static func longUnit(_ name: String) -> Double? {
    let name = name.lowercased()
    if name.contains("100ns") || name.contains("100 ns") { return 1e-7 }
    return switch name.split(whereSeparator: { !$0.isLetter }).last {
    case "cs", "centiseconds": 0.01
    case "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3_600
    case "d", "day", "days": 86_400
    default: nil
    }
  }
}
