import Foundation
import Synchronization

/// The thread that reads the board: whether it should end, why, and whether it has ended.
final class BoardWatch: Sendable {
  private struct State {
    var outcome: Result<Void, any Error>?
    var isDone = false
  }

  private let state = Mutex(State())

  /// True if reading has ended or should end.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// Asks the thread to end. The first reason counts.
  func end(with result: Result<Void, any Error> = .success(())) {
    state.withLock { if $0.outcome == nil { $0.outcome = result } }
  }

  /// Runs `body` on a thread. The thread ends with its error.
  func run(_ body: @escaping @Sendable () throws -> Void) {
    Thread { [self] in
      end(with: Result { try body() })
      state.withLock { $0.isDone = true }
    }.start()
  }

  /// Waits for the end and throws its reason if that was an error.
  func wait() async throws {
    while true {
      if let result = state.withLock({ $0.outcome }) { return try result.get() }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until the thread has closed the board, 50 ms at most. The system closes it when the
  /// program ends.
  func waitUntilDone() {
    end()
    let deadline = Date(timeIntervalSinceNow: 0.05)
    while !state.withLock({ $0.isDone }), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.005)
    }
  }
}
