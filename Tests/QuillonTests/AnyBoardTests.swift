import BoardFormats
import SerialLink
import TestSupport
import Testing

/// Boards of every make, from the command line.
@Suite struct AnyBoardTests {
  /// All at once, because they write in real time.
  @Test func theBridgeFindsEveryFormatAndReadsQuillon() throws {
    let unusable = ["teapot", "razor-binary-ypr"]
    let boards = try BoardFormat.all.map { format in
      let board = try Tool(["simulate", "--text", "QUILLON", "--pty", "--protocol", format.name])
      return (name: format.name, board: board, port: try board.line(with: "/dev/pts/"))
    }
    let bridges = try boards.map { try Tool(["bridge", "--port", $0.port]) }
    for (board, bridge) in zip(boards, bridges) {
      let result = try bridge.result()
      #expect(result.talk.contains("found \(board.name) at"), "\(board.name): \(result.talk)")
      #expect(result.code == 3, "\(board.name)")
      if unusable.contains(board.name) {
        #expect(result.talk.contains("the board sends no acceleration"), "\(board.name)")
        #expect(result.talk.contains("set it up"))
      } else {
        #expect(
          result.output.contains("recognized  QUILLON\n"), "\(board.name): \(result.output)")
      }
      _ = try board.board.result()
    }
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
