import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

/// Where the letters of `quillon bridge` go.
@Suite(.waiting) struct BridgeOutputTests {
  /// A board that writes so many strokes as fast as they are read, and a bridge on it.
  private func bridge(
    _ workspace: Workspace, strokes: Int = 3, _ options: String...
  ) throws -> Tool.Result {
    let board = try VirtualBoard(
      BoardScript(samples: strokeSamples(strokes), pacing: .unpaced))
    let player = Worker { board.run() }
    let result = try Tool.run(
      ["bridge", "--port", board.path, "--model", workspace.modelOfA()] + options)
    _ = try player.result()
    return result
  }

  @Test func csvIsAHeaderAndALineForEachLetter() throws {
    let result = try bridge(Workspace(), "--csv")
    #expect(
      result.lines == [
        "event,t,label,score,margin,rejected,source,reason",
        "letter,0.2,A,2.0,1.0,0,host,", "letter,0.6,A,2.0,1.0,0,host,",
        "letter,1.0,A,2.0,1.0,0,host,",
      ])
    #expect(result.errorOutput.contains("recognized  AAA"))
  }

  /// A table program computes a field that begins like a formula.
  @Test func aLabelIsNoFormula() throws {
    let workspace = try Workspace()
    let file = try workspace.modelOfA()
    let model = try String(contentsOfFile: file, encoding: .utf8)
    try model.replacing("\"A\"", with: "\"=1+1\"")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let board = try VirtualBoard(BoardScript(samples: strokeSamples(1), pacing: .unpaced))
    let player = Worker { board.run() }
    let result = try Tool.run("bridge", "--port", board.path, "--csv", "--model", file)
    _ = try player.result()
    #expect(result.lines.last == "letter,0.2,'=1+1,2.0,1.0,0,host,", "\(result)")
  }

  @Test func aProgramIsStartedForEachLetter() throws {
    let workspace = try Workspace()
    let (script, out) = (workspace.path("script"), workspace.path("out"))
    try Data("#!/bin/sh\necho \"$QUILLON_LETTER$QUILLON_TIME\" >>'\(out)'\n".utf8)
      .write(to: URL(fileURLWithPath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let result = try bridge(workspace, "--exec", script)
    #expect(result.output.contains("recognized  AAA"))
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "A0.2\nA0.6\nA1.0\n")
  }

  @Test func failingProgramsAreCounted() throws {
    let result = try bridge(Workspace(), "--exec", "false")
    #expect(result.errorOutput.contains("3 runs of the program of --exec failed"))
  }

  @Test func teleplotTakesAnAddressOrNone() throws {
    #expect(try bridge(Workspace(), "--teleplot").output.contains("recognized  AAA"))
    #expect(
      try bridge(Workspace(), "--teleplot", "[::1]:9").output.contains("recognized  AAA"))
  }

  /// What a board writes comes out as messages of Open Sound Control.
  @Test func oscSendsLettersPenAndMotion() throws {
    let listener = try DatagramListener()
    let result = try bridge(Workspace(), strokes: 1, "--osc", "127.0.0.1:\(listener.port)")
    #expect(result.output.contains("recognized  A"))
    var messages: [[UInt8]] = []
    while messages.last?.starts(with: "/quillon/letter".utf8) != true,
      case let message = listener.receive(), !message.isEmpty
    {
      messages.append(message)
    }
    func ends(of address: String) -> [[UInt8]] {
      messages.filter { $0.starts(with: address.utf8) }.map { Array($0.suffix(16)) }
    }
    #expect(ends(of: "/quillon/letter").count == 1)
    #expect(ends(of: "/quillon/pen").map(\.last) == [1, 0])
    let identity: [UInt8] = [0x3F, 0x80, 0, 0] + [UInt8](repeating: 0, count: 12)
    let attitudes = ends(of: "/quillon/attitude")
    #expect(attitudes.count > 10 && attitudes.allSatisfy { $0 == identity })
    #expect(ends(of: "/quillon/acceleration").count == attitudes.count)
  }

  @Test(arguments: [
    (["--csv", "--json"], "--json and --csv exclude each other"),
    (["--teleplot", "here"], "give HOST:PORT"), (["--teleplot", ":5"], "give HOST:PORT"),
    (["--teleplot", "a:0"], "give HOST:PORT"), (["--osc", "here"], "127.0.0.1:9000"),
    (["--exec", "/no/such/program"], "give the path of an executable file"),
    (["--exec", "echo hello"], "without arguments"),
  ])
  func misuseIsTold(options: [String], step: String) throws {
    let result = try Tool.run(["bridge", "--port", "/dev/null"] + options)
    #expect(result.code == 2)
    #expect(result.errorOutput.contains(step), "\(result.errorOutput)")
  }

  @Test func withoutUInputItSaysWhatToDo() throws {
    guard !FileManager.default.isWritableFile(atPath: "/dev/uinput") else { return }
    let result = try Tool.run("bridge", "--port", "/dev/null", "--type")
    #expect(result.code == 3)
    #expect(result.errorOutput.contains("sudo"))
    #expect(result.errorOutput.contains("leave --type out"))
  }

  /// Nobody reads standard output: the bridge reads on, records on, and ends.
  @Test func aTerminalThatStopsReadingHoldsNothingUp() throws {
    let workspace = try Workspace()
    let recording = workspace.path("recording.csv")
    let board = try VirtualBoard(
      BoardScript(samples: strokeSamples(1_500), pacing: .unpaced))
    let player = Worker { board.run() }
    let result = try Tool.runUnread([
      "bridge", "--port", board.path, "--json", "--record", recording, "--model",
      workspace.modelOfA(),
    ])
    _ = try player.result()
    #expect(result.code == 3)
    #expect(try Trace(contentsOf: recording).rows.count == 60_000)
    // 1,500 letters and a summary: what does not wait is dropped, and at the end what waits.
    #expect(result.errorOutput.contains("1501 lines were dropped: nobody read standard output"))
  }

  /// The same with boards of other makes.
  @Test(arguments: ["mip", "x-imu3", "vectornav-binary", "csv"])
  func noBoardIsHeldUpByAStoppedTerminal(name: String) throws {
    let workspace = try Workspace()
    let (trace, recording) = (workspace.path("trace.csv"), workspace.path("recording.csv"))
    #expect(try Tool.run("simulate", "--text", "IL", "--trace", trace).code == 0)
    let board = try Tool("replay", trace, "--pty", "--protocol", name, "--speed", "4")
    let port = try board.line(with: "/dev/pts/")
    let result = try Tool.runUnread(["bridge", "--port", port, "--record", recording])
    let report = try board.result()
    let sent = try Trace(contentsOf: trace).rows.count
    #expect(report.errorOutput.contains("completed: played \(sent) of"), "\(report.errorOutput)")
    #expect(result.code == 3)
    #expect(result.errorOutput.contains("lines were dropped: nobody read standard output"))
    // The first 50 samples show what the board sends.
    #expect(try Trace(contentsOf: recording).rows.count >= sent - 60)
  }
}

/// Strokes of 20 samples with the pen down and 20 with the pen up, 10 ms apart. Each is a line of 6 cm.
func strokeSamples(_ count: Int) -> [InertialSample] {
  swingingSamples(count: 40 * count) { $0 % 40 < 20 ? .down : .up }
}

/// Samples of a hand that moves to and fro by 6 cm, 10 ms apart: 0.1 s of 6 m/s² and 0.1 s of −6 m/s² each way.
func swingingSamples(count: Int, pen: (Int) -> PenState) -> [InertialSample] {
  (0..<count).map { number in
    let (isBraking, isReturning) = (number % 20 >= 10, number % 40 >= 20)
    let acceleration = SIMD3(isBraking == isReturning ? 6.0 : -6.0, 0, 0)
    return InertialSample(
      timestamp: UInt32(number) * 10_000, acceleration: .linear(Vector3(acceleration)),
      attitude: .identity, pen: pen(number))
  }
}
