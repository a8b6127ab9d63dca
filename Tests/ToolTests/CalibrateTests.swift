import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonWire
import Synchronization
import TestSupport
import Testing

@Suite(.waiting) struct CalibrateTests {
  /// A person who calibrates a hobby board.
  private static let motion = SensorErrors.hobby.apply(
    to: CalibrationMotion.complete.trace(), seed: 4)

  private func check(_ file: String) throws {
    let calibration = try CalibrationFile(contentsOf: file)
    #expect(calibration.magnetometerAccuracy == .high)
    #expect(calibration.calibration.accelerometer.gain != nil)
    #expect(calibration.calibration.gyroscope.offset != .zero)
    #expect(abs((calibration.fieldStrength ?? 0) - 48) < 3)
  }

  @Test func `A person is guided through it on a serial port`() throws {
    let workspace = try Workspace()
    let file = workspace.path("board.json")
    let board = try VirtualBoard(
      BoardScript(samples: Self.motion.replaySamples.map(\.sample), pacing: .unpaced))
    let player = Worker { board.run() }
    let result = try Tool.run("calibrate", "--port", board.path, "--out", file)
    board.close()
    _ = try player.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    for words in ["lay the board down", "left edge up", "turn it slowly", "calibration: "] {
      #expect(result.errorOutput.contains(words), "\(words): \(result.errorOutput)")
    }
    #expect(result.output.contains("accuracy high"), "\(result.output)")
    try check(file)
  }

  @Test func `A recording will do, and JSON has the figures`() throws {
    let workspace = try Workspace()
    let (trace, file) = (workspace.path("motion.csv"), workspace.path("board.json"))
    try Self.motion.write(to: OutputFile(trace))
    let result = try Tool.run("calibrate", "--trace", trace, "--out", file, "--json")
    #expect(result.code == 0, "\(result.errorOutput)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let field = try #require(object?["magnetometer"] as? [String: Any])
    #expect((field["hard_iron_uT"] as? [Double])?.count == 3)
    let quality = try #require(field["quality"] as? [String: Any])
    #expect(quality["accuracy"] as? String == "high")
    try check(file)
  }

  @Test func `Where nothing can be learned the answer is no`() throws {
    let workspace = try Workspace()
    let (trace, file) = (workspace.path("letters.csv"), workspace.path("board.json"))
    #expect(try Tool.run("simulate", "--text", "A", "--trace", trace).code == 0)
    let result = try Tool.run("calibrate", "--trace", trace, "--out", file)
    #expect(result.code == 1)
    #expect(result.errorOutput.contains("follow the messages above, and try again"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `Half a command is refused with the next step`() throws {
    for arguments in [
      [], ["--out", "x"], ["--port", "p"], ["--port", "p", "--trace", "t", "--out", "x"],
      ["--trace", "t", "--send", "x"],
    ] {
      let result = try Tool.run(["calibrate"] + arguments)
      #expect(result.code == 2, "\(arguments)")
      #expect(result.errorOutput.contains("ive "), "\(result.errorOutput)")
    }
  }

