import QuillonBridge
import QuillonProtocols

/// Detects a board that sends bytes but no usable samples.
struct SampleWatch {
  /// How long a board may send bytes before its first sample.
  private static let patience = Duration.seconds(4)

  private var firstByte: ContinuousClock.Instant?
  private var hasSample = false

  /// The board has sent bytes.
  mutating func hear() { firstByte = firstByte ?? .now }

  /// A sample has come.
  mutating func hearSample() { hasSample = true }

  /// True if the board has sent bytes for too long without a sample.
  var isOverdue: Bool { !hasSample && firstByte.map { .now > $0 + Self.patience } ?? false }

  /// What is wrong with the board on this connection, and the next step.
  func error(_ connection: BoardConnection, _ bytes: DecodeCounters?) -> ToolError {
    let (path, format) = (connection.transport.path, connection.format)
    if let bytes, bytes.accepted == 0 {
      return ToolError(
        """
        \(bytes.rejected) bytes came from \(path), and none are \(format.name): leave out --protocol and --baud to \
        have them found, or look at `quillon protocols` for how to set the board up
        """, code: .world)
    }
    if format.name == "quillon" {
      return ToolError(
        """
        the board on \(path) speaks Quillon's packets but sends no samples: it recognizes letters by itself. Put \
        firmware on it that sends samples, or give a recording of its sensor by --trace
        """, code: .world)
    }
    return ToolError(
      """
      \(format.name) comes from \(path), but no sample with an acceleration; set the board up: \(format.setup)
      """, code: .world)
  }
}
