import Dispatch
import Synchronization

/// Delivers items in order on a thread of its own, so that the sender never waits. Items that do
/// not fit are dropped and counted.
///
/// Thread-safe.
public final class OutputLane<Item: Sendable>: Sendable {
  private struct State {
    var waiting = 0
    var dropped = 0
    var isClosed = false
  }

  private let capacity: Int
  private let deliver: @Sendable (Item) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "output")
  private let group = DispatchGroup()

  /// Creates an empty lane.
  ///
  /// - Parameters:
  ///   - capacity: How many items wait at most, including the one that is being delivered.
  ///   - deliver: Delivers an item. It may take any time.
  public init(capacity: Int, deliver: @escaping @Sendable (Item) -> Void) {
    self.capacity = capacity
    self.deliver = deliver
  }

  /// The number of items dropped so far.
  public var dropped: Int { state.withLock(\.dropped) }

  /// Adds an item and returns at once. It is dropped if there is no room.
  ///
  /// - Parameter item: The item.
  public func offer(_ item: Item) {
    let fits = state.withLock { state in
      guard state.waiting < capacity, !state.isClosed else {
        state.dropped += 1
        return false
      }
      state.waiting += 1
      return true
    }
    guard fits else { return }
    queue.async(group: group) { [self] in
      // After the close nobody waits for a delivery, so none begins.
      if state.withLock({ !$0.isClosed }) { deliver(item) }
      state.withLock { state in
        if !state.isClosed { state.waiting -= 1 }
      }
    }
  }

  /// Waits until all items are delivered. After the time, waiting items and later ones are dropped.
  ///
  /// - Parameter timeout: How long to wait at most.
  public func close(within timeout: Duration) {
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    _ = group.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds)))
    state.withLock { state in
      state.isClosed = true
      state.dropped += state.waiting
      state.waiting = 0
    }
  }
}
