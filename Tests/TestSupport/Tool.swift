import Foundation
import Synchronization

/// The built command-line tool, running.
public final class Tool: Sendable {
  /// What a finished run left behind.
  public struct Result: Sendable {
    /// What it exited with.
    public var code: Int32
    /// Its standard output.
    public var output: String
    /// Its standard error.
    public var errorOutput: String

    /// The lines of standard output.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The tool did not print or do it within its time, or before its end.
  public struct TookTooLong: Error {
    var output: String
    var errorOutput: String
  }

  /// How long a test waits for a tool that hangs.
  ///
  /// It is no measure of speed: 1,800 tests share the processors, so a run of 25 seconds of work may take several times that.
  public static let patience = Duration.seconds(240)

  private struct State {
    var output = ""
    var errorOutput = ""
    var isOpen = 2
  }

  private let process = Mutex(Process())
  private let state = Mutex(State())
  /// Standard output, if it is not read while the tool runs.
  private let unread: Pipe?

  /// Starts the tool that was built together with these tests.
  public convenience init(_ arguments: String...) throws {
    try self.init(arguments)
  }

  /// Runs the tool to its end, and reads nothing of its standard output, a pipe that is full from the beginning.
  public static func runUnread(_ arguments: [String]) throws -> Result {
    let tool = try Tool(arguments, isRead: false)
    return try tool.result()
  }

  /// Starts the tool that was built together with these tests.
  ///
  /// - Parameters:
  ///   - input: its standard input.
  ///   - environment: what its environment holds besides or instead.
  ///   - files: how many files it may have open; nil for as many as these tests.
  public convenience init(
    _ arguments: [String], input: FileHandle = .nullDevice, environment: [String: String] = [:],
    files: Int? = nil
  ) throws {
    try self.init(arguments, environment: environment, input: input, files: files, isRead: true)
  }

  /// Starts it by a shell's `script`, in which `"$0" "$@"` is the tool with its arguments; `environment` is added
  /// to that of the tests.
  public convenience init(
    _ arguments: [String], by script: String, environment: [String: String] = [:]
  ) throws {
    try self.init(
      ["-c", script, Self.path] + arguments, program: "/bin/sh", environment: environment,
      isRead: true)
  }

  /// Where the tool that was built together with these tests is.
  private static var path: String { folder.appendingPathComponent("quillon").path }

  /// Where everything is that was built together with these tests.
  public static var folder: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  private init(
    _ arguments: [String], program: String = path, environment: [String: String] = [:],
    input: FileHandle = .nullDevice, files: Int? = nil, isRead: Bool
  ) throws {
    let (output, errorOutput) = (Pipe(), Pipe())
    unread = isRead ? nil : output
    if !isRead { Self.fill(output.fileHandleForWriting.fileDescriptor) }
    try process.withLock { process in
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      if let files {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
          ["-c", "ulimit -n \(files); exec \"$0\" \"$@\"", program] + arguments
      }
      process.environment = ProcessInfo.processInfo.environment
        // No test depends on the configuration of the person who runs it.
        .merging([
          "XDG_CONFIG_HOME":
            "\(FileManager.default.temporaryDirectory.path)/quillon-no-configuration-\(getpid())"
        ]) { $1 }
        .merging(environment) { $1 }
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errorOutput
      try process.run()
    }
    if isRead { collect(output) { $0.output += $1 } }
    collect(errorOutput) { $0.errorOutput += $1 }
  }

  /// Runs the tool to its end, which has to come in so long.
  public static func run(
    _ arguments: [String], within time: Duration = patience
  ) throws -> Result {
    try Tool(arguments).result(within: time)
  }

  /// Runs the tool to its end.
  public static func run(_ arguments: String...) throws -> Result {
    try Tool(arguments).result()
  }

  /// False once it has ended.
  public var isRunning: Bool { process.withLock { $0.isRunning } }

  /// Ctrl-C.
  public func interrupt() { process.withLock { $0.interrupt() } }

  /// A polite request to end.
  public func terminate() { process.withLock { $0.terminate() } }

  /// Sudden death.
  public func kill() { send(SIGKILL) }

  /// Stops it, as a computer does that is busy with something else, until ``resume()``.
  public func pause() { send(SIGSTOP) }

  /// Lets it go on after ``pause()``.
  public func resume() { send(SIGCONT) }

  /// Sends it a signal.
  public func send(_ signal: Int32) {
    _ = process.withLock { Foundation.kill($0.processIdentifier, signal) }
  }

  /// The programs that it has started and that run, by their numbers.
  public var children: [Int32] {
    let number = process.withLock { $0.processIdentifier }
    let tasks = "/proc/\(number)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let list = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Waits until standard output holds a whole line with `text`, and gives the line.
  public func line(with text: String) throws -> String {
    var found: String?
    try wait { state in
      let lines = state.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      found = lines.first { $0.contains(text) }.map(String.init)
      return found != nil
    }
    return found ?? ""
  }

  /// Waits until so many whole lines of standard output hold `text`.
  public func lines(_ count: Int, with text: String) throws {
    try wait { state in
      state.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .count { $0.contains(text) } >= count
    }
  }

  /// Waits until standard error holds `text`, so many times.
  public func errorOutput(with text: String, times: Int = 1) throws {
    try wait { $0.errorOutput.components(separatedBy: text).count > times }
  }

  /// Waits for the end, so long at most.
  public func result(within time: Duration = patience) throws -> Result {
    try wait(for: time) { $0.isOpen == (unread == nil ? 0 : 1) }
    let code = process.withLock { process in
      process.waitUntilExit()
      return process.terminationStatus
    }
    return state.withLock { Result(code: code, output: $0.output, errorOutput: $0.errorOutput) }
  }

  private func wait(
    for time: Duration = patience, until isTrue: (State) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + time
    while true {
      let (isDone, isOpen) = state.withLock { (isTrue($0), $0.isOpen > 0) }
      if isDone { return }
      guard isOpen, .now < deadline else {
        process.withLock { $0.terminate() }
        throw state.withLock { TookTooLong(output: $0.output, errorOutput: $0.errorOutput) }
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Writes to a pipe until it accepts no more.
  private static func fill(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let blanks = [UInt8](repeating: 0x20, count: 4096)
    while write(descriptor, blanks, blanks.count) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
  }

  private func collect(_ pipe: Pipe, into append: @escaping @Sendable (inout State, String) -> Void)
  {
    let handle = pipe.fileHandleForReading
    Thread { [self] in
      while true {
        let data = handle.availableData
        state.withLock { state in
          if data.isEmpty {
            state.isOpen -= 1
          } else {
            append(&state, String(decoding: data, as: UTF8.self))
          }
        }
        if data.isEmpty { return }
      }
    }.start()
  }
}
