import ArgumentParser
import QuillonBridge
import QuillonCalibration
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSerial

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: """
      Finds the errors of a board's sensors and writes a calibration file that corrects them.
      """,
    discussion: """
      With --port, the command prints what to do with the board: lay it down, set it on its \
      sides, turn it. With --trace, it reads a recording of such motions. With --send, it sends \
      a calibration file to the board, which uses it until the board restarts.
      """)

  @Option(help: "Calibrate from this recording instead of from a board.")
  var trace: String?

  @Option(help: "Write the calibration to this file.")
  var out: String?

  @OptionGroup var files: FileOptions

  @Option(help: "Send this calibration file to the board.")
  var send: String?

  @OptionGroup(title: "The board") var source: PortOptions

  @Flag(help: "Print all figures as JSON instead of text.")
  var json = false

  func validate() throws {
    guard !source.phone else {
      throw ValidationError("A telephone calibrates its sensors itself: leave out --phone.")
    }
    guard (source.port == nil) != (trace == nil) else {
      throw ValidationError("Where do the samples come from? Give either --port or --trace.")
    }
    try source.ofPort.refuse(beside: "--trace", trace != nil)
    guard (out == nil) != (send == nil) else {
      throw ValidationError("Give either --out, to calibrate, or --send, to use a calibration.")
    }
    guard send == nil || source.port != nil else {
      throw ValidationError("--send needs a board: give its --port.")
    }
  }

  func run() throws {
    if let send, let port = source.port { return try sendFile(send, to: port) }
    var outputs = files.outputs(beside: [trace])
    let file = try outputs.file(out)
    var session = CalibrationSession(isGuided: trace == nil)
    if let trace {
      let recording = try Trace(noting: trace)
      for entry in recording.replaySamples { session.add(entry.sample) }
      // A magnetometer may be all that there is.
      for row in recording.rows where row.specificForce == nil && row.linearAcceleration == nil {
        if let field = row.magneticField { session.add(Vector3(field)) }
      }
    } else if let port = source.port {
      try follow(port, with: &session)
    }
    let outcome = session.outcome()
    if !outcome.isEmpty, let file { try outcome.file.write(to: file) }
    if json { try Console.print(json: outcome.figures) } else { try show(outcome) }
    for remark in outcome.remarks { Console.note(remark) }
    guard !outcome.isEmpty else {
      throw ToolError(
        "nothing was calibrated: follow the messages above, and try again", code: .negative)
    }
    Console.note("calibration: \(out ?? "")")
  }

  /// Instructs the person until the calibration is complete, the board is gone or Ctrl-C comes.
  private func follow(_ port: String, with session: inout CalibrationSession) throws {
    let interruption = Interruption()
    let isCancelled = { interruption.isRequested }
    guard
      let (connection, source) = try source.recalling(boardOn: port, isCancelled: isCancelled)
    else { return }
    defer { connection.transport.close() }
    var (guide, watch, isDone) = (CalibrationGuide(), SampleWatch(), false)
    var stream = source.rawStream(of: connection)
    var samples: [InertialSample] = []
    try PortReader(connection.transport, after: connection.earlier).run(
      while: {
        guard !isDone, !isCancelled() else { return false }
        if watch.isOverdue { throw watch.error(connection, stream.counters) }
        return true
      }
    ) { bytes, arrival in
      watch.hear()
      for byte in bytes { stream.push(byte, arrival: arrival, into: &samples) }
      for sample in samples where !isDone {
        watch.hearSample()
        session.add(sample)
        isDone = guide.follow(&session)
      }
      samples.removeAll(keepingCapacity: true)
    }
    if isDone { try source.remember(boardOn: port) }
  }

  private func show(_ outcome: CalibrationOutcome) throws {
    let calibration = outcome.file.calibration
    if let time = outcome.restTime {
      let bias = calibration.gyroscope.offset
      try Console.print(
        "gyroscope      bias \(text(bias)) rad/s, from \(Int(time)) s at rest")
    }
    if let result = outcome.accelerometer {
      try Console.print(
        "accelerometer  offset \(text(calibration.accelerometer.offset)) m/s², "
          + quality(result.spread, result.accuracy))
    }
    if let result = outcome.magnetometer {
      try Console.print(
        "magnetometer   hard iron \(text(calibration.magnetometer.offset)) µT, "
          + quality(result.spread, result.accuracy))
    }
  }
}
