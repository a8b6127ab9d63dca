import Foundation
import QuillonRecordings
import TestSupport
import Testing

/// `quillon record` and `quillon replay`.
@Suite(.waiting) struct RecordTests {
  @Test(arguments: ["mip", "quillon", "csv"])
  func whatIsReplayedIsRecorded(name: String) throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let board = try Tool("replay", trace, "--pty", "--protocol", name, "--speed", "4")
    let result = try Tool.run("record", "--port", board.line(with: "/dev/pts/"), "--json", out)
    #expect(
      result.code == 0 && result.errorOutput.contains("the board is gone, so the recording ends"),
      "\(result.errorOutput)")
    #expect(result.errorOutput.contains("found \(name) at"))
    let (sent, recorded) = (try Trace(contentsOf: trace), try Trace(contentsOf: out))
    #expect(recorded.rows.count >= sent.rows.count - 6)
    #expect(recorded.rows.allSatisfy { $0.attitude != nil && $0.angularRate != nil })
    // The board's clock, not the speed at which it was played.
    let duration = try #require(recorded.rows.last).time
    #expect(abs(duration - Double(recorded.rows.count - 1) / 100) < 0.05)
    #expect(try board.result().errorOutput.contains("completed: played \(sent.rows.count) of"))
  }

  /// Who, where and in which plane stands in the recording.
  @Test func aRecordingTellsItsOrigin() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let board = try Tool("replay", trace, "--pty", "--protocol", "quillon", "--speed", "4")
    let result = try Tool.run(
      "record", "--port", board.line(with: "/dev/pts/"), "--plane", "wrist", "--azimuth", "30",
      "--writer", "p07", "--place", "forearm", "--license", "CC0-1.0", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    let recorded = try Trace(contentsOf: out)
    for comment in [
      "plane wrist azimuth 30.0 axis x", "writer p07", "place forearm", "license CC0-1.0",
    ] {
      #expect(recorded.comments.contains(comment), "\(recorded.comments)")
    }
    let misuse = try Tool.run("record", "--writer", "", out)
    #expect(misuse.code == 2 && misuse.errorOutput.contains("--writer is a text of up to 80 bytes"))
    _ = try board.result()
  }

  /// A board whose rate can't be set is filtered and thinned.
  @Test func whatComesTooOftenIsThinned() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    #expect(try Tool.run("simulate", "--text", "IL", "--trace", trace).code == 0)
    let board = try Tool("replay", trace, "--pty", "--protocol", "quillon", "--speed", "2")
    let result = try Tool.run(
      "record", "--port", board.line(with: "/dev/pts/"), "--configure", "--rate", "25", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("quillon can't be set"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("to 25.0 Hz; the filter's cutoff is 8.8 Hz"))
    let (sent, recorded) = (try Trace(contentsOf: trace), try Trace(contentsOf: out))
    let steps = zip(recorded.rows, recorded.rows.dropFirst()).map { $1.time - $0.time }
    #expect(steps.allSatisfy { abs($0 - 0.04) < 1e-5 })
    // The filter's reach is missing at both ends: 0.24 s, of 100 a second.
    #expect(recorded.rows.count > sent.rows.count / 4 - 20)
    _ = try board.result()
  }

  /// The field of a magnetometer comes with every fourth sample. Its columns are there, empty where it did not come; thinned, it is in
  /// every row.
  @Test(arguments: [false, true])
  func aFieldThatComesLessOftenIsRecorded(_ isThinned: Bool) throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    let rows = (0..<800).map { row in
      "\(Double(row) / 100),1,2,3,0.5,0,0," + (row % 4 == 3 ? "20.5,-4,40" : ",,")
    }
    try Data("t,ax,ay,az,gx,gy,gz,mx,my,mz\n\(rows.joined(separator: "\n"))\n".utf8)
      .write(to: URL(fileURLWithPath: trace))
    let board = try Tool("replay", trace, "--pty", "--protocol", "quillon", "--speed", "4")
    let result = try Tool.run(
      ["record", "--port", try board.line(with: "/dev/pts/"), "--json", out]
        + (isThinned ? ["--configure", "--rate", "25"] : []))
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("\"incomplete\":0"), "\(result.output)")
    let recorded = try Trace(contentsOf: out).rows
    #expect(recorded.count > (isThinned ? 150 : 780))
    let fields = recorded.compactMap(\.magneticField)
    #expect((isThinned ? recorded.count...recorded.count : 190...200).contains(fields.count))
    #expect(fields.allSatisfy { abs($0.x - 20.5) < 0.01 && abs($0.z - 40) < 0.01 })
    _ = try board.result()
  }

  @Test func aTraceGoesToStandardOutputAsBytes() throws {
    let workspace = try Workspace()
    let (trace, bytes) = (workspace.path("trace.csv"), workspace.path("bytes"))
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let result = try Tool.run("replay", trace, "--protocol", "csv")
    #expect(result.code == 0)
    try Data(result.output.utf8).write(to: URL(fileURLWithPath: bytes))
    let decoded = try Tool.run("decode", "--protocol", "csv", bytes)
    #expect(decoded.lines.count == (try Trace(contentsOf: trace).rows.count))
  }

  @Test func anInterruptedRecordingIsWhole() throws {
    let workspace = try Workspace()
    let out = workspace.path("out.csv")
    let board = try Tool("simulate", "--text", "I", "--pty", "--protocol", "bno08x-rvc")
    let recorder = try Tool("record", "--port", try board.line(with: "/dev/pts/"), out)
    try recorder.errorOutput(with: "recording")
    Thread.sleep(forTimeInterval: 1)
    recorder.interrupt()
    let result = try recorder.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("0 incomplete, 0 missing"))
    #expect(try Trace(contentsOf: out).rows.count > 50)
  }

  /// The board goes and comes back: the recording has both, and the time between.
  @Test func withWaitTheRecordingGoesOnAndTheGapIsMarked() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let recorder = try Tool(
      "record", "--wait", "--port", workspace.path("board"), "--protocol", "mip", "--json", out)
    for round in 1...2 {
      let board = try Tool("replay", trace, "--pty", "--protocol", "mip", "--speed", "8")
      _ = try workspace.link(to: board.line(with: "/dev/pts/"))
      try recorder.errorOutput(with: "recording", times: round)
      try workspace.unlink()
      _ = try board.result()
      try recorder.errorOutput(with: "waiting for", times: round + 1)
      Thread.sleep(forTimeInterval: 0.3)
    }
    recorder.interrupt()
    let result = try recorder.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("\"gaps\":1"), "\(result.output)")
    let recorded = try Trace(contentsOf: out)
    #expect(recorded.comments.count == 1)
    #expect(recorded.comments.first?.hasPrefix("gap of ") == true)
    #expect(recorded.comments.first?.hasSuffix(" s: the board was away") == true)
    let sent = try Trace(contentsOf: trace).rows.count
    #expect(recorded.rows.count >= 2 * (sent - 6))
    let steps = zip(recorded.rows, recorded.rows.dropFirst()).map { $1.time - $0.time }
    #expect(steps.count { $0 > 0.1 } == 1)
    #expect(steps.contains { $0 > 0.3 })
  }

  @Test func aCalibrationIsAppliedAndSaidSo() throws {
    let workspace = try Workspace()
    let (trace, file) = (workspace.path("trace.csv"), workspace.path("board.json"))
    let rows = (0..<100).map { "\(Double($0) / 100),1,2,3,0.5,0,0" }.joined(separator: "\n")
    try Data("t,ax,ay,az,gx,gy,gz\n\(rows)\n".utf8).write(to: URL(fileURLWithPath: trace))
    try Data(
      #"{"format": "quillon-calibration", "version": 1, "gyroscope_bias_rad_per_s": [0.25, 0, 0]}"#
        .utf8
    ).write(to: URL(fileURLWithPath: file))
    let board = try Tool("replay", trace, "--pty", "--protocol", "mip", "--speed", "2")
    let out = workspace.path("out.csv")
    let result = try Tool.run(
      "record", "--port", try board.line(with: "/dev/pts/"), "--protocol", "mip", "--calibration",
      file, out)
    #expect(
      result.code == 0 && result.errorOutput.contains("the board is gone, so the recording ends"),
      "\(result.errorOutput)")
    _ = try board.result()
    let recorded = try Trace(contentsOf: out)
    #expect(recorded.comments == ["corrected by board.json"])
    #expect(recorded.rows.count > 80)
    #expect(
      recorded.rows.allSatisfy { abs(($0.angularRate?.x ?? 0) - 0.25) < 1e-5 })
    let nothing = try Tool.run(
      "record", "--port", "/dev/null", "--calibration", "/no/such/file", workspace.path("x"))
    #expect(nothing.code == 2)
  }

  @Test func aRecordingThatWasCutIsReadAndSaidSo() throws {
    let workspace = try Workspace()
    let trace = workspace.path("trace.csv")
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let whole = try Trace(contentsOf: trace).rows
    let bytes = try Data(contentsOf: URL(fileURLWithPath: trace))
    try bytes.dropLast(9).write(to: URL(fileURLWithPath: trace))
    let result = try Tool.run("replay", trace, "--protocol", "csv")
    #expect(result.code == 0)
    #expect(result.errorOutput.contains("trace.csv ends in the middle of a row: 1 row is left out"))
    #expect(try Trace(contentsOf: trace).rows == Array(whole.dropLast()))
    // A header, and a line for each whole row.
    #expect(result.output.utf8.count { $0 == 0x0A } == whole.count)
  }

  @Test func whatCannotBeWrittenIsTheWorldsFault() throws {
    let workspace = try Workspace()
    let nowhere = workspace.path("no/such/folder/Model.swift")
    let recording = try Tool.run(
      "bridge", "--port", "/dev/null", "--record", nowhere, "--model", workspace.modelOfA())
    #expect(recording.code == 3)
    #expect(try Tool.run("simulate", "--text", "I", "--trace", nowhere).code == 3)
    for option in ["--out", "--emit-swift"] {
      let result = try Tool.run("train", "--simulated", "2", option, nowhere)
      #expect(result.code == 3, "\(option): \(result.errorOutput)")
    }
  }

  @Test func misuseIsTold() throws {
    #expect(try Tool.run("replay", "/no/such/trace.csv").code == 2)
    #expect(try Tool.run("replay", "x", "--speed", "0").code == 2)
    let workspace = try Workspace()
    let trace = workspace.path("trace.csv")
    try Data("t,ax,ay,az\n0,0,0,9.8\n".utf8).write(to: URL(fileURLWithPath: trace))
    let result = try Tool.run("replay", trace, "--protocol", "teapot")
    #expect(result.code == 2)
    #expect(result.errorOutput.contains("choose another --protocol"))
  }
}
