import CQuillonBoundProcess
import Foundation
import Synchronization

/// A program that runs until it is ended, or until this program ends for whatever reason, `kill -9`
/// included.
///
/// The system ends it together with the thread that started it. So a thread of its own starts it
/// and waits for it.
public final class BoundProcess: Sendable {
  private enum State { case starting, running(pid_t), failed(Int32), ended }

  private let state = Mutex(State.starting)
  private let hasStarted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts a program with no open file of this one but its outputs, and with `/dev/null` as its
  /// standard input.
  ///
  /// - Parameters:
  ///   - executable: The program's file.
  ///   - arguments: Its arguments, without its own name.
  ///   - environment: Its environment; nil for that of this program.
  ///   - outputs: The descriptors of its standard output and standard error; −1 for `/dev/null`.
  ///
  /// - Throws: the system's error when the program cannot be started.
  public init(
    _ executable: URL, _ arguments: [String], environment: [String: String]? = nil,
    outputs: (output: Int32, errors: Int32) = (-1, -1)
  ) throws {
    let variables = environment?.map { "\($0.key)=\($0.value)" }
    let thread = Thread { [self] in
      run([executable.path] + arguments, variables, [outputs.output, outputs.errors])
    }
    thread.start()
    hasStarted.wait()
    if case .failed(let code) = state.withLock({ $0 }) {
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
  }

  /// True while the program runs.
  public var isRunning: Bool {
    if case .running = state.withLock({ $0 }) { true } else { false }
  }

  /// True if all the program's threads sleep: none works, and none waits for a processor. Nil if the program does not run, or
  /// the system has no `/proc`.
  public var isAsleep: Bool? {
    guard case .running(let number) = state.withLock({ $0 }) else { return nil }
    let folder = "/proc/\(number)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return nil
    }
    return threads.allSatisfy { thread in
      // The state stands behind the name, which is in parentheses (proc(5)). A thread that has ended has no file.
      guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
      else { return true }
      return text[(text.lastIndex(of: ")") ?? text.startIndex)...].hasPrefix(") S")
    }
  }

  /// Asks the program to end.
  public func terminate() { send(SIGTERM) }

  /// Ends the program at once and waits until it is gone. It is safe to end it twice.
  public func end() {
    send(SIGKILL)
    hasEnded.wait()
    hasEnded.signal()
  }

  private func send(_ signal: Int32) {
    // Under the lock, because after the wait for the program its number may belong to another one.
    state.withLock { if case .running(let number) = $0 { _ = kill(number, signal) } }
  }

  private func run(_ words: [String], _ variables: [String]?, _ outputs: [Int32]) {
    var arguments = words.map { strdup($0) } + [nil]
    var environment = (variables ?? []).map { strdup($0) } + [nil]
    let number =
      variables == nil
      ? start_bound_process(words[0], &arguments, nil, outputs)
      : start_bound_process(words[0], &arguments, &environment, outputs)
    let code = errno
    (arguments + environment).forEach { free($0) }
    state.withLock { $0 = number < 0 ? .failed(code) : .running(number) }
    hasStarted.signal()
    if number >= 0 { wait(for: number) }
    hasEnded.signal()
  }

  private func wait(for number: pid_t) {
    var information = siginfo_t()
    // WNOWAIT keeps the program's number reserved until the lock is held.
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      var status: Int32 = 0
      waitpid(number, &status, 0)
      state = .ended
    }
  }
}
