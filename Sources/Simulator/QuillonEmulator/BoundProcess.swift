import CQuillonBoundProcess
import Foundation
import Synchronization

/// A program that runs until it is ended, or until this program ends, however that comes about: `kill -9`
/// included.
///
/// The system ends it with the thread that started it. So a thread of its own starts it and waits for it.
final class BoundProcess: Sendable {
  private enum State { case starting, running(pid_t), failed(Int32), ended }

  private let state = Mutex(State.starting)
  private let hasStarted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts the program `executable` with `arguments`, its own name left out.
  ///
  /// - Throws: the system's error when it can't be started.
  init(_ executable: URL, _ arguments: [String]) throws {
    let thread = Thread { [self] in run([executable.path] + arguments) }
    thread.start()
    hasStarted.wait()
    if case .failed(let code) = state.withLock({ $0 }) {
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
  }

  /// True until it has ended.
  var isRunning: Bool {
    if case .running = state.withLock({ $0 }) { true } else { false }
  }

  /// Ends it at once and waits until it is gone. Ending twice does no harm.
  func end() {
    // Under the lock, because its number may be another program's once it is waited for.
    state.withLock { if case .running(let number) = $0 { _ = kill(number, SIGKILL) } }
    hasEnded.wait()
    hasEnded.signal()
  }

  private func run(_ words: [String]) {
    var arguments = words.map { strdup($0) } + [nil]
    let number = start_bound_process(words[0], &arguments)
    let code = errno
    arguments.forEach { free($0) }
    state.withLock { $0 = number < 0 ? .failed(code) : .running(number) }
    hasStarted.signal()
    if number >= 0 { wait(for: number) }
    hasEnded.signal()
  }

  private func wait(for number: pid_t) {
    var information = siginfo_t()
    // The program stays known under its number until the lock is held.
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      var status: Int32 = 0
      waitpid(number, &status, 0)
      state = .ended
    }
  }
}
