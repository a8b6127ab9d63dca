import Foundation
import Synchronization
import Testing

/// A thread that computes one value. Waiting reads do not belong on Swift's few task threads.
final class Worker<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Value) {
    Thread { [self] in
      let result = body()
      value.withLock { $0 = result }
      isDone.signal()
    }.start()
  }

  /// Waits for the value; a thread that takes more than 30 s hangs, which fails the test.
  func result() throws -> Value {
    guard isDone.wait(timeout: .now() + 30) == .success else { throw Hang() }
    return try #require(value.withLock { $0 })
  }

  struct Hang: Error {}
}
