import ArgumentParser
import Foundation
import QuillonBridge
import QuillonSerial
import QuillonSystem

/// A bridge for each of many boards. Each is a process of its own: a board that hangs holds up no other.
extension BridgeCommand {
  /// The value of `--all` for all boards that are plugged in.
  static let allBoards = "boards"

  /// Refuses what is of one board.
  func refuseOfOneBoard() throws {
    let ofOneBoard: GivenOptions = [
      "--port": source.port != nil, "--phone": source.phone, "--record": record != nil,
      "--prompt": prompts.prompt != nil, "--teach": person.teach, "--pen space": pen == .space,
      "--csv": output.csv,
    ]
    try ofOneBoard.refuse(beside: "--all", all != nil)
  }

  /// Reads each board whose port fits `pattern` by a bridge of its own, until the user ends it.
  func runAll(_ pattern: String) throws {
    let (interruption, lines) = (Interruption(), LineOutput(to: .standardOutput))
    let notifier = try service.notifier()
    notifier?.ready()
    defer { notifier?.stopping() }
    var bridges: [String: BoardBridge] = [:]
    Console.note("reading every board that is plugged in: Ctrl-C ends it")
    while !interruption.isRequested, lines.failure == nil {
      notifier?.answerWatchdog()
      let ports = try Self.ports(pattern)
      for (port, bridge) in bridges where bridge.hasEnded && !ports.contains(port) {
        bridges[port] = nil
      }
      for port in ports where bridges[port]?.canStartAgain ?? true {
        bridges[port] = try BoardBridge(arguments(for: port), isJSON: output.json) {
          lines.offer($0)
        }
      }
      interruption.sleep(for: .milliseconds(200))
    }
    bridges.values.forEach { $0.end() }
    bridges.values.forEach { $0.wait() }
    lines.close(within: .seconds(1))
    if lines.dropped > 0 {
      Console.note("\(lines.dropped) lines were dropped: nobody read standard output")
    }
    if let failure = lines.failure { throw StandardOutputError(failure) }
  }

  /// The device files that fit a pattern of the shell, or those that probably have a board.
  private static func ports(_ pattern: String) throws -> [String] {
    guard pattern != allBoards else { return try SerialPorts.list().withBoards.map(\.name) }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    // A link stays when its board has gone.
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
      .filter { access($0, F_OK) == 0 }
  }

  /// The command line of the bridge for a port: that of this command, with topics and names for each board.
  private func arguments(for port: String) -> [String] {
    var arguments = Array(CommandLine.arguments.dropFirst())
    arguments.removeAll { $0 == "--service" }
    Self.remove("--all", all, from: &arguments)
    let name = BoardBridge.name(of: port)
    // No topic may hold a wildcard.
    let topic = String(name.map { "+#".contains($0) ? "_" : $0 })
    for (option, value, end) in [
      ("--mqtt", output.mqtt, "/" + topic), ("--home-assistant", output.homeAssistant, " " + name),
    ] {
      guard let value else { continue }
      Self.remove(option, value, from: &arguments)
      arguments += [option, value + end]
    }
    return arguments + ["--port", port]
  }

  /// Removes an option with its value, in each of the ways in which it can be written.
  private static func remove(_ option: String, _ value: String?, from arguments: inout [String]) {
    arguments.removeAll { $0.hasPrefix(option + "=") }
    while let index = arguments.firstIndex(of: option) {
      arguments.remove(at: index)
      if index < arguments.count, arguments[index] == value { arguments.remove(at: index) }
    }
  }
}

/// A process that bridges one board. Its lines begin with the board's name; in JSON lines it is the key `port`.
private final class BoardBridge: Sendable {
  private let process: BoundProcess
  private let start = ContinuousClock.now

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: Of the command line; the last one is the port.
  ///   - show: Gets each line of its standard output.
  init(_ arguments: [String], isJSON: Bool, show: @escaping @Sendable (String) -> Void) throws {
    let (output, errors) = (Pipe(), Pipe())
    let name = Self.name(of: arguments.last ?? "")
    let key = try Console.line(json: name)
    let (outputEntry, errorEntry) = (output.fileHandleForWriting, errors.fileHandleForWriting)
    do {
      process = try BoundProcess(
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]), arguments,
        environment: ProcessInfo.processInfo.environment.merging(["QUILLON_BOARD": name]) { $1 },
        outputs: (outputEntry.fileDescriptor, errorEntry.fileDescriptor))
      // The pipes end with the process.
      try outputEntry.close()
      try errorEntry.close()
    } catch {
      throw ToolError("no further process can be started: \(error)", code: .world)
    }
    Self.follow(output) { line in
      show(isJSON ? "{\"port\":\(key)," + line.dropFirst() : "\(name)  \(line)")
    }
    Self.follow(errors) { Console.note("\(name)  \($0)") }
  }

  /// What a board is called: the last part of its port's path.
  static func name(of port: String) -> String {
    port.split(separator: "/").last.map(String.init) ?? port
  }

  var hasEnded: Bool { !process.isRunning }

  /// True if it has ended, and did not begin a short time ago: what can't be read is not tried all the time.
  var canStartAgain: Bool { hasEnded && .now - start > .seconds(10) }

  /// Asks it to end.
  func end() { process.terminate() }

  /// Waits for its end, but not for one that hangs.
  func wait() {
    let deadline = ContinuousClock.now + .seconds(5)
    while !hasEnded, .now < deadline { usleep(10_000) }
    process.end()
  }

  /// Hands over each line of a pipe, on a thread of its own.
  private static func follow(_ pipe: Pipe, _ show: @escaping @Sendable (String) -> Void) {
    let handle = pipe.fileHandleForReading
    Thread {
      var rest = Data()
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          show(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      if !rest.isEmpty { show(String(decoding: rest, as: UTF8.self)) }
    }.start()
  }
}
