import Foundation
import QuillonSimulator
import TestSupport
import Testing

/// `bridge --all`: a room of boards.
@Suite(.waiting) struct BridgeAllTests {
  /// Boards that are there and one that comes later are read, each by its name, and Ctrl-C ends all bridges.
  @Test(arguments: [false, true]) func everyBoardIsRead(isJSON: Bool) throws {
    let workspace = try Workspace()
    var room = try Room(in: workspace, script: BoardScript(samples: strokeSamples(3)))
    defer { room.close() }
    try room.plug(3)
    let bridge = try Tool(
      ["bridge", "--all", room.pattern, "--model", workspace.modelOfA()]
        + (isJSON ? ["--json"] : [])
    )
    for number in 0..<3 { _ = try bridge.line(with: Room.letter(of: number, isJSON)) }
    try room.plug(1)
    _ = try bridge.line(with: Room.letter(of: 3, isJSON))
    let children = bridge.children
    bridge.interrupt()
    let result = try bridge.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("desk3  reading "), "\(result.errorOutput)")
    #expect(children.allSatisfy { kill($0, 0) != 0 })
    if isJSON {
      for line in result.lines {
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect((event?["port"] as? String)?.hasPrefix("desk") == true, "\(line)")
      }
    }
  }

  /// Whatever ends the command, no bridge of a board goes on and holds the port.
  @Test func theBridgesEndWithTheCommand() throws {
    let workspace = try Workspace()
    var room = try Room(in: workspace, script: BoardScript(samples: strokeSamples(3)))
    defer { room.close() }
    try room.plug(2)
    let bridge = try Tool([
      "bridge", "--all", room.pattern, "--model", workspace.modelOfA(),
    ])
    for number in 0..<2 { _ = try bridge.line(with: Room.letter(of: number, false)) }
    let children = bridge.children
    #expect(children.count == 2)
    bridge.kill()
    _ = try bridge.result()
    // Who is dead and has no parent yet is a zombie.
    let isAlive = { (number: Int32) -> Bool in
      let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      return text.map { !$0.contains(") Z") } ?? false
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while children.contains(where: isAlive), .now < deadline {
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(!children.contains(where: isAlive))
  }

  /// The name of a port may hold anything.
  @Test func aNameIsATextInJSON() throws {
    let workspace = try Workspace()
    let board = try VirtualBoard(BoardScript(samples: strokeSamples(3)))
    defer { board.close() }
    let player = Worker { board.run() }
    let name = #"a","label":"Z","x":""#
    let folder = workspace.path("room")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)", withDestinationPath: board.path)
    let bridge = try Tool([
      "bridge", "--all", "\(folder)/*", "--model", workspace.modelOfA(), "--json",
    ])
    let line = try bridge.line(with: #""event":"letter""#)
    let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(event?["port"] as? String == name && event?["label"] as? String == "A", "\(line)")
    bridge.interrupt()
    _ = try bridge.result()
    board.close()
    _ = try player.result()
  }

  @Test(arguments: [
    (["--port", "/dev/null"], "--port"), (["--record", "a.csv"], "--record"),
    (["--csv"], "--csv"),
  ])
  func whatIsOfOneBoardIsRefused(options: [String], name: String) throws {
    let result = try Tool.run(["bridge", "--all"] + options)
    #expect(result.code == 2)
    #expect(result.errorOutput.contains("leave out \(name)"), "\(result.errorOutput)")
  }
}

/// 32 boards at 100 samples a second.
@Suite(.waiting) struct RoomOfBoardsLongTests {
  @Test func nothingIsLost() throws {
    let workspace = try Workspace()
    var room = try Room(in: workspace, script: BoardScript(samples: strokeSamples(20)))
    defer { room.close() }
    try room.plug(32)
    let bridge = try Tool([
      "bridge", "--all", room.pattern, "--model", workspace.modelOfA(), "--json",
    ])
    let reports = try room.reports()
    bridge.interrupt()
    let summaries = try bridge.result().lines.filter { $0.contains("\"summary\"") }
    #expect(summaries.count == 32)
    for summary in summaries {
      #expect(
        summary.contains("\"letters\":\"\(String(repeating: "A", count: 20))\""), "\(summary)")
      #expect(summary.contains("\"lost\":0") && summary.contains("\"damaged\":0"), "\(summary)")
    }
    #expect(reports.allSatisfy { $0.ending == .completed && $0.droppedPackets == 0 })
  }
}

/// Boards whose ports have names in a folder.
private struct Room {
  let pattern: String
  private let folder: String
  private let script: BoardScript
  private var boards: [(board: VirtualBoard, player: Worker<BoardReport>)] = []

  init(in workspace: Workspace, script: BoardScript) throws {
    (folder, self.script) = (workspace.path("room"), script)
    pattern = folder + "/desk*"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Plugs in so many more.
  mutating func plug(_ count: Int) throws {
    for _ in 0..<count {
      let board = try VirtualBoard(script)
      let name = "\(folder)/desk\(boards.count)"
      try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: board.path)
      boards.append((board, Worker { board.run() }))
    }
  }

  /// What each board did, once it has sent everything.
  func reports() throws -> [BoardReport] { try boards.map { try $0.player.result() } }

  func close() { for (board, _) in boards { board.close() } }

  /// A part of the line with a letter of this board.
  static func letter(of number: Int, _ isJSON: Bool) -> String {
    isJSON ? "{\"port\":\"desk\(number)\",\"event\":\"letter\"" : "desk\(number)      0.20 s  A"
  }
}