  @Test func `A bad file to send is told with file and key`() throws {
    let workspace = try Workspace()
    let file = workspace.path("board.json")
    try Data(
      #"{"format": "quillon-calibration", "version": 1, "gyroscope_bias_rad_per_s": [1]}"#.utf8
    ).write(to: URL(fileURLWithPath: file))
    let result = try Tool.run("calibrate", "--port", workspace.path("none"), "--send", file)
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains(
        "\(file): found something else under \"gyroscope_bias_rad_per_s\""))
    #expect(result.errorOutput.contains("make it anew with `quillon calibrate`"))
  }

  /// A board that answers calibrations by `answer`.
  private func board(
    on terminal: PseudoTerminal, answer: @escaping @Sendable (SensorCorrection) -> SensorCorrection?
  ) -> Worker<[SensorCorrection]> {
    Worker {
      var received: [SensorCorrection] = []
      terminal.playBoard { command in
        guard case .calibration(let correction) = command else { return [] }
        received.append(correction)
        return answer(correction).map { [.calibration($0)] } ?? []
      }
      return received
    }
  }

  @Test func `A calibration is sent to the board, which confirms it`() throws {
    let workspace = try Workspace()
    let file = workspace.path("board.json")
    var calibration = SensorCalibration()
    calibration.gyroscope.offset.x = Fixed(0.125)
    calibration.magnetometer.gain = .identity
    try CalibrationFile(calibration).write(to: OutputFile(file))
    let terminal = try PseudoTerminal()
    let received = board(on: terminal) { correction in
      var answer = correction
      answer.isKept = correction.sensor == .gyroscope
      return answer
    }
    let result = try Tool.run("calibrate", "--port", terminal.path, "--send", file)
    terminal.close()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("keeps the calibration of its gyroscope"))
    #expect(result.errorOutput.components(separatedBy: "until it restarts").count == 3)
    #expect(
      try received.result() == [
        .accelerometer(calibration.accelerometer), .gyroscope(calibration.gyroscope),
        .magnetometer(calibration.magnetometer),
      ])
  }

  /// The first command is lost on the line, as when it comes while the board sends.
  @Test func `A calibration that is not confirmed is sent again, and that is told`() throws {
    let workspace = try Workspace()
    let file = workspace.path("board.json")
    try CalibrationFile(SensorCalibration()).write(to: OutputFile(file))
    let terminal = try PseudoTerminal()
    let isFirst = Mutex(true)
    let received = board(on: terminal) { correction in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? nil : correction
      }
    }
    let result = try Tool.run("calibrate", "--port", terminal.path, "--send", file)
    terminal.close()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("no answer: sending it again, 2 of 3"))
    #expect(
      try received.result().map(\.sensor) == [
        .accelerometer, .accelerometer, .gyroscope, .magnetometer,
      ])
  }

  /// A board of another make is found and calibrated like one of this project's.
  @Test func `A board of another make is calibrated, too`() throws {
    let workspace = try Workspace()
    let (file, trace) = (workspace.path("board.json"), workspace.path("motion.csv"))
    try Self.motion.write(to: OutputFile(trace))
    let board = try Tool("replay", trace, "--pty", "--protocol", "x-imu3", "--speed", "10")
    let port = try board.line(with: "/dev/pts/")
    let result = try Tool.run("calibrate", "--port", port, "--out", file)
    _ = try board.result()
    #expect(result.errorOutput.contains("found x-imu3"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("lay the board down"), "\(result.errorOutput)")
    #expect(result.code == 0, "\(result.errorOutput)")
  }

  /// What a board sends at `port`, without an end.
  private func babble(_ bytes: [UInt8], on terminal: PseudoTerminal) -> Worker<Void> {
    Worker {
      while terminal.write(bytes, timeout: .seconds(1)) != .ended {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  /// Nothing that is known, and a board that recognizes by itself: what came, and what to do, in seconds.
  @Test func `A board that can't be calibrated is told in good time`() throws {
    var (encoder, packet, packets) = (PacketEncoder(), PacketBytes(), [UInt8]())
    for _ in 0..<20 {
      encoder.encode(.status(Status()), time: 0, into: &packet)
      packets += packet.withUnsafeBytes { Array($0) }
    }
    for (bytes, words) in [
      (Array("what a strange board\r\n".utf8), "they have no known format"),
      (packets, "but no samples"),
    ] {
      let terminal = try PseudoTerminal()
      let babbler = babble(bytes, on: terminal)
      let start = ContinuousClock.now
      let tool = try Tool("calibrate", "--port", terminal.path, "--out", "nothing.json")
      try tool.errorOutput(with: words)
      #expect(.now - start < .seconds(20))
      terminal.close()
      let result = try tool.result()
      try babbler.result()
      #expect(result.code == 3, "\(result.errorOutput)")
      #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    }
  }

  @Test func `A board that does not confirm is told`() throws {
    let workspace = try Workspace()
    let file = workspace.path("board.json")
    try CalibrationFile(SensorCalibration()).write(to: OutputFile(file))
    let terminal = try PseudoTerminal()
    let received = board(on: terminal) { _ in nil }
    let result = try Tool.run("calibrate", "--port", terminal.path, "--send", file)
    terminal.close()
    _ = try received.result()
    #expect(result.code == 3)
    #expect(result.errorOutput.contains("check that its firmware is Quillon's"))
  }
}
