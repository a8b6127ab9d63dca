import QuillonBridge
import QuillonSerialFormats

/// Detects a board that sends bytes but no usable samples.
struct SampleWatch {
  /// How long a board may send bytes before its first sample.
  private static let timeout = Duration.seconds(4)

  private var firstByte: ContinuousClock.Instant?
  private var hasSample = false

  /// The board has sent bytes.
  mutating func hear() { firstByte = firstByte ?? .now }

  /// A sample has come.
  mutating func hearSample() { hasSample = true }

  /// True if the board has sent bytes for too long without a sample.
  var isOverdue: Bool { !hasSample && firstByte.map { .now > $0 + Self.timeout } ?? false }

  /// What is wrong with the board on this connection, and the next step.
  func error(_ connection: BoardConnection, _ bytes: DecodeCounters?) -> ToolError {
    let (path, format) = (connection.transport.path, connection.format)
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
