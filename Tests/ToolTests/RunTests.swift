import Foundation
import TestSupport
import Testing

@Suite(.waiting) struct RunTests {
  /// One line of JSON as a dictionary.
  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// The same through libserialport, which treats the pseudo-terminal as a real port.
  @Test func theVirtualBoardIsReadThroughLibserialport() throws {
    let shim = Tool.folder.appendingPathComponent("libSerialPortShim.so").path
    try #require(FileManager.default.fileExists(atPath: shim))
    let arguments = ["run", "--text", "AB", "--fast", "--serial", "libserialport"]
    let result = try Tool(
      arguments, by: #"LD_PRELOAD="$SHIM" exec "$0" "$@""#, environment: ["SHIM": shim]
    ).result()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("recognized  AB"))
    let control = try Tool.run(
      arguments[0], arguments[1], arguments[2], "--fast", "--serial", "libserialport")
    #expect(control.code == 3, "without the modem lines libserialport does not open it")
  }

  /// The host's own work has its budget, too.
  @Test func theSummaryHasTheWorkInProcessorTime() throws {
    let result = try Tool.run("run", "--text", "A", "--fast", "--json")
    let summary = try object(try #require(result.lines.last))
    let work = try #require(summary["work"] as? [String: Any])
    #expect(work["misses"] as? Int == 0 && work["p50"] as? Double ?? 0 > 0)
  }

  /// A frame that cannot be had is an error, not another frame.
  @Test func northWithoutAFieldIsAnError() throws {
    let result = try Tool.run("run", "--raw", "6", "--fast", "--text", "A", "--frame", "magnetic")
    #expect(result.code == 2 && result.errorOutput.contains("choose --frame arbitrary"))
    let corrected = try Tool.run(
      "run", "--raw", "9", "--fast", "--json", "--text", "A", "--frame", "magnetic")
    let motions = try corrected.lines.map(object).filter { $0["event"] as? String == "motion" }
    #expect(!motions.isEmpty && motions.allSatisfy { $0["frame"] as? String == "magnetic" })
  }

  /// A letter that takes too long is not blamed on its shape.
  @Test func aStrokeThatIsCutIsReportedAsThat() throws {
    let workspace = try Workspace()
    let (trace, slow) = (workspace.path("a.csv"), workspace.path("slow.csv"))
    #expect(try Tool.run("simulate", "--text", "A", "--trace", trace).code == 0)
    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let rows = lines.filter { !$0.hasPrefix("#") }
    let (head, data) = (rows[0], rows.dropFirst())
    // Every sample twelve times, 10 ms apart.
    var time = 0
    var text = lines.prefix { $0.hasPrefix("#") }.map { $0 + "\n" }.joined() + head + "\n"
    for row in data {
      for _ in 0..<12 {
        text += "\(Double(time) / 100)" + row.drop { $0 != "," } + "\n"
        time += 1
      }
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: slow))
    let board = try Tool(["simulate", "--replay", slow, "--pty", "--fast"])
    let port = try board.line(with: "/dev/pts/")
    let result = try Tool.run("bridge", "--port", port, "--json")
    #expect(
      result.output.contains(#""event":"truncated""#), "\(result.output) \(result.errorOutput)")
    _ = try board.result()
  }

  /// Stabilizers that the emulated board's firmware does not have are refused by name.
  @Test func firmwareWithoutStabilizersSaysSo() throws {
    let result = try Tool.run("run", "--board", "mps2-an386", "--text", "A", "--damping", "2")
    #expect(result.code == 1)
    #expect(result.errorOutput.contains("MODEL=lab DAMPING=2"), "\(result.errorOutput)")
  }

  @Test func everyLetterIsALineOfJSONAndTheSummaryIsTheLast() throws {
    let workspace = try Workspace()
    let result = try Tool.run(
      "run", "--text", "AAA", "--fast", "--json", "--model", workspace.modelOfA())
    #expect(result.code == 0, "\(result.errorOutput)")
    let objects = try result.lines.map(object)
    #expect(objects.map { $0["event"] as? String } == ["letter", "letter", "letter", "summary"])
    var time = 0.0
    for letter in objects.dropLast() {
      #expect(letter["label"] as? String == "A")
      #expect(letter["rejected"] as? Bool == false)
      #expect(abs(try #require(letter["score"] as? Double) - 2) < 0.01)
      #expect(abs(try #require(letter["margin"] as? Double) - 1) < 0.01)
      let t = try #require(letter["t"] as? Double)
      #expect(t > time)
      time = t
    }
    let summary = try #require(objects.last)
    #expect(summary["letters"] as? String == "AAA")
    #expect(try #require(summary["samples"] as? Int) > 300)
    #expect(summary["lost"] as? Int == 0)
    #expect(summary["damaged"] as? Int == 0)
    #expect(summary["restarts"] as? Int == 0)
    #expect(summary["budget"] as? Double == 10_000)
    let latency = try #require(summary["latency"] as? [String: Any])
    #expect(latency["unit"] as? String == "us")
    #expect(latency["misses"] as? Int != nil)
    let times = try ["p50", "p99", "p999", "max"].map { try #require(latency[$0] as? Double) }
    #expect(times == times.sorted())
    #expect(times[0] > 0 && times[0] < 10_000)
  }

  /// The heading of a board of nine axes is printed; for one of six, why there is none.
  @Test func theAttitudeIsToldInTheFrameOfChoice() throws {
    let workspace = try Workspace()
    let model = try workspace.modelOfA()
    let nine = try Tool.run(
      "run", "--raw", "9", "--text", "A", "--fast", "--json", "--frame", "true", "--declination",
      "3", "--model", model)
    #expect(nine.code == 0, "\(nine.errorOutput)")
    let motions = try nine.lines.map(object).filter { $0["event"] as? String == "motion" }
    #expect(motions.count >= 5)
    #expect(motions.last?["heading"] as? Double != nil)
    for name in ["velocity", "position"] {
      #expect(motions.allSatisfy { ($0[name] as? [Double])?.count == 3 }, "\(name)")
    }
    #expect(motions.last?["field"] as? String == "uncalibrated")
    #expect(nine.errorOutput.contains("turn the board slowly about all its axes"))
    let six = try Tool.run(
      "run", "--raw", "6", "--text", "A", "--fast", "--frame", "magnetic", "--model", model)
    #expect(six.code == 2 && six.errorOutput.contains("choose --frame arbitrary"))
    #expect(!six.output.contains("heading"))
    let relative = try Tool.run("run", "--text", "A", "--fast", "--relative", "--model", model)
    #expect(relative.output.contains("0.00 s  -  roll 0.0°  pitch 0.0°  yaw 0.0°"))
    let place = try Tool.run("run", "--text", "A", "--fast", "--frame", "true", "--model", model)
    #expect(place.code == 2 && place.errorOutput.contains("--declination"))
  }

  @Test func realTimeTakesAsLongAsTheWriting() throws {
    let workspace = try Workspace()
    let start = ContinuousClock.now
    let result = try Tool.run(
      "run", "--text", "a", "--json", "--model", workspace.modelOfA())
    let elapsed = ContinuousClock.now - start
    #expect(result.code == 0, "\(result.errorOutput)")
    let summary = try object(try #require(result.lines.last))
    let samples = try #require(summary["samples"] as? Int)
    #expect(elapsed > .milliseconds(10) * (samples - 1))
  }

  @Test func anotherTextThanWrittenIsNo() throws {
    let workspace = try Workspace()
    let result = try Tool.run("run", "--text", "AB", "--fast", "--model", workspace.modelOfA())
    #expect(result.code == 1)
    #expect(result.errorOutput.contains("read AA, but AB was written: try another --seed"))
    #expect(result.output.contains("recognized  AA"))
  }

  @Test(arguments: [
    ["run", "--text", "A;", "--fast"], ["run", "--seed", "x"], ["simulate", "--flip", "0.1"],
    ["simulate", "--pty", "--flip", "1.5"], ["simulate", "--pty", "--stall", "5"],
    ["simulate", "--pty", "--unplug", "-1"], ["simulate", "--replay", "/no/such/trace.csv"],
    ["bridge", "--port", "/dev/null", "--dtr", "maybe"], ["frobnicate"],
  ])
  func misuseExitsWithTwoAndTheNextStep(arguments: [String]) throws {
    let workspace = try Workspace()
    let needsModel = arguments[0] == "run"
    let result = try Tool.run(
      arguments + (needsModel ? ["--model", workspace.modelOfA()] : []))
    #expect(result.code == 2, "\(result.errorOutput)")
    #expect(result.output.isEmpty)
    let steps = ["--help", "Write capital letters", "check the path"]
    #expect(steps.contains { result.errorOutput.contains($0) }, "\(result.errorOutput)")
  }

  @Test func helpIsNoError() throws {
    let result = try Tool.run("run", "--help")
    #expect(result.code == 0)
    #expect(result.output.contains("USAGE: quillon run"))
  }

  /// A space in a text is a rest of the hand, and no letter.
  @Test func aSpaceIsAPause() throws {
    let result = try Tool.run("run", "--fast", "--text", "O N")
    #expect(result.code == 0 && result.output.contains("recognized  ON"), "\(result)")
    let (whole, paused) = (
      try Tool.run("simulate", "--text", "ON"), try Tool.run("simulate", "--text", "O N")
    )
    #expect(paused.lines.count == whole.lines.count + 100, "a second at 100 Hz")
    #expect(try Tool.run("run", "--fast", "--text", " ").code == 2)
  }
}
