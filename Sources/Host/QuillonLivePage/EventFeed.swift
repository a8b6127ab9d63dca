import QuillonBridge
import Synchronization

/// What has come from the board and waits for the page's state machine. The two share nothing but this and, the other way,
/// what the page asks of the bridge.
///
/// The bridge's thread puts in and never waits for anybody: when too much lies there, what is new is
/// dropped and counted.
public final class EventFeed: Sendable {
  /// Something that happened at the board's end.
  public enum Item: Sendable {
    /// The bridge told something.
    case event(BridgeEvent)
    /// The connection changed.
    case link(LinkState)
    /// The board was still for a window of the recording of rest: an example, the how manieth it is.
    case rest(LetterReading, count: Int)
    /// The recording of rest is over with so many examples.
    case restEnded(count: Int)
    /// What keeps the board from being read, in words.
    case trouble(String)
  }

  /// Everything that has come since the last time.
  public struct Batch: Sendable {
    /// In order.
    public var items: [Item] = []
    /// What the bridge has counted, if it has told since.
    public var summary: BridgeSummary?
    /// How many items were dropped, ever.
    public var dropped = 0
  }

  private let batch = Mutex(Batch())
  private let capacity: Int

  /// An empty feed for at most `capacity` items: by default 10 s of a fast board.
  public init(capacity: Int = 16_384) { self.capacity = capacity }

  /// Adds an event; drops it if there is no room.
  public func append(_ event: BridgeEvent) {
    batch.withLock { batch in
      if batch.items.count < capacity {
        batch.items.append(.event(event))
      } else {
        batch.dropped += 1
      }
    }
  }

  /// Adds a change of the connection. There is always room: it comes from the tool, not from the board,
  /// and takes the place of the one before if nothing came between.
  public func append(_ link: LinkState) {
    batch.withLock { batch in
      if case .link = batch.items.last { batch.items.removeLast() }
      batch.items.append(.link(link))
    }
  }

  /// Adds an example of rest. There is always room: one comes a second.
  func append(rest reading: LetterReading, count: Int) {
    batch.withLock { $0.items.append(.rest(reading, count: count)) }
  }

  /// Adds that the recording of rest is over with so many examples. There is always room.
  func appendEndOfRest(count: Int) {
    batch.withLock { $0.items.append(.restEnded(count: count)) }
  }

  /// Adds what keeps the board from being read, for people. There is always room: it takes the place of the one
  /// before if nothing came between.
  public func append(trouble words: String) {
    batch.withLock { batch in
      if case .trouble = batch.items.last { batch.items.removeLast() }
      batch.items.append(.trouble(words))
    }
  }

  /// Replaces what the bridge has counted.
  public func update(_ summary: BridgeSummary) { batch.withLock { $0.summary = summary } }

  /// Takes everything out.
  public func drain() -> Batch {
    batch.withLock { batch in
      defer { batch = Batch(dropped: batch.dropped) }
      return batch
    }
  }
}

/// How the connection to the board stands.
public enum LinkState: String, Encodable, Sendable {
  /// There is no board yet.
  case waiting
  /// The board is there.
  case open
  /// The board was there and is gone.
  case gone
}
