/// A recording of an IMU: rows in time order, and the `#` lines that go with them.
public struct Trace: Equatable, Sendable {
  /// The comment lines in their order, without the `#` and the space behind it.
  public var comments: [String]
  /// The rows, time not falling.
  public var rows: [TraceRow]
  /// True when the file ended in the middle of a row, which is not among the rows: the recording was broken off.
  public var isBrokenOff = false

  /// A trace from its parts.
  public init(comments: [String] = [], rows: [TraceRow]) {
    self.comments = comments
    self.rows = rows
  }
}
