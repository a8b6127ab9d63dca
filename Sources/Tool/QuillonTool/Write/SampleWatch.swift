import QuillonBridge
import QuillonProtocols

/// Detects a board that sends bytes but no usable samples, and one that stops sending samples.
struct SampleWatch {
  /// How long a board may send bytes before its first sample.
  private static let timeout = Duration.seconds(4)
  /// How long a board may send no sample after others.
  private static let longestPause = Duration.seconds(2)

  private var firstByte: ContinuousClock.Instant?
  private var lastSample: ContinuousClock.Instant?

  /// The board has sent bytes.
  mutating func hear() { firstByte = firstByte ?? .now }

  /// A sample has come.
  mutating func hearSample() { lastSample = .now }

  /// True if the board has sent bytes for too long without a sample.
  var isOverdue: Bool {
    lastSample == nil && firstByte.map { .now > $0 + Self.timeout } ?? false
  }

  /// True if the board has sent samples, but none for a while.
  var isQuiet: Bool { lastSample.map { .now > $0 + Self.longestPause } ?? false }

  /// What is wrong with the board on this connection, and the next step.
  func error(_ connection: BoardConnection, _ bytes: DecodeCounters?) -> ToolError {
    let (path, format) = (connection.transport.path, connection.format)
    if format.name == "csv", let columns = connection.columns.columns, bytes?.rejected ?? 0 > 0 {
      let count = columns.split(separator: ",").count
      return ToolError(
        """
        no line from \(path) has the \(count) columns \(columns): leave out --columns, and the command finds them, \
        or name those that the board sends
        """, code: .world)
    }
    if let bytes, bytes.accepted == 0 {
      return ToolError(
        """
        \(bytes.rejected) bytes came from \(path), but none are \(format.name): leave out --protocol and --baud, \
        and the command finds them, or set the board up as `quillon protocols` shows
        """, code: .world)
    }
    if format.name == "quillon" {
      return ToolError(
        """
        the board on \(path) sends Quillon's packets but no samples, because it recognizes letters itself: \
        flash firmware that sends samples, or give a recording of its sensor with --trace
        """, code: .world)
    }
    return ToolError(
      """
      the board on \(path) sends \(format.name) but no acceleration: set it up: \(format.setup)
      """, code: .world)
  }
}
