import BoardFormats
import SerialLink
import TestSupport
import Testing

/// Boards of every make, from the command line.
@Suite struct AnyBoardTests {
  /// What a bridge told of a board that wrote QUILLON, and why it is wrong, if it is.
  private struct Reading {
    let name: String
    let result: Tool.Result

    var complaint: String? {
      guard result.talk.contains("found \(name) at") else { return "not found: \(result.talk)" }
      guard result.code == 3 else { return "exit code \(result.code)" }
      if ["teapot", "razor-binary-ypr"].contains(name) {
        let words = ["the board sends no acceleration", "set it up"]
        return words.allSatisfy(result.talk.contains) ? nil : result.talk
      }
      return result.output.contains("recognized  QUILLON\n") ? nil : result.output
    }
  }

  /// All of them at once, because they write in real time.
  private func read(_ names: some Sequence<String>) throws -> [Reading] {
    let boards = try names.map { name in
      let board = try Tool(["simulate", "--text", "QUILLON", "--pty", "--protocol", name])
      let bridge = try Tool(["bridge", "--port", board.line(with: "/dev/pts/")])
      return (name: name, board: board, bridge: bridge)
    }
    return try boards.map { name, board, bridge in
      let reading = Reading(name: name, result: try bridge.result())
      _ = try board.result()
      return reading
    }
  }

  /// A board that has to wait for a processor for seconds, as no real one does, writes nonsense by the time at which it
  /// arrives. So who was not read is tried again, with less beside it.
  @Test func theBridgeFindsEveryFormatAndReadsQuillon() throws {
    var wrong: [Reading] = []
    var names = BoardFormat.all.map(\.name)
    for atOnce in [5, 3, 1, 1] {
      wrong = []
      while !names.isEmpty {
        wrong += try read(names.prefix(atOnce)).filter { $0.complaint != nil }
        names.removeFirst(min(atOnce, names.count))
      }
      names = wrong.map(\.name)
    }
    for reading in wrong { Issue.record("\(reading.name): \(reading.complaint ?? "")") }
  }

  @Test(arguments: BoardFormat.all.map(\.name).filter { !$0.hasSuffix("ypr") && $0 != "teapot" })
  func runSpeaksAnyProtocol(name: String) throws {
    let result = try Tool.run("run", "--fast", "--protocol", name)
    #expect(result.code == 0, "\(result.talk)")
    #expect(result.output.contains("recognized  QUILLON\n"))
  }

  @Test func theSummaryTellsOfTheBoard() throws {
    let result = try Tool.run(
      "run", "--fast", "--text", "I", "--protocol", "bno08x-rvc", "--json")
    let summary = try #require(result.lines.last)
    #expect(summary.contains("\"stream\":{\"accepted\":"))
    #expect(summary.contains("\"checksum\":0"))
    #expect(summary.contains("\"delay\":0"))
  }

  @Test func anUnknownProtocolIsMisuse() throws {
    for arguments in [["simulate", "--pty"], ["run"], ["bridge", "--port", "/dev/null"]] {
      let result = try Tool.run(arguments + ["--protocol", "morse"])
      #expect(result.code == 2)
      #expect(result.talk.contains("there is no protocol morse: use one of quillon, csv"))
    }
  }

  @Test func withoutABoardItSaysWhatToDo() throws {
    guard try SerialPorts.list().allSatisfy({ $0.usbVendor == nil && !$0.isLikelyBoard }) else {
      return
    }
    let result = try Tool.run("bridge")
    #expect(result.code == 3)
    #expect(result.talk.contains("plug one in, name its port with --port"))
  }
}
