import Dispatch
import Synchronization

/// Delivers items in order on a thread of its own, so that whoever offers them never waits: what does not fit
/// any more is dropped, and counted.
///
/// Safe to use from several threads.
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

  /// A lane that nothing waits in.
  ///
  /// - Parameters:
  ///   - capacity: how many items wait at most, the one being delivered counted in.
  ///   - deliver: brings an item where it belongs; may take as long as it likes.
  public init(capacity: Int, deliver: @escaping @Sendable (Item) -> Void) {
    self.capacity = capacity
    self.deliver = deliver
  }

  /// Items that were not delivered, as far as is known by now.
  public var dropped: Int { state.withLock(\.dropped) }

  /// Hands an item over; returns at once.
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
      // Nothing is begun that nobody waits for any more.
      if state.withLock({ !$0.isClosed }) { deliver(item) }
      state.withLock { state in
        if !state.isClosed { state.waiting -= 1 }
      }
    }
  }

  /// Waits until all is delivered, but no longer than `patience`; what waits then, and whatever is offered
  /// later, is dropped.
  public func close(within patience: Duration) {
    let (seconds, attoseconds) = patience.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    _ = group.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds)))
    state.withLock { state in
      state.isClosed = true
      state.dropped += state.waiting
      state.waiting = 0
    }
  }
}
