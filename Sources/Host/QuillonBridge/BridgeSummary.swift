import QuillonProfiling

/// What a bridge has counted, over all connections.
public struct BridgeSummary: Equatable, Sendable {
  /// Samples that arrived whole and in order; of a board that recognizes by itself and sends none, those
  /// that it says it has taken.
  public var samples = 0
  /// Packets that never came whole: gaps in the board's numbers.
  public var lost = 0
  /// Runs of bytes that were not a whole packet. A damaged packet counts here and, when the next
  /// whole one comes, as lost.
  public var damaged = 0
  /// Samples with a sensor at the end of its range.
  public var clipped = ClippingWatch.Counts()
  /// Times that the board started anew without being unplugged.
  public var restarts = 0
  /// Letters recognized, by this program or the board, rejected ones included.
  public var letters = 0
  /// For each sample the time from the return of the read that brought its last byte to the end of
  /// its recognition, ns. Samples that came in one read wait for each other, and that is counted.
  public var latency: DeadlineReport
  /// Of a board of another make, what was found out about it; then nothing is counted as lost or damaged.
  public var stream: StreamSummary?
}
