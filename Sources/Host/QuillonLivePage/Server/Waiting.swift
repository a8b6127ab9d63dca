import Dispatch
import Synchronization

/// Runs `body` and waits for its result on this thread, which must not be one of Swift's own.
package func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
  let (done, answer) = (DispatchSemaphore(value: 0), Answer<Value>())
  Task.detached {
    let value = await body()
    answer.value.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = answer.value.withLock({ $0 }) { return value }
  }
}

/// The result of a task that a thread waits for.
private final class Answer<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
