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

  /// A trace from its parts.
  public init(comments: [String] = [], rows: [TraceRow]) {
    self.comments = comments
    self.rows = rows
  }
}
