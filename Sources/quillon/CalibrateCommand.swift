import ArgumentParser
import Bridge
import Calibration
import Motion
import Recognition
import Recordings
import SerialLink

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Finds out how a board's sensors err, and writes what puts them right.",
    discussion: """
      With --port it tells what to do with the board: lay it down, set it on its sides, turn it. With \
      --trace it takes what a recording of such motions gives. With --send it hands a file to the board, \
      which uses it until it starts anew.
      """)

  @Option(help: "The board's port; `quillon ports` lists them.")
  var port: String?

  @Option(help: "Calibrate from this recording instead of a board.")
  var trace: String?

  @Option(help: "Write the calibration to this file.")
  var out: String?

  @Option(help: "Send this calibration file to the board.")
  var send: String?

  @Option(help: "The port's speed, bits/s.")
  var baud = 115_200

  @Option(help: "What to do with the line that resets some boards: on, off or auto.")
  var dtr = DataTerminalReady.automatic

  @Flag(help: "JSON with every figure instead of lines for people.")
  var json = false

  func validate() throws {
    guard (port == nil) != (trace == nil) else {
      throw ValidationError("Where do the samples come from? Give either --port or --trace.")
    }
    guard (out == nil) != (send == nil) else {
      throw ValidationError("Give either --out, to calibrate, or --send, to use a calibration.")
    }
    guard send == nil || port != nil else {
      throw ValidationError("A file is sent to a board: give its --port.")
    }
  }

  func run() throws {
    if let send, let port { return try sendFile(send, to: port) }
    var session = CalibrationSession(isGuided: trace == nil)
    if let trace {
      for entry in try Trace(noting: trace).replaySamples { session.add(entry.sample) }
    } else if let port {
      try follow(port, with: &session)
    }
    let outcome = session.outcome()
    if !outcome.isEmpty, let out { try outcome.file.write(to: out) }
    if json { try Console.print(json: outcome.figures) } else { show(outcome) }
    for remark in outcome.remarks { Console.note(remark) }
    guard !outcome.isEmpty else {
      throw ToolError(
        "nothing could be calibrated: do what is said above, and try again", code: .negative)
    }
    Console.note("calibration: \(out ?? "")")
  }

  /// Tells the person what to do until all is known, the board is gone or Ctrl-C.
  private func follow(_ port: String, with session: inout CalibrationSession) throws {
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    let interruption = Interruption()
    // Only its reading of packets is wanted: without a model it names no letters.
    let bridge = Bridge(model: LinearModel(), labels: [])
    var guide = CalibrationGuide()
    var isDone = false
    _ = bridge.run(transport, isCancelled: { isDone || interruption.isRequested }) { event in
      guard case .sample(let sample, _) = event, !isDone else { return }
      session.add(sample)
      isDone = guide.follow(&session)
    }
  }

  private func show(_ outcome: CalibrationOutcome) {
    let calibration = outcome.file.calibration
    if let time = outcome.restTime {
      let bias = calibration.gyroscope.offset
      Console.print(
        "gyroscope      bias \(text(bias)) rad/s, from \(Int(time)) s at rest")
    }
    if let result = outcome.accelerometer {
      Console.print(
        "accelerometer  offset \(text(calibration.accelerometer.offset)) m/s², "
          + quality(result.spread, result.accuracy))
    }
    if let result = outcome.magnetometer {
      Console.print(
        "magnetometer   hard iron \(text(calibration.magnetometer.offset)) µT, "
          + quality(result.spread, result.accuracy))
    }
  }
}
