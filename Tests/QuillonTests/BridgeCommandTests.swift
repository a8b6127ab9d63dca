import Foundation
import TestSupport
import Testing
import VirtualBoard

@Suite struct BridgeCommandTests {
  @Test func anUnpluggedBoardEndsItWithThreeInGoodTime() throws {
    let workspace = try Workspace()
    let model = try workspace.modelOfA()
    var delays: [Duration] = []
    for _ in 0..<5 {
      let board = try VirtualBoard(BoardScript(samples: strokeSamples(100)))
      let player = Worker { board.run() }
      let bridge = try Tool("bridge", "--port", board.path, "--json", "--model", model)
      _ = try bridge.line(with: "letter")
      let start = ContinuousClock.now
      board.close()
      let result = try bridge.result()
      delays.append(.now - start)
      _ = try player.result()
      #expect(result.code == 3)
      #expect(result.lines.last?.contains("summary") == true)
      #expect(result.talk.contains("plug the board in and start again, or give --wait"))
    }
    delays.sort()
    #expect(delays[2] < .milliseconds(100), "\(delays)")
  }

  @Test func aPortThatIsNotThereIsTold() throws {
    let workspace = try Workspace()
    let result = try Tool.run(
      "bridge", "--port", workspace.path("nothing"), "--model", workspace.modelOfA())
    #expect(result.code == 3)
    #expect(result.output.isEmpty)
    #expect(result.talk.contains("run `quillon ports` to list them"))
  }

  @Test func interruptingEndsItCleanly() throws {
    let workspace = try Workspace()
    let board = try VirtualBoard(BoardScript(samples: strokeSamples(100)))
    let player = Worker { board.run() }
    let bridge = try Tool("bridge", "--port", board.path, "--model", workspace.modelOfA())
    _ = try bridge.line(with: "score")
    bridge.interrupt()
    let result = try bridge.result()
    board.close()
    _ = try player.result()
    #expect(result.code == 0)
    #expect(result.output.contains("recognized  A"))
    #expect(result.output.contains("budget      10.0 ms a sample"))
  }

  @Test func withWaitItGoesOnWhenTheBoardIsBack() throws {
    let workspace = try Workspace()
    let bridge = try Tool(
      "bridge", "--port", workspace.path("board"), "--wait", "--model", workspace.modelOfA(),
      "--json")
    try bridge.talk(with: "waiting for")
    for round in 1...2 {
      let board = try VirtualBoard(
        BoardScript(samples: strokeSamples(3), pacing: .unpaced))
      let player = Worker { board.run() }
      _ = try workspace.link(to: board.path)
      try bridge.talk(with: "reading", times: round)
      try workspace.unlink()
      _ = try player.result()
      // Until the old port has been given up, the next board may get its name.
      try bridge.talk(with: "waiting for", times: round + 1)
    }
    bridge.interrupt()
    let result = try bridge.result()
    #expect(result.code == 0)
    #expect(result.lines.last?.contains("\"letters\":\"AAAAAA\"") == true, "\(result.output)")
    #expect(result.lines.last?.contains("\"samples\":240") == true, "\(result.output)")
  }

  @Test func theRecordingIsWholeWhileItRuns() throws {
    let workspace = try Workspace()
    let recording = workspace.path("recording.csv")
    let board = try VirtualBoard(BoardScript(samples: strokeSamples(100)))
    let player = Worker { board.run() }
    let bridge = try Tool(
      "bridge", "--port", board.path, "--record", recording, "--model", workspace.modelOfA())
    _ = try bridge.line(with: "score")
    let rows = try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n")
    #expect(rows.count > 20)
    bridge.interrupt()
    _ = try bridge.result()
    board.close()
    _ = try player.result()
  }
}
