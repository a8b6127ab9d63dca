import Foundation
import Synchronization

/// The thread that reads the board, as seen by the rest: whether it is to end, why, and whether it has.
final class BoardWatch: Sendable {
  private struct State {
    var outcome: Result<Void, any Error>?
    var isDone = false
  }

  private let state = Mutex(State())

  /// True when reading is over, or ought to be.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// Reading ought to end; the first reason counts.
  func end(with result: Result<Void, any Error> = .success(())) {
    state.withLock { if $0.outcome == nil { $0.outcome = result } }
  }

  /// The thread that reads, which ends with what `body` throws.
  func run(_ body: @escaping @Sendable () throws -> Void) {
    Thread { [self] in
      end(with: Result { try body() })
      state.withLock { $0.isDone = true }
    }.start()
  }

  /// Waits for the end and throws what caused it, if it was an error.
  func wait() async throws {
    while true {
      if let result = state.withLock({ $0.outcome }) { return try result.get() }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until the thread has let go of the board, 50 ms at most: the system takes it away from a program that ends.
  func waitUntilDone() {
    end()
    let deadline = Date(timeIntervalSinceNow: 0.05)
    while !state.withLock({ $0.isDone }), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.005)
    }
  }
}
