import Foundation
import QuillonBridge
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import TestSupport
import Testing

/// What a person has is kept, unless another is asked for in its place.
@Suite struct KeptFileTests {
  private let workspace: Workspace
  private let letter: String

  init() throws {
    workspace = try Workspace()
    letter = workspace.path("letter.csv")
    try AirWriter(seed: 3).trace(of: "I").write(to: OutputFile(letter))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [
    ["--port", "/dev/no-such-port"], ["--port", "/dev/null", "--exec", "/no/program"],
  ])
  func noRecordingIsEmptiedBeforeTheFirstRow(options: [String]) throws {
    let old = try text(letter)
    for more in [[], ["--force"], ["--append"]] {
      let result = try Tool.run(
        ["bridge", "--model", workspace.modelOfA(), "--record", letter] + options + more)
      #expect(result.code != 0)
      #expect(try text(letter) == old, "\(more)")
    }
    let fresh = workspace.path("fresh.csv")
    #expect(try Tool.run(["bridge", "--record", fresh] + options).code != 0)
    #expect(!FileManager.default.fileExists(atPath: fresh))
  }

  @Test(arguments: ["record", "bridge"])
  func aRecordingIsNotReplacedWithoutAWord(command: String) throws {
    let old = try text(letter)
    let file = command == "record" ? [letter] : ["--record", letter]
    let result = try Tool.run([command, "--port", "/dev/null"] + file)
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains("give --append to add to it or --force to replace it"),
      "\(result.errorOutput)")
    #expect(try text(letter) == old)
    let both = try Tool.run([command, "--port", "/dev/null", "--force", "--append"] + file)
    #expect(both.code == 2 && both.errorOutput.contains("--force and --append exclude each other"))
  }

  @Test(arguments: [
    "plot LETTER --out FILE", "fuse LETTER --out FILE", "simulate --text I --trace FILE",
    "simulate --text I --plot FILE", "characterize LETTER --out FILE",
    "calibrate --trace LETTER --out FILE", "enroll --trace LETTER --out FILE",
    "train --simulated 2 --out FILE", "train --simulated 2 --emit-swift FILE",
    "train --simulated 2 --emit-c FILE", "train --simulated 2 --export-features FILE",
    "evaluate --air LETTER --html FILE",
    "profile LETTER --html FILE",
  ])
  func aFileThatIsThereIsKept(command: String) throws {
    let file = workspace.path("File.swift")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    let arguments = command.split(separator: " ").map {
      $0 == "FILE" ? file : $0 == "LETTER" ? letter : String($0)
    }
    let start = ContinuousClock.now
    let result = try Tool.run(arguments)
    // Before the work, not behind it.
    #expect(.now - start < .seconds(5))
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.errorOutput.contains("File.swift exists already"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("--force"), "\(result.errorOutput)")
    #expect(try text(file) == "mine")
  }

  @Test(arguments: [
    "plot LETTER --out", "fuse LETTER --out", "characterize LETTER --out",
    "calibrate --trace LETTER --out", "enroll --trace LETTER --out",
    "simulate --replay LETTER --trace", "train --air LETTER --out",
    "evaluate --air LETTER --html", "profile LETTER --html",
  ])
  func anInputIsNoOutputEvenWithForce(command: String) throws {
    let old = try text(letter)
    let (soft, hard) = (workspace.path("soft.csv"), workspace.path("hard.csv"))
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: letter)
    try FileManager.default.linkItem(atPath: letter, toPath: hard)
    let arguments = command.split(separator: " ").map { $0 == "LETTER" ? letter : String($0) }
    for file in [letter, soft, hard] {
      let result = try Tool.run(arguments + [file, "--force"])
      #expect(
        result.code == 2 && result.errorOutput.contains("name another file to write to"),
        "\(result)")
      #expect(try text(letter) == old)
    }
  }

  /// What an output of letters reads is an input.
  @Test(arguments: [
    ["--mqtt", "mqtt://127.0.0.1:1/x", "--mqtt-password"],
    ["--mqtt", "mqtts://127.0.0.1:1/x", "--mqtt-certificates"], ["--exec"],
  ])
  func aRecordingIsNotWhatAnOutputReads(options: [String]) throws {
    let old = try text(letter)
    let result = try Tool.run(
      ["bridge", "--port", "/dev/null", "--record", letter, "--force"] + options + [letter])
    #expect(
      result.code == 2 && result.errorOutput.contains("is also an input"),
      "\(result.errorOutput)")
    #expect(try text(letter) == old)
  }

  @Test func twoOutputsDoNotGoIntoOneFile() throws {
    let file = workspace.path("a.csv")
    let result = try Tool.run("simulate", "--text", "I", "--trace", file, "--plot", file)
    #expect(
      result.code == 2 && result.errorOutput.contains("name a file for each"),
      "\(result.errorOutput)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  /// A board that writes two strokes, and what records it.
  private func record(_ arguments: [String]) throws -> Tool.Result {
    let board = try VirtualBoard(BoardScript(samples: strokeSamples(2), pacing: .unpaced))
    let player = Worker { board.run() }
    let result = try Tool.run(
      ["record", "--port", board.path, "--protocol", "quillon"] + arguments)
    board.close()
    _ = try player.result()
    return result
  }

  @Test func withForceTheNewRecordingTakesThePlaceOfTheOld() throws {
    let rows = try Trace(contentsOf: letter).rows
    _ = try record(["--force", letter])
    let recorded = try Trace(contentsOf: letter).rows
    #expect(recorded.count == 75 && recorded != Array(rows.prefix(75)))
  }

  @Test func withAppendARecordingGoesOn() throws {
    let out = workspace.path("out.csv")
    for round in 1...3 {
      #expect(try record(["--append", "--label", "L", out]).errorOutput.contains("is gone"))
      let trace = try Trace(contentsOf: out)
      #expect(trace.rows.count == 75 * round)
      #expect(trace.comments.count == round - 1)
      let steps = zip(trace.rows, trace.rows.dropFirst()).map { $1.time - $0.time }
      #expect(steps.count { $0 > 0.5 } == round - 1 && steps.max() ?? 0 <= 1.0 + 1e-6)
    }
    // Half a row, as a power failure leaves it, goes; the rest stays.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: out))
    try bytes.dropLast(20).write(to: URL(fileURLWithPath: out))
    _ = try record(["--append", "--label", "L", out])
    #expect(try Trace(contentsOf: out).rows.count == 75 * 4 - 1)
    // The labels are a column more.
    let other = try record(["--append", out])
    #expect(other.code == 2 && other.errorOutput.contains("with or without --label as before"))
    #expect(try Trace(contentsOf: out).rows.count == 75 * 4 - 1)
  }

  @Test func whatIsNoRecordingIsNotAddedTo() throws {
    let out = workspace.path("out.csv")
    for (text, words) in [
      ("", "the end of the file"), ("t,ax,ay,az\n", "no row"), ("hello\n", "column"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: out))
      let result = try record(["--append", out])
      #expect(result.code == 2 && result.errorOutput.contains(words), "\(result.errorOutput)")
      #expect(try self.text(out) == text)
    }
    // Another board's columns.
    try Data("t,ax,ay,az,pen\n0.000000,0.0,0.0,9.8,0\n".utf8).write(to: URL(fileURLWithPath: out))
    let result = try record(["--append", out])
    #expect(
      result.code == 2
        && result.errorOutput.contains(
          "found the columns t,ax,ay,az,pen, expected the columns t,ux"),
      "\(result.errorOutput)")
    #expect(try self.text(out).utf8.count == 38)
  }

  /// The board is unplugged: a recording ends with it, a bridge fails.
  @Test func aRecordingEndsWithItsBoardAndABridgeFails() throws {
    var ends: [(code: Int32, words: String?)] = []
    for arguments in [
      ["record", workspace.path("a.csv")], ["bridge", "--model", try workspace.modelOfA()],
    ] {
      let board = try VirtualBoard(BoardScript(samples: strokeSamples(2), pacing: .unpaced))
      let player = Worker { board.run() }
      let result = try Tool.run(arguments + ["--protocol", "quillon", "--port", board.path])
      _ = try player.result()
      let last = result.errorOutput.split(separator: "\n").last.map(String.init)
      ends.append((result.code, last?.replacingOccurrences(of: board.path, with: "PORT")))
    }
    #expect(ends[0].code == 0 && ends[1].code == 3)
    #expect(ends[0].words?.contains("the board is gone, so the recording ends") == true, "\(ends)")
    #expect(ends[1].words?.contains("the port PORT is gone: plug the board in") == true, "\(ends)")
  }
}
