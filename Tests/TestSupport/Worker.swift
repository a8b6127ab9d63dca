import Foundation
import Synchronization

/// A thread that computes one value. Waiting reads do not belong on Swift's few task threads.
public final class Worker<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts the thread.
  public init(_ body: @escaping @Sendable () -> Value) {
    Thread { [self] in
      let result = body()
      value.withLock { $0 = result }
      isDone.signal()
    }.start()
  }

  /// Waits for the value; a thread that takes more than 30 s hangs, which fails the test.
  public func result() throws -> Value {
    guard isDone.wait(timeout: .now() + 30) == .success, let value = value.withLock({ $0 })
    else { throw Hang() }
    return value
  }

  /// The thread did not end.
  public struct Hang: Error {}
}
