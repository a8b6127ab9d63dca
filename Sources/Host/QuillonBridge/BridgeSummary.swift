import QuillonSystem

/// The counts of a bridge, over all connections.
public struct BridgeSummary: Equatable, Sendable {
  /// Samples that arrived complete and in order. For a board that recognizes letters itself and
  /// sends no samples, the number that the board reports.
  public var samples = 0
  /// Packets that never arrived complete: the gaps in the packet numbers.
  public var lost = 0
  /// Runs of bytes that were not a whole packet. A damaged packet counts here, and as lost when the
  /// next whole packet arrives.
  public var damaged = 0
  /// Samples with a sensor at the end of its range.
  public var clipped = ClippingWatch.Counts()
  /// How often the board restarted without being unplugged.
  public var restarts = 0
  /// Letters that this program or the board recognized, rejected ones included.
  public var letters = 0
  /// The latency of the samples, ns: from the return of the read that brought the last byte of a
  /// sample to the end of its recognition. Samples that come in one read wait for each other. This
  /// time counts.
  public var latency: DeadlineReport
  /// The processor time that this program needed for each sample, ns: decoding, recognition and reporting. Unlike ``latency`` it does not
  /// depend on what else the computer does.
  public var work: DeadlineReport
  /// What is known about a board of another make. Nothing counts as lost or damaged then. Nil for
  /// boards that send Quillon's packets.
  public var stream: StreamSummary?
  /// The times that a board that recognizes letters itself reports. Nil if no board reported them.
  public var board: BoardPerformance.Report?
}
