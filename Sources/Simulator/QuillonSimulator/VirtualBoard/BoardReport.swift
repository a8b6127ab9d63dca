/// What a virtual board did.
public struct BoardReport: Equatable, Sendable {
  /// Samples sent, whole or damaged.
  public var samples = 0
  /// Packets of all kinds sent, dropped ones included.
  public var packets = 0
  /// Packets cut or not sent at all because nobody took their bytes in time.
  public var droppedPackets = 0
  /// What befell the bytes on the line.
  public var faults = LineFaults.Counts()
  /// How it ended.
  public var ending = Ending.completed

  /// How a virtual board ended.
  public enum Ending: Equatable, Sendable {
    /// It sent all it had.
    case completed
    /// Its plug was pulled, as its script says.
    case unplugged
    /// Somebody called `close()`.
    case closed
  }
}
