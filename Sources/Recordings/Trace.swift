/// A recording of an IMU: rows in time order, and the `#` lines that stood above them.
public struct Trace: Equatable, Sendable {
  /// The comment lines at the head of the file, without the `#`.
  public var comments: [String]
  /// The rows, time not falling.
  public var rows: [TraceRow]

  /// A trace from its parts.
  public init(comments: [String] = [], rows: [TraceRow]) {
    self.comments = comments
    self.rows = rows
  }
}
