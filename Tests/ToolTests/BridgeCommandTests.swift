import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct BridgeCommandTests {
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
      #expect(result.errorOutput.contains("plug the board in and start again, or give --wait"))
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
    #expect(result.errorOutput.contains("run `quillon ports` to list them"))
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
    try bridge.errorOutput(with: "waiting for")
    for round in 1...2 {
      let board = try VirtualBoard(
        BoardScript(samples: strokeSamples(3), pacing: .unpaced))
      let player = Worker { board.run() }
      _ = try workspace.link(to: board.path)
      try bridge.errorOutput(with: "reading", times: round)
      try workspace.unlink()
      _ = try player.result()
      // Until the old port has been given up, the next board may get its name.
      try bridge.errorOutput(with: "waiting for", times: round + 1)
    }
    bridge.interrupt()
    let result = try bridge.result()
    #expect(result.code == 0)
    #expect(result.lines.last?.contains("\"letters\":\"AAAAAA\"") == true, "\(result.output)")
    #expect(result.lines.last?.contains("\"samples\":240") == true, "\(result.output)")
  }

  /// Until another program lets the port go, and something comes from it.
  @Test func withWaitABusyOrMutePortIsWaitedFor() throws {
    let workspace = try Workspace()
    let terminal = try PseudoTerminal()
    let other = try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic)
    let bridge = try Tool(
      "bridge", "--port", terminal.path, "--wait", "--model", workspace.modelOfA(), "--json")
    try bridge.errorOutput(with: "waiting for \(terminal.path): another program has it open")
    other.close()
    try bridge.errorOutput(with: "waiting for \(terminal.path) to send something")
    let line = Worker {
      var (encoder, packet) = (PacketEncoder(), PacketBytes())
      for sample in strokeSamples(20) {
        encoder.encode(sample, into: &packet)
        let bytes = packet.withUnsafeBytes { Array($0) }
        guard terminal.write(bytes, timeout: .seconds(1)) == .written else { return }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    try bridge.errorOutput(with: "reading \(terminal.path)")
    _ = try bridge.line(with: "\"letter\"")
    bridge.interrupt()
    #expect(try bridge.result().code == 0)
    terminal.close()
    try line.result()
  }

  /// It waits for any board, where none is named; on a machine that has one it would use that.
  @Test func withWaitAndNoPortABoardIsWaitedFor() throws {
    guard try SerialPorts.list().isEmpty else { return }
    let bridge = try Tool("bridge", "--wait", "--model", Workspace().modelOfA())
    try bridge.errorOutput(with: "waiting for a board to be plugged in")
    bridge.interrupt()
    #expect(try bridge.result().code == 0)
  }

  /// A board's name and a model's label, which anybody may have made, are printed without driving the terminal.
  @Test(arguments: [[], ["--csv"], ["--json"]])
  func namesOfStrangersDriveNoTerminal(_ form: [String]) throws {
    let workspace = try Workspace()
    let model = workspace.path("strange.json")
    let rows = [2, 1].map { bias in [Int](repeating: 0, count: 27) + [bias] }
    try JSONSerialization.data(
      withJSONObject: ["labels": ["\u{1B}[2J\u{9B}1m\n\u{202E}A", "B"], "weights": rows]
    ).write(to: URL(fileURLWithPath: model))
    let terminal = try PseudoTerminal()
    let bridge = try Tool(
      ["bridge", "--port", terminal.path, "--protocol", "quillon", "--model", model] + form)
    try bridge.errorOutput(with: "reading")
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    let hello = Hello(
      board: BoardName("\u{1B}]0;owned\u{7}\n\u{9B}1m"), firmware: FirmwareVersion(1, 0, 0),
      sampleRate: 100, modelID: 0)
    let messages = [Message.hello(hello)] + strokeSamples(2).map { Message.sample($0) }
    for message in messages {
      encoder.encode(message, time: 0, into: &packet)
      _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(5))
    }
    _ = try bridge.line(with: "u001b[2J")
    bridge.interrupt()
    let result = try bridge.result()
    terminal.close()
    for text in [result.output, result.errorOutput] {
      let unsafe = text.unicodeScalars.filter {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
      }
      #expect(unsafe.isEmpty, "\(unsafe.map { String($0.value, radix: 16) })")
    }
    #expect(
      result.errorOutput.contains(#"board: \u001b]0;owned\u0007\u000a\u009b1m, firmware"#),
      "\(result.errorOutput)")
  }

  /// A board reports in its hello that its accelerometer ends at 2 g, or --range does.
  @Test(arguments: [[], ["--range", "2"]])
  func clippedSamplesAreCountedAndTold(_ options: [String]) throws {
    let workspace = try Workspace()
    let terminal = try PseudoTerminal()
    let recording = workspace.path("recording.csv")
    let bridge = try Tool(
      [
        "bridge", "--port", terminal.path, "--protocol", "quillon", "--json", "--model",
        workspace.modelOfA(), "--record", recording,
      ] + options)
    try bridge.errorOutput(with: "reading")
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    func send(_ message: Message, _ time: UInt32 = 0) {
      encoder.encode(message, time: time, into: &packet)
      _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(5))
    }
    send(
      .hello(
        Hello(
          board: BoardName("imu"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 100, modelID: 0,
          accelerometerRange: options.isEmpty ? 2 : 16)))
    for (index, force) in [9.8, 9.8, 19.6, 9.8, -19.5, 9.8].enumerated() {
      let time = UInt32(index * 10_000)
      send(
        .sample(
          InertialSample(
            timestamp: time, acceleration: .specificForce(Vector3(.zero, .zero, Fixed(force))),
            angularRate: .zero, pen: .up)), time)
    }
    try bridge.errorOutput(with: "the accelerometer is at the end of its range")
    bridge.interrupt()
    let result = try bridge.result()
    terminal.close()
    #expect(
      result.output.contains(#""clipped":{"accelerometer":2,"gyroscope":0,"samples":2}"#),
      "\(result.output)")
    let text = try String(contentsOfFile: recording, encoding: .utf8)
    #expect(text.contains("# range 2\n") != options.isEmpty, "\(text)")
  }

  /// A board reports which sensor chip it found, or that it knows none of what answered.
  @Test(arguments: [
    ("LSM6DSOX", 0, "104 Hz, sensor LSM6DSOX"),
    ("ICM-20948", 4_912, "104 Hz, sensor ICM-20948 with a magnetometer"),
    ("? 68=42", 0, "found no sensor chip that it knows (68=42): check the wires"),
  ])
  func theSensorChipIsTold(_ name: StaticString, _ field: UInt16, _ expected: String) throws {
    let workspace = try Workspace()
    let terminal = try PseudoTerminal()
    let bridge = try Tool([
      "bridge", "--port", terminal.path, "--protocol", "quillon", "--model", workspace.modelOfA(),
    ])
    try bridge.errorOutput(with: "reading")
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    let hello = Hello(
      board: BoardName("pico"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 104, modelID: 0,
      accelerometerRange: 8, gyroscopeRange: 2_000, sensor: BoardName(name),
      magnetometerRange: field)
    encoder.encode(.hello(hello), time: 0, into: &packet)
    _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(5))
    try bridge.errorOutput(with: expected)
    bridge.interrupt()
    _ = try bridge.result()
    terminal.close()
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
