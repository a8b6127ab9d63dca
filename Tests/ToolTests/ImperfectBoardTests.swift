import Foundation
import QuillonMath
import QuillonSerial
import TestSupport
import Testing

/// Boards that speak late, print more or other columns than usual, or are worn on a wrist.
@Suite(.waiting) struct ImperfectBoardTests {
  /// A sketch on a pseudo-terminal: what it says at its start, and when and which lines follow.
  private final class Sketch: Sendable {
    let terminal: PseudoTerminal
    private let player: Worker<Void>

    init(
      greeting: String = "", after delay: Double = 0, every period: Double = 0.01,
      line: @escaping @Sendable (_ index: Int, _ noise: () -> Double) -> String
    ) throws {
      let terminal = try PseudoTerminal()
      self.terminal = terminal
      player = Worker {
        while !terminal.hasClient { Thread.sleep(forTimeInterval: 0.01) }
        _ = terminal.write(Array(greeting.utf8), timeout: .seconds(1))
        Thread.sleep(forTimeInterval: delay)
        var (random, index) = (SeededRandom(seed: 1), 0)
        func noise() -> Double { Double(random.next() % 1_000) / 1_000 - 0.5 }
        while terminal.write(Array((line(index, noise) + "\r\n").utf8), timeout: .seconds(1))
          != .ended
        {
          index += 1
          Thread.sleep(forTimeInterval: period)
        }
      }
    }

    func end() throws {
      terminal.close()
      try player.result()
    }
  }

  private static func numbers(_ values: [Double]) -> String {
    values.map { String(format: "%.3f", $0) }.joined(separator: ",")
  }

  /// Three axes at rest: gravity in g, or nothing in °/s.
  private static func force(_ noise: () -> Double) -> [Double] {
    [0.02 * noise(), 0.02 * noise(), 1 + 0.02 * noise()]
  }

  private static func rate(_ noise: () -> Double) -> [Double] {
    (0..<3).map { _ in noise() }
  }

  /// Runs `bridge` until it says each of the words, and gives what it said.
  private func bridge(_ sketch: Sketch, until words: String...) throws -> Tool.Result {
    let tool = try Tool("bridge", "--port", sketch.terminal.path, "--json")
    for word in words { try tool.errorOutput(with: word) }
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    return result
  }

