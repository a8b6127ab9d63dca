import QuillonRecordings
import QuillonSystem
import TestSupport
import Testing

/// Boards with an accelerometer alone, from the command line.
@Suite(.waiting) struct AccelerometerToolTests {
  @Test(arguments: [[], ["--protocol", "csv"]])
  func gesturesAreRead(speech: [String]) throws {
    let usual = try Tool.run(["run", "--raw", "3", "--fast"] + speech)
    #expect(usual.code == 0, "\(usual.errorOutput) \(usual.output)")
    #expect(usual.output.contains("recognized  <swipeLeft><circle><checkMark>\n"))
    let text = "<square><triangle><shake>"
    let named = try Tool.run(["run", "--raw", "3", "--fast", "--text", text] + speech)
    #expect(named.code == 0 && named.output.contains("recognized  \(text)\n"), "\(named.output)")
  }

  /// The reason, and what would be needed.
  @Test func lettersAreRefused() throws {
    let text = try Tool.run("run", "--raw", "3", "--text", "<shake>A")
    #expect(text.code == 2 && text.errorOutput.contains("add a gyroscope"), "\(text.errorOutput)")
    for speech in [[], ["--protocol", "csv"]] {
      let model = try Tool.run(["run", "--raw", "3", "--fast", "--model", "gestures"] + speech)
      #expect(
        model.code == 3 && model.errorOutput.contains("use --model accelerometer"),
        "\(model.errorOutput)")
    }
    let board = try Tool("simulate", "--raw", "3", "--text", "HELLO", "--pty", "--fast")
    let bridge = try Tool.run("bridge", "--port", board.line(with: "/dev/pts/"))
    #expect(
      bridge.code == 3 && bridge.errorOutput.contains("cannot distinguish a turn of the board"),
      "\(bridge.errorOutput)")
    // Nobody reads the rest of its text.
    board.interrupt()
    _ = try board.result()
  }

  /// A recording of three axes teaches no letters and is no test of them.
  @Test func lettersOfARecordingAreRefused() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("three.csv"), workspace.path("m.qnm"))
    #expect(
      try Tool.run("simulate", "--raw", "3", "--text", "HI", "--trace", trace).code == 0)
    for arguments in [
      ["evaluate", "--air", trace], ["evaluate", "--air", trace, "--model", "air"],
      ["train", "--air", trace, "--out", out],
      ["train", "--air", trace, "--feature-set", "airPath", "--out", out],
    ] {
      let result = try Tool.run(arguments)
      #expect(
        result.code == 2 && result.errorOutput.contains("record with a gyroscope"),
        "\(arguments): \(result.errorOutput)")
    }
  }

  /// A board that prints four numbers a line and has no pen.
  @Test func aBoardOfFourColumnsIsRead() throws {
    let workspace = try Workspace()
    let (written, bare) = (workspace.path("written.csv"), workspace.path("bare.csv"))
    let text = "<circle><square><shake>"
    // The format has no pen, so the hand holds still between gestures.
    let simulation = try Tool.run(
      "simulate", "--raw", "3", "--protocol", "mip", "--text", text, "--trace", written)
    #expect(simulation.code == 0, "\(simulation.errorOutput)")
    let rows = try Trace(contentsOf: written).rows.map { row in
      var bare = TraceRow(time: row.time)
      bare.specificForce = row.specificForce
      return bare
    }
    try Trace(rows: rows).write(to: OutputFile(bare))
    let board = try Tool("replay", bare, "--pty", "--protocol", "csv", "--speed", "10")
    let result = try Tool.run(
      "bridge", "--port", board.line(with: "/dev/pts/"), "--columns", "t,ax,ay,az", "--model",
      "accelerometer")
    #expect(result.output.contains("recognized  \(text)\n"), "\(result.output)")
    _ = try board.result()
  }

  /// Record a gesture of one's own, learn it beside the others, use it.
  @Test func aGestureOfOnesOwnByThreeAxes() throws {
    let workspace = try Workspace()
    let (examples, model) = (workspace.path("infinity.csv"), workspace.path("mine.qnm"))
    let text = String(repeating: "<infinity>", count: 10)
    let teacher = try Tool(
      "simulate", "--raw", "3", "--text", text, "--seed", "2000001", "--pty", "--fast")
    let record = try Tool.run(
      "record", "--port", teacher.line(with: "/dev/pts/"), "--label", "infinity", examples)
    #expect(record.code == 0 && record.errorOutput.contains("is gone"), "\(record.errorOutput)")
    _ = try teacher.result()
    let recorded = try Trace(contentsOf: examples).rows
    #expect(
      !recorded.isEmpty
        && recorded.allSatisfy {
          $0.specificForce != nil && $0.angularRate == nil && $0.attitude == nil
        })
    let training = try Tool.run(
      "train", "--air", examples, "--simulated", "20", "--feature-set", "accelerometer",
      "--hidden", "16", "--passes", "30", "--out", model)
    #expect(training.code == 0, "\(training.errorOutput)")
    let written = "<infinity><circle><infinity><swipeUp>"
    let result = try Tool.run(
      "run", "--raw", "3", "--fast", "--model", model, "--text", written, "--seed", "2000001")
    #expect(result.output.contains("recognized  \(written)\n"), "\(result.output)")
  }
}
