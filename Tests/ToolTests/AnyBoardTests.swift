import QuillonBridge
import QuillonSerial
import TestSupport
import Testing

/// Boards of every make, from the command line.
@Suite(.waiting) struct AnyBoardTests {
  /// Over a line, in real time, which decides about no letter here: how bytes that arrive at any time are read is tested
  /// where times are given.
  @Test(arguments: BoardFormat.all.map(\.name)) func theBridgeFindsEveryFormat(name: String) throws
  {
    let board = try Tool(["simulate", "--text", "I", "--pty", "--protocol", name])
    let result = try Tool.run("bridge", "--port", board.line(with: "/dev/pts/"), "--json")
    _ = try board.result()
    #expect(result.code == 3, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("found \(name) at"), "\(result.errorOutput)")
    if ["teapot", "razor-binary-ypr"].contains(name) {
      #expect(
        result.errorOutput.contains("the board sends no acceleration"), "\(result.errorOutput)")
      #expect(result.errorOutput.contains("set it up"), "\(result.errorOutput)")
    } else {
      #expect(result.output.contains("\"samples\":"), "\(result.output)")
    }
  }

  @Test(arguments: BoardFormat.all.map(\.name).filter { !$0.hasSuffix("ypr") && $0 != "teapot" })
  func runSpeaksAnyProtocol(name: String) throws {
    let result = try Tool.run("run", "--fast", "--protocol", name)
    #expect(result.code == 0, "\(result.errorOutput)")
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
      #expect(result.errorOutput.contains("unknown protocol morse: use one of quillon, csv"))
    }
  }

  @Test func withoutABoardItSaysWhatToDo() throws {
    guard try SerialPorts.list().allSatisfy({ $0.usbVendor == nil && !$0.isLikelyBoard }) else {
      return
    }
    let result = try Tool.run("bridge")
    #expect(result.code == 3)
    #expect(result.errorOutput.contains("plug one in, name its port with --port"))
  }
}
