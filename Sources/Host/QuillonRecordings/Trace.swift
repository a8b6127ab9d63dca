import QuillonSerialFormats

/// A recording of an IMU: its rows in order of time, and its `#` comment lines.
public struct Trace: Equatable, Sendable {
  /// The comment lines in their order, without the `#` and the space after it.
  public var comments: [String]
  /// The rows. Their times do not decrease.
  public var rows: [TraceRow]
  /// True when the file ended in the middle of a row, so the recording was cut off. That row is not
  /// in ``rows``.
  public var isBrokenOff = false
  /// How the file was understood when it was read, for people. Empty for a trace that is as the layout has it.
  public var remarks: [String] = []

  /// The columns of the file that it was read from, and their units. Empty for what is no table.
  var layout = TraceLayout()

  /// A trace from its parts.
  public init(comments: [String] = [], rows: [TraceRow]) {
    self.comments = comments
    self.rows = rows
  }
}

/// What the columns of a table hold.
struct TraceLayout: Equatable, Sendable {
  /// For each column `t`, `ax` and so on; `other` for those that are not read.
  var columns: [String] = []
  /// The units of the numbers as they are written. The time has none if it is a date, or stands in several columns.
  var units = ColumnUnits()

  /// The columns of a vector or of an attitude get the names of these axes.
  mutating func name(_ places: [Int]?, _ letter: String, _ axes: String = "xyz") {
    for (place, axis) in zip(places ?? [], axes) where columns.indices.contains(place) {
      columns[place] = letter + String(axis)
    }
  }

  static func == (a: Self, b: Self) -> Bool {
    a.columns == b.columns && a.units.acceleration == b.units.acceleration
      && a.units.rate == b.units.rate && a.units.time == b.units.time
      && a.units.field == b.units.field
  }

  /// The units of what is there.
  var usedUnits: ColumnUnits {
    func used<T>(_ unit: T?, by column: String) -> T? { columns.contains(column) ? unit : nil }
    return ColumnUnits(
      acceleration: used(units.acceleration, by: "ax"), rate: used(units.rate, by: "gx"),
      time: used(units.time, by: "t"), field: used(units.field, by: "mx"))
  }
}
