import Dispatch
import Foundation
import QuillonSystem
import Synchronization

/// Ctrl-C, SIGTERM or the end of the terminal (SIGHUP) as a state that the program can ask for, instead of a sudden end. Whoever asks
/// again after a second gets the sudden end.
final class Interruption {
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  /// When the user first wanted the program to end; nil before that.
  private static let request = Mutex<ContinuousClock.Instant?>(nil)

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]

  /// Catches these signals as long as this object exists.
  ///
  /// - Parameter react: Called on another thread when one comes.
  init(react: @escaping @Sendable () -> Void = {}) {
    Self.request.withLock { $0 = nil }
    let registered = DispatchSemaphore(value: 0)
    // A program that was started to outlive its terminal ignores its end.
    let numbers = [SIGINT, SIGTERM] + (Self.ignoresEndOfTerminal ? [] : [SIGHUP])
    sources = numbers.map { [flag] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        guard !Self.isOverdue else { return SuddenEnd.end(by: number) }
        Self.request.withLock { $0 = $0 ?? .now }
        flag.isSet.store(true, ordering: .relaxed)
        react()
      }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    // The signals are caught only after the registration. An earlier one would be lost if it were
    // ignored.
    for _ in sources { registered.wait() }
  }

  private static var ignoresEndOfTerminal: Bool {
    var action = sigaction()
    return sigaction(SIGHUP, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  deinit { sources.forEach { $0.cancel() } }

  /// True if the user has wanted the program to end for a second: nothing is waited for any more.
  static var isOverdue: Bool {
    request.withLock { $0.map { .now - $0 > .seconds(1) } ?? false }
  }

  /// True if the user wants the program to end.
  var isRequested: Bool { flag.isSet.load(ordering: .relaxed) }

  /// Sleeps, but not longer than until the user wants the program to end.
  func sleep(for duration: Duration) { pause(for: duration) { isRequested } }
}

/// Sleeps for a time. Ends early if the caller cancels, which it asks every 10 ms. False in that
/// case.
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