  @Test func aBoardThatIsSilentForFiveSecondsIsRead() throws {
    let sketch = try Sketch(after: 5) { index, noise in
      index == 0
        ? "ax,ay,az,gx,gy,gz" : Self.numbers(Self.force(noise) + Self.rate(noise))
    }
    let result = try bridge(sketch, until: "is silent", "found csv at", "raw sensor data")
    #expect(result.code == 0)
    #expect(
      result.errorOutput.hasPrefix("listening on \(sketch.terminal.path)"), "\(result.errorOutput)")
  }

  @Test func bytesOfABootLoaderAreShownAndTheBoardIsRead() throws {
    let sketch = try Sketch(greeting: "Starting...\r\n", after: 5) { _, noise in
      Self.numbers(Self.force(noise) + Self.rate(noise))
    }
    let result = try bridge(sketch, until: "found csv at", "raw sensor data")
    #expect(result.errorOutput.contains("13 bytes came from"), "\(result.errorOutput)")
    #expect(
      result.errorOutput.contains(#"They begin "Starting...\x0d\x0a""#), "\(result.errorOutput)"
    )
  }

  /// What is printed, and what it is taken for.
  @Test(arguments: [
    ("temperature", "ax,ay,az,gx,gy,gz,temperature (acceleration in g, rate in deg/s)"),
    ("rate first", "gx,gy,gz,ax,ay,az (acceleration in g, rate in deg/s)"),
    ("word", "ax,ay,az,gx,gy,gz (acceleration in g, rate in deg/s)"),
    ("counts", "ax,ay,az,temperature,gx,gy,gz (acceleration in 16384/g, rate in 131/(deg/s))"),
    ("time last", "ax,ay,az,gx,gy,gz,t (acceleration in m/s2, rate in rad/s, time in ms)"),
    ("field", "t,ax,ay,az,gx,gy,gz,mx,my,mz (acceleration in g, rate in deg/s, time in ms)"),
  ])
  func columnsWithoutAHeaderAreFoundByPhysics(kind: String, taken: String) throws {
    let sketch = try Sketch { index, noise in
      let (force, rate) = (Self.force(noise), Self.rate(noise))
      return switch kind {
      case "temperature": Self.numbers(force + rate + [23.4])
      case "rate first": Self.numbers(rate + force)
      case "time last":
        Self.numbers(
          force.map { $0 * 9.80665 } + rate.map { $0 * .pi / 180 } + [Double(index) * 10])
      case "word": "DATA," + Self.numbers(force + rate)
      case "counts":
        Self.numbers(
          force.map { ($0 * 16_384).rounded() } + [24.5] + rate.map { ($0 * 131).rounded() })
      default:
        Self.numbers(
          [Double(index) * 10] + force + rate + [20 + noise(), 5 + noise(), -43 + noise()])
      }
    }
    let result = try bridge(sketch, until: "no header", "raw sensor data")
    #expect(result.errorOutput.contains("are taken for \(taken)"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("name them: --columns "), "\(result.errorOutput)")
    #expect(!result.lines.isEmpty && result.code == 0)
  }

  /// Named columns that do not fit are told with the line to use, with and without the format's name.
  @Test(arguments: [
    (["--columns", "ax,ay,az,gx,gy,gz"], 7), (["--columns", "gx,gy,gz"], 6),
    (["--columns", "t,ax,ay,az,gx,gy,gz"], 6),
    (["--protocol", "csv", "--columns", "ax,ay,az,gx,gy,gz"], 7),
  ])
  func namedColumnsThatDoNotFitAreTold(options: [String], count: Int) throws {
    let sketch = try Sketch { _, noise in
      Self.numbers(Self.force(noise) + Self.rate(noise) + (count == 7 ? [23.4] : []))
    }
    let result = try Tool.run(["bridge", "--port", sketch.terminal.path] + options)
    try sketch.end()
    #expect(result.code == 2)
    let names = options.last?.split(separator: ",").count ?? 0
    let line = "ax,ay,az,gx,gy,gz" + (count == 7 ? ",temperature" : "")
    #expect(
      result.errorOutput.contains(
        "--columns names \(names) columns, the board sends \(count): give --columns \(line), or"),
      "\(result.errorOutput)")
  }

  /// Eight columns are none of the usual numbers of columns, so only their names tell what they are.
  @Test func namedColumnsThatFitAreRead() throws {
    let sketch = try Sketch { _, noise in
      Self.numbers([7, 8] + Self.rate(noise) + Self.force(noise))
    }
    let tool = try Tool(
      "bridge", "--port", sketch.terminal.path, "--columns", "a,b,gx,gy,gz,ax,ay,az")
    try tool.errorOutput(with: "raw sensor data")
    tool.interrupt()
    #expect(try tool.result().code == 0)
    try sketch.end()
  }

  /// The sketch is flashed anew and prints a column more: what was remembered is found again.
  @Test func rememberedColumnsThatDoNotFitAreFoundAgain() throws {
    let workspace = try Workspace()
    let environment = ["XDG_CONFIG_HOME": workspace.path("configuration")]
    let port = workspace.path("board")
    for count in [6, 7, 7] {
      let sketch = try Sketch { _, noise in
        Self.numbers(Self.force(noise) + Self.rate(noise) + (count == 7 ? [23.4] : []))
      }
      try? FileManager.default.removeItem(atPath: port)
      try FileManager.default.createSymbolicLink(
        atPath: port, withDestinationPath: sketch.terminal.path)
      let tool = try Tool(["bridge", "--port", port], environment: environment)
      try tool.errorOutput(with: "raw sensor data")
      tool.interrupt()
      let result = try tool.result()
      try sketch.end()
      #expect(result.code == 0)
      let memory = try String(
        contentsOfFile: workspace.path("configuration/quillon/boards.toml"), encoding: .utf8)
      #expect(memory.contains("temperature") == (count == 7), "\(memory) \(result.errorOutput)")
    }
  }

  @Test func numbersThatAreAllZeroNameTheWires() throws {
    let sketch = try Sketch { index, noise in
      Self.numbers(
        index < 450 ? [0, 0, 0, 0, 0, 0, 36.53] : Self.force(noise) + Self.rate(noise) + [23.4])
    }
    let result = try bridge(sketch, until: "are 0, so the sketch does not hear", "raw sensor data")
    #expect(result.errorOutput.contains("check the sensor's wires"), "\(result.errorOutput)")
  }

  @Test func aSlowSketchIsToldToShortenItsDelay() throws {
    let sketch = try Sketch(every: 0.06) { _, noise in
      Self.numbers(Self.force(noise) + Self.rate(noise))
    }
    let result = try Tool.run("bridge", "--port", sketch.terminal.path)
    try sketch.end()
    #expect(
      result.errorOutput.contains("shorten the delay between two lines in the sketch"),
      "\(result.errorOutput)")
  }

  /// The unit that was given is told, and that the numbers have another one.
  @Test func aWrongUnitIsTold() throws {
    let sketch = try Sketch { _, noise in Self.numbers(Self.force(noise) + Self.rate(noise)) }
    let tool = try Tool(
      "bridge", "--port", sketch.terminal.path, "--acceleration-unit", "m/s2")
    try tool.errorOutput(with: "(acceleration in m/s2, rate in")
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    #expect(
      result.errorOutput.contains("at rest the numbers are 1 g in g"), "\(result.errorOutput)")
  }

  @Test func anAccelerometerAloneHasNoUnitOfRate() throws {
    let sketch = try Sketch { _, noise in Self.numbers(Self.force(noise)) }
    let result = try Tool.run("bridge", "--port", sketch.terminal.path)
    try sketch.end()
    #expect(
      result.errorOutput.contains("are taken for ax,ay,az (acceleration in g). If"),
      "\(result.errorOutput)")
  }

  /// Bytes that nobody understands are told again, and all of them are counted at the end.
  @Test func laterBytesAreToldToo() throws {
    let sketch = try Sketch(greeting: "Starting...\r\n", every: 0.1) { index, _ in
      "\u{1}no sensor \(index)"
    }
    let tool = try Tool("bridge", "--port", sketch.terminal.path)
    try tool.errorOutput(with: "Still listening", times: 2)
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    #expect(result.errorOutput.contains(#"\x0d\x0a\x01no sensor"#), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("and none was understood"), "\(result.errorOutput)")
  }

  /// A named format that no byte has is told while the board is read, not only at the end.
  @Test(arguments: ["witmotion-11", "quillon"]) func aWrongFormatIsToldSoon(format: String) throws {
    let sketch = try Sketch { _, noise in Self.numbers(Self.force(noise) + Self.rate(noise)) }
    for command in [["bridge"], ["test"], ["record", "/dev/null", "--force"]] {
      let tool = try Tool(command + ["--port", sketch.terminal.path, "--protocol", format])
      try tool.errorOutput(with: "bytes so far has the format \(format): leave out --protocol")
      tool.interrupt()
      _ = try tool.result()
    }
    try sketch.end()
  }

  @Test func aBoardThatGoesQuietIsTold() throws {
    let sketch = try Sketch { index, noise in
      if index == 200 { Thread.sleep(forTimeInterval: 3) }
      return Self.numbers(Self.force(noise) + Self.rate(noise))
    }
    let result = try bridge(
      sketch, until: "no sample for 2 s", "the board sends samples again")
    #expect(result.code == 0)
  }

  /// A stroke of one sample has its limit and its remedy, like those that gates reject.
  @Test func aStrokeThatIsTooShortIsExplained() throws {
    let sketch = try Sketch { index, noise in
      guard index > 0 else { return "ax,ay,az,gx,gy,gz,pen" }
      return Self.numbers(
        Self.force(noise) + Self.rate(noise) + [index > 450 && index % 50 == 0 ? 1 : 0])
    }
    let tool = try Tool("bridge", "--port", sketch.terminal.path)
    _ = try tool.line(with: "2 needed; keep the pen down while you write")
    tool.interrupt()
    _ = try tool.result()
    try sketch.end()
  }

  /// The guided test says why a letter was rejected, and what helps on a wrist.
  @Test func theGuidedTestExplainsWhatItRejects() throws {
    let board = try Tool(
      ["simulate", "--text", "QUILLON", "--seed", "1", "--pty", "--fast", "--wrist"])
    let result = try Tool.run(
      "test", "--port", board.line(with: "/dev/pts/"), "--labels", "QUILON", "--times", "2")
    _ = try board.result()
    #expect(result.errorOutput.contains("needed; write "), "\(result.errorOutput)")
    #expect(
      result.errorOutput.contains("run `quillon enroll --out wrist.json`"), "\(result.errorOutput)")
  }

  /// Without a pen, the guided test and the enrollment say at the start that the hand has to rest.
  @Test(arguments: [["test"], ["enroll"]]) func whoAsksSaysThatRestsAreNeeded(command: [String])
    throws
  {
    let sketch = try Sketch { _, noise in Self.numbers(Self.force(noise) + Self.rate(noise)) }
    let tool = try Tool(command + ["--port", sketch.terminal.path])
    try tool.errorOutput(with: "the board has no pen: ")
    tool.interrupt()
    _ = try tool.result()
    try sketch.end()
  }

  /// In motion the norm tells nothing: the usual order is taken, and that is said.
  @Test func numbersThatTellNothingAreTakenInTheUsualOrder() throws {
    let sketch = try Sketch { index, noise in
      let swing = sin(Double(index) / 5)
      return Self.numbers(
        [3 * swing, 3 * swing, 2.5 + noise()] + Self.rate(noise).map { 300 * $0 })
    }
    let result = try bridge(sketch, until: "the usual order")
    #expect(
      result.errorOutput.contains("--columns ax,ay,az,gx,gy,gz"), "\(result.errorOutput)")
  }

  /// On the wrist the acceleration is across the board's face; in the hand it is within it.
  @Test(arguments: [1, 2, 3])
  func aBoardOnAWristWithoutAPlaneIsNoticed(seed: Int) throws {
    for (options, isTold) in [(["--wrist"], true), ([], false)] {
      let board = try Tool(
        ["simulate", "--text", "QUILLON", "--seed", "\(seed)", "--pty", "--fast"] + options)
      let result = try Tool.run("bridge", "--port", board.line(with: "/dev/pts/"))
      _ = try board.result()
      #expect(
        result.errorOutput.contains("run `quillon enroll --out wrist.json`") == isTold,
        "seed \(seed): \(result.errorOutput)")
    }
  }

  /// A board without a pen, and a hand that never rests.
  @Test func withoutARestItSaysWhatToDo() throws {
    let workspace = try Workspace()
    let trace = workspace.path("unrest.csv")
    let rows = (0..<1_500).map { index in
      let (time, isMoving) = (Double(index) / 100, index > 300 && index < 1_000)
      let swing = isMoving ? 4 * sin(time * 9) : 0
      let other = isMoving ? 4 * cos(time * 7) : 0
      return String(format: "%.2f,%.4f,%.4f,9.80665,0,0,0", time, swing, other)
    }
    try Data((["t,ax,ay,az,gx,gy,gz"] + rows + [""]).joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: trace))
    let board = try Tool("replay", trace, "--pty", "--protocol", "x-imu3", "--speed", "5")
    let result = try Tool.run("bridge", "--port", board.line(with: "/dev/pts/"), "--pen", "auto")
    _ = try board.result()
    let advice = "rest half a second between letters, or use --pen space, or connect a button"
    #expect(
      result.errorOutput.contains("the board has no pen: \(advice)"), "\(result.errorOutput)")
    #expect(
      result.output.contains("s, 4 s allowed; \(advice)"), "\(result.output) \(result.errorOutput)")
  }

  /// Who names the format leaves the columns to be found, too.
  @Test func columnsAreFoundWhereTheFormatIsNamed() throws {
    let sketch = try Sketch { _, noise in
      Self.numbers(Self.rate(noise) + Self.force(noise))
    }
    let tool = try Tool("bridge", "--port", sketch.terminal.path, "--protocol", "csv", "--json")
    for word in ["no header", "raw sensor data"] { try tool.errorOutput(with: word) }
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    #expect(
      result.errorOutput.contains("are taken for gx,gy,gz,ax,ay,az (acceleration in g"),
      "\(result.errorOutput)")
  }

  /// What has no effect or no sense is refused, in words that name the next step.
  @Test(arguments: [
    (["simulate", "--replay", "a.csv", "--text", "A"], "leave out --text"),
    (["run", "--magnet", "3"], "add --raw 9"),
    (["run", "--plane", "wrist", "--azimuth", "500"], "--azimuth is -360 to 360 degrees"),
    (["bridge", "--baud", "-3"], "it must be positive"),
    (["bridge", "--rate", "-3"], "--rate -3.0 is out of range: give 20 to 2000 Hz"),
    (["simulate", "--replay", "a.csv", "--wrist"], "leave out --wrist."),
    (["view", "--pen", "space"], "on the page use a board's pen, or --pen auto"),
    (["brige"], "there is no command brige: did you mean `quillon bridge`?"),
    (["help", "evalute"], "did you mean `quillon evaluate`?"),
    (["cal"], "did you mean `quillon calibrate`?"),
    (["morse"], "there is no command morse: `quillon --help` lists all commands"),
    (["bridge", "--modell", "air"], "Did you mean '--model'?"),
    (
      ["run", "--text", "A;"],
      "There is no shape for “;”. Write capital letters from A to Z; a space is a pause."
    ),
    (["fuse", "/", "--out", "x.csv"], "a folder without a telephone's log"),
    (["run", "--model", "/"], "/: is a folder: name a file in it"),
    (
      ["run", "--model", "nosuch"],
      #"There is no model "nosuch". Built in are air, air-board, air-features, ink"#
    ),
    (["fuse", "/nowhere.csv", "--out", "x.csv"], "/nowhere.csv: no such file: check the path"),
  ])
  func mistakesAreToldWithTheNextStep(arguments: [String], words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 2)
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    #expect(!result.errorOutput.contains("NSCocoa"))
  }

  /// Files of every other kind that a person may take for a model.
  @Test(arguments: [
    ("", "it is empty"), ("{", "it is not JSON"), ("[1]", "it is not a JSON object with “labels”"),
    ("{}", "it has no “labels”"), ("\u{0}\u{1}\u{2}", "it is binary data of another kind"),
    ("QNM", "it does not begin like a model"),
    ("{\"format\":\"quillon-plane\",\"version\":1}", "it is a writing plane"),
    ("{\"format\":\"quillon-calibration\"}", "it is a calibration"),
    ("{\"label\":\"A\",\"strokes\":[]}\n", "it is a file of drawn letters"),
  ])
  func aFileThatIsNoModelIsToldWhatItIs(content: String, words: String) throws {
    let workspace = try Workspace()
    let file = workspace.path("file.json")
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
    let result = try Tool.run("run", "--fast", "--model", file)
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains("\(file) is not a model: \(words)"), "\(result.errorOutput)")
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

  @Test func aRecordingIsNoModel() throws {
    let workspace = try Workspace()
    let trace = workspace.path("letters.csv")
    _ = try Tool.run("simulate", "--text", "A", "--trace", trace)
    let result = try Tool.run("run", "--fast", "--model", trace)
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains("is a recording, not a model"), "\(result.errorOutput)")
  }
}
