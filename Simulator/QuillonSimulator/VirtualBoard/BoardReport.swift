/// The report on what a virtual board did.
public struct BoardReport: Equatable, Sendable {
  /// The number of samples sent, whole or damaged.
  public var samples = 0
  /// The number of packets of all kinds sent, dropped ones included.
  public var packets = 0
  /// The number of packets that were truncated or not sent at all, because nobody read their bytes
  /// in time.
  public var droppedPackets = 0
  /// The faults on the line.
  public var faults = LineFaults.Counts()
  /// How it ended.
  public var ending = Ending.completed

  /// How a virtual board ended.
  public enum Ending: Equatable, Sendable {
    /// It sent everything.
    case completed
    /// It was unplugged, as its script specifies.
    case unplugged
    /// Somebody called `close()`.
    case closed
  }
}
