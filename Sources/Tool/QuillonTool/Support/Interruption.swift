import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, or a polite request to end, as something to ask for instead of sudden death.
final class Interruption {
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]

  /// Catches the two signals from now on, as long as this object lives.
  ///
  /// - Parameter react: called on another thread when one comes.
  init(react: @escaping @Sendable () -> Void = {}) {
    let registered = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM].map { [flag] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        flag.isSet.store(true, ordering: .relaxed)
        react()
      }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    // Only then are the signals caught; one that came before, if ignored, would be lost.
    for _ in sources { registered.wait() }
  }

  deinit { sources.forEach { $0.cancel() } }

  /// True when the user wants the program to end.
  var isRequested: Bool { flag.isSet.load(ordering: .relaxed) }

  /// Sleeps, but not on when the user wants the program to end.
  func sleep(for duration: Duration) { pause(for: duration) { isRequested } }
}

/// Sleeps for so long, but not on when the caller lost interest, which is asked every 10 ms; false then.
@discardableResult
func pause(for duration: Duration, isCancelled: () -> Bool) -> Bool {
  let end = ContinuousClock.now + duration
  while !isCancelled() {
    let left = end - .now
    guard left > .zero else { return true }
    Thread.sleep(forTimeInterval: min(left, .milliseconds(10)) / .seconds(1))
  }
  return false
}
