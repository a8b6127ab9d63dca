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
    public var talk: String

    /// The lines of standard output.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The tool did not say or do it within its time.
  public struct TookTooLong: Error {
    var output: String
    var talk: String
  }

  private struct State {
    var output = ""
    var talk = ""
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

  /// Starts the tool that was built together with these tests; `input` is its standard input.
  public convenience init(
    _ arguments: [String], input: FileHandle = .nullDevice
  ) throws {
    try self.init(arguments, input: input, isRead: true)
  }

  private init(
    _ arguments: [String], input: FileHandle = .nullDevice, isRead: Bool
  ) throws {
    let (output, talk) = (Pipe(), Pipe())
    unread = isRead ? nil : output
    if !isRead { Self.fill(output.fileHandleForWriting.fileDescriptor) }
    try process.withLock { process in
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("quillon")
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = talk
      try process.run()
    }
    if isRead { collect(output) { $0.output += $1 } }
    collect(talk) { $0.talk += $1 }
  }

  /// Runs the tool to its end, which has to come in so long.
  public static func run(
    _ arguments: [String], within time: Duration = .seconds(60)
  ) throws -> Result {
    try Tool(arguments).result(within: time)
  }

  /// Runs the tool to its end.
  public static func run(_ arguments: String...) throws -> Result {
    try Tool(arguments).result()
  }

  /// Ctrl-C.
  public func interrupt() { process.withLock { $0.interrupt() } }

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

  /// Waits until standard error holds `text`, so many times.
  public func talk(with text: String, times: Int = 1) throws {
    try wait { $0.talk.components(separatedBy: text).count > times }
  }

  /// Waits for the end, so long at most.
  public func result(within time: Duration = .seconds(60)) throws -> Result {
    try wait(for: time) { $0.isOpen == (unread == nil ? 0 : 1) }
    let code = process.withLock { process in
      process.waitUntilExit()
      return process.terminationStatus
    }
    return state.withLock { Result(code: code, output: $0.output, talk: $0.talk) }
  }

  private func wait(
    for time: Duration = .seconds(60), until isTrue: (State) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + time
    while !state.withLock({ isTrue($0) }) {
      guard .now < deadline else {
        process.withLock { $0.terminate() }
        throw state.withLock { TookTooLong(output: $0.output, talk: $0.talk) }
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Writes to a pipe until it takes no more.
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
