import Foundation
import TestSupport
import Testing

/// Boards that speak late, print what nobody understands, or are worn on a wrist.
@Suite(.waiting) struct ImperfectBoardTests {
  @Test func aBoardThatIsSilentForFiveSecondsIsRead() throws {
    let sketch = try Sketch(after: 5) { index, noise in
      index == 0
        ? "ax,ay,az,gx,gy,gz" : Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise))
    }
    let result = try sketch.bridge(until: "is silent", "found csv at", "raw sensor data")
    #expect(result.code == 0)
    #expect(
      result.errorOutput.hasPrefix("listening on \(sketch.terminal.path)"), "\(result.errorOutput)")
  }

  @Test func bytesOfABootLoaderAreShownAndTheBoardIsRead() throws {
    let sketch = try Sketch(greeting: "Starting...\r\n", after: 5) { _, noise in
      Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise))
    }
    let result = try sketch.bridge(until: "found csv at", "raw sensor data")
    #expect(result.errorOutput.contains("13 bytes came from"), "\(result.errorOutput)")
    #expect(
      result.errorOutput.contains(#"They begin "Starting...\x0d\x0a""#), "\(result.errorOutput)"
    )
  }

  @Test func numbersThatAreAllZeroNameTheWires() throws {
    let sketch = try Sketch { index, noise in
      Sketch.numbers(
        index < 450 ? [0, 0, 0, 0, 0, 0, 36.53] : Sketch.force(noise) + Sketch.rate(noise) + [23.4])
    }
    let result = try sketch.bridge(until: "are 0, so the sketch does not hear", "raw sensor data")
    #expect(result.errorOutput.contains("check the sensor's wires"), "\(result.errorOutput)")
  }

  @Test func aSlowSketchIsToldToShortenItsDelay() throws {
    let sketch = try Sketch(every: 0.06) { _, noise in
      Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise))
    }
    let result = try Tool.run("bridge", "--port", sketch.terminal.path)
    try sketch.end()
    #expect(
      result.errorOutput.contains("shorten the delay between two lines in the sketch"),
      "\(result.errorOutput)")
  }

  /// Bytes of no known format are reported again, and all of them are counted at the end.
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

  /// A named format that no byte has is reported while the board is read, not only at the end.
  @Test(arguments: ["witmotion-11", "quillon"]) func aWrongFormatIsToldSoon(format: String) throws {
    let sketch = try Sketch { _, noise in Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise)) }
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
      return Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise))
    }
    let result = try sketch.bridge(
      until: "no sample for 2 s", "the board sends samples again")
    #expect(result.code == 0)
  }

  /// Lines that come and are not read are no silence: all zeros from the middle on, and another number of columns.
  @Test(arguments: [["bridge"], ["record", "/dev/null", "--force"]])
  func linesThatAreNoSamplesAreTold(command: [String]) throws {
    for (isZero, words) in [
      (true, "their numbers are all 0"), (false, "another number of columns"),
    ] {
      let sketch = try Sketch { index, noise in
        let numbers = Sketch.force(noise) + Sketch.rate(noise)
        guard index > 200 else { return Sketch.numbers(numbers) }
        return isZero
          ? Sketch.numbers(numbers.map { _ in 0 }) : "1,2,3,4,5,6,7,8,9,10,11,word\(index)"
      }
      let tool = try Tool(command + ["--port", sketch.terminal.path])
      try tool.errorOutput(with: isZero ? words : "no sample for 2 s, but bytes come")
      tool.interrupt()
      let result = try tool.result()
      try sketch.end()
      #expect(result.errorOutput.contains("no sample for 2 s, but bytes come"))
      #expect(!result.errorOutput.contains("check the board's power"), "\(result.errorOutput)")
    }
  }

  @Test(arguments: [["bridge"], ["record", "/dev/null", "--force"]])
  func aSensorThatStandsStillIsTold(command: [String]) throws {
    let sketch = try Sketch { index, noise in
      Sketch.numbers(index < 150 ? Sketch.force(noise) + Sketch.rate(noise) : [0, 0, 1, 0, 0, 0.1])
    }
    let tool = try Tool(command + ["--port", sketch.terminal.path])
    try tool.errorOutput(with: "samples are alike to the last bit")
    tool.interrupt()
    _ = try tool.result()
    try sketch.end()
  }

  /// Times that the header calls seconds, but count milliseconds: those of arrival are recorded.
  @Test func timesThatCannotBeAreTold() throws {
    let workspace = try Workspace()
    let sketch = try Sketch { index, noise in
      index == 0
        ? "t_s,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps"
        : Sketch.numbers([Double(index * 10)] + Sketch.force(noise) + Sketch.rate(noise))
    }
    let trace = workspace.path("a.csv")
    let tool = try Tool(
      "record", trace, "--port", sketch.terminal.path, "--protocol", "csv", "--time-unit", "s")
    try tool.errorOutput(with: "the board's times do not fit")
    Thread.sleep(forTimeInterval: 1)
    tool.interrupt()
    let result = try tool.result()
    try sketch.end()
    #expect(result.errorOutput.contains("times as fast"), "\(result.errorOutput)")
    let rows = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
    #expect(rows.count > 50)
    #expect((rows.last ?? 99) < 10, "\(rows.last ?? 99)")
  }

  /// The bridge explains what it reads by the words of `decode --explain`.
  @Test func theBridgeExplainsWhatItReads() throws {
    let sketch = try Sketch { index, noise in
      index % 100 == 0
        ? "acc_x_g,acc_y_g,acc_z_g,gyr_x_dps,gyr_y_dps,gyr_z_dps"
        : Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise))
    }
    let tool = try Tool("bridge", "--port", sketch.terminal.path, "--verbose")
    try tool.errorOutput(with: "to correct")
    tool.interrupt()
    let told = try tool.result().errorOutput
    try sketch.end()
    for words in [
      "format      csv, Arduino sketches", "% of the first bytes are of it", "first line  ",
      "columns     ax,ay,az,gx,gy,gz", "units       acceleration in g, rate in deg/s",
      "samples     ",
      "holding     specific force, angular rate", "bytes       ",
      "quillon bridge --port \(sketch.terminal.path) --protocol csv --columns ax,ay,az,gx,gy,gz --acceleration-unit g",
    ] {
      #expect(told.contains(words), "\(words): \(told)")
    }
  }

  /// A stroke of one sample has its limit and its remedy, like those that gates reject.
  @Test func aStrokeThatIsTooShortIsExplained() throws {
    let sketch = try Sketch { index, noise in
      guard index > 0 else { return "ax,ay,az,gx,gy,gz,pen" }
      return Sketch.numbers(
        Sketch.force(noise) + Sketch.rate(noise) + [index > 450 && index % 50 == 0 ? 1 : 0])
    }
    let tool = try Tool("bridge", "--port", sketch.terminal.path)
    _ = try tool.line(with: "2 needed; keep the pen down while you write")
    tool.interrupt()
    _ = try tool.result()
    try sketch.end()
  }

  /// The guided test reports why a letter was rejected, and what helps on a wrist.
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

  /// Without a pen, the guided test and the enrollment state at the start that the hand has to rest.
  @Test(arguments: [["test"], ["enroll"]]) func whoAsksSaysThatRestsAreNeeded(command: [String])
    throws
  {
    let sketch = try Sketch { _, noise in Sketch.numbers(Sketch.force(noise) + Sketch.rate(noise)) }
    let tool = try Tool(command + ["--port", sketch.terminal.path])
    try tool.errorOutput(with: "the board has no pen: ")
    tool.interrupt()
    _ = try tool.result()
    try sketch.end()
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
}
