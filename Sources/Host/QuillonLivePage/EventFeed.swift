import QuillonBridge
import QuillonSerialFormats
import Synchronization

/// The queue from the thread that reads the board to the session of the page. The two threads share
/// only this queue and, in the other direction, the requests of the page.
///
/// The thread that reads the board never waits. If the queue is full, new events are dropped and
/// counted.
///
/// Thread-safe.
public final class EventFeed: Sendable {
  /// Something that happened on the side of the board.
  public enum Item: Sendable {
    /// The bridge reported an event.
    case event(BridgeEvent)
    /// The connection changed.
    case link(LinkState)
    /// An example of rest was recorded. `count` is its number, from 1.
    case rest(LetterReading, count: Int)
    /// The recording of rest has ended with this many examples.
    case restEnded(count: Int)
    /// Why the board cannot be read, as a text for people, and what was seen of its bytes, a line each.
    case trouble(String, seen: [String])
    /// What was found on the board's port, for people, a line each, and the unit of its rates; nil for that of its format.
    case found([String], rateUnit: ColumnUnits.Rate?)
  }

  /// Everything that has come since the last ``drain()``.
  public struct Batch: Sendable {
    /// The items in order.
    public var items: [Item] = []
    /// The bridge's counts. Nil if it has reported none since.
    public var summary: BridgeSummary?
    /// How many items were dropped since the beginning.
    public var dropped = 0
  }

  private let batch = Mutex(Batch())
  private let capacity: Int

  /// Creates an empty feed.
  ///
  /// - Parameter capacity: How many items wait at most. The default is enough for 10 s of a fast
  ///   board.
  public init(capacity: Int = 16_384) { self.capacity = capacity }

  /// Adds an event. It is dropped if there is no room.
  ///
  /// - Parameter event: The event.
  public func append(_ event: BridgeEvent) {
    batch.withLock { batch in
      if batch.items.count < capacity {
        batch.items.append(.event(event))
      } else {
        batch.dropped += 1
      }
    }
  }

  /// Adds a change of the connection. It is never dropped, because it comes from the tool and not
  /// from the board. It replaces the item before it if that is a change too.
  ///
  /// - Parameter link: The new state.
  public func append(_ link: LinkState) {
    batch.withLock { batch in
      if case .link = batch.items.last { batch.items.removeLast() }
      batch.items.append(.link(link))
    }
  }

  /// Adds an example of rest. It is never dropped, because only about one a second comes.
  func append(rest reading: LetterReading, count: Int) {
    batch.withLock { $0.items.append(.rest(reading, count: count)) }
  }

  /// Adds the end of the recording of rest, with the number of examples. It is never dropped.
  func appendEndOfRest(count: Int) {
    batch.withLock { $0.items.append(.restEnded(count: count)) }
  }

  /// Adds why the board cannot be read. It is never dropped. It replaces the item before it if that
  /// is such a text too.
  ///
  /// - Parameters:
  ///   - words: A text for people.
  ///   - seen: What was seen of bytes that are not understood, for people; empty without such bytes.
  public func append(trouble words: String, seen: [String] = []) {
    batch.withLock { batch in
      if case .trouble = batch.items.last { batch.items.removeLast() }
      batch.items.append(.trouble(words, seen: seen))
    }
  }

  /// Adds what was found on the board's port. It is never dropped.
  ///
  /// - Parameters:
  ///   - lines: Texts for people.
  ///   - rateUnit: The unit of the board's rates; nil for that of its format.
  public func append(found lines: [String], rateUnit: ColumnUnits.Rate? = nil) {
    batch.withLock { $0.items.append(.found(lines, rateUnit: rateUnit)) }
  }

  /// Replaces the bridge's counts.
  ///
  /// - Parameter summary: The new counts.
  public func update(_ summary: BridgeSummary) { batch.withLock { $0.summary = summary } }

  /// Removes and returns everything.
  public func drain() -> Batch {
    batch.withLock { batch in
      defer { batch = Batch(dropped: batch.dropped) }
      return batch
    }
  }
}

/// The state of the connection to the board.
public enum LinkState: String, Encodable, Sendable {
  /// There is no board yet.
  case waiting
  /// The board is there.
  case open
  /// The board was there and is gone.
  case gone
}
