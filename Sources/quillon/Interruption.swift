import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, or a polite request to end, as something to ask for instead of sudden death.
final class Interruption: Sendable {
  private let hasCome = Atomic<Bool>(false)
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Catches the two signals from now on, as long as this object lives.
  ///
  /// - Parameter react: called on another thread when one comes.
  init(react: @escaping @Sendable () -> Void = {}) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        self?.hasCome.store(true, ordering: .relaxed)
        react()
      }
      source.resume()
      sources.withLock { $0.append(source) }
    }
  }

  /// True when the user wants the program to end.
  var isRequested: Bool { hasCome.load(ordering: .relaxed) }
}
