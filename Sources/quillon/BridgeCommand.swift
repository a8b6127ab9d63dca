import ArgumentParser
import Bridge
import FixedPoint
import HostNumerics
import SerialLink

struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Reads a board on a serial port and prints each letter as it is written.",
    discussion: """
      Without options it looks for the port with a board, and listens for up to 3 s to find its speed and \
      format. Ctrl-C ends it with a summary.
      """)

  @OptionGroup var source: PortOptions

  @Option(
    help: "What tells when the pen is down: board, else the motion; auto: always the motion.")
  var pen = PenChoice.board

  @Option(
    help: "Without a pen, what acceleration is writing, m/s²: 0.8 to 8, the less the gentler.")
  var sensitivity = 1.3

  @Flag(help: "JSON lines instead of lines for people.")
  var json = false

  @Option(help: "Record what the board sends to this trace file.")
  var record: String?

  @Flag(help: "Wait for the port, now and whenever the board is unplugged.")
  var wait = false

  @OptionGroup var model: ModelOptions

  @OptionGroup var calibration: CalibrationOptions

  func validate() throws {
    guard (0.8...8).contains(sensitivity) else {
      throw ValidationError("\(sensitivity) m/s² is no sensitivity: give 0.8 to 8.")
    }
  }

  func run() throws {
    let correction = try calibration.load()
    let recorder = try record.map { try TraceRecorder(path: $0) }
    let interruption = Interruption()
    let port = try source.port ?? PortChoice.choose()
    var report = LetterReport(isJSON: json)
    var bridge: Bridge?
    var (source, isUnplugged) = (source, false)
    while let connection = try connect(to: port, source, interruption) {
      defer { connection.transport.close() }
      // The board that comes back is taken to speak as before.
      source.format = connection.format.name
      let current =
        try bridge
        ?? model.bridge(stream: source.streamOptions(of: connection.format, pen: pen))
      current.calibration = correction
      current.withoutButton.segmenter.beginning = Fixed(sensitivity)
      bridge = current
      Console.note("reading \(connection.transport.path)")
      let ending = try current.run(
        connection.transport, after: connection.earlier,
        isCancelled: { interruption.isRequested }
      ) { event in
        if case .sample(let sample, let time) = event {
          try recorder?.append(sample, time: time)
        }
        if case .unusable(let shortcoming) = event {
          throw ToolError(shortcoming, of: connection.format)
        }
        try report.show(event)
      }
      isUnplugged = ending == .disconnected && !wait
      if ending == .cancelled || isUnplugged { break }
    }
    if let bridge { try report.show(bridge.summary) }
    if let recorder, recorder.skipped > 0 {
      Console.note("\(recorder.skipped) samples lack a column of the recording and are not in it")
    }
    if isUnplugged { throw unplugged(port) }
  }

  /// The open port; nil when the user does not want to wait any longer.
  private func connect(
    to port: String, _ source: PortOptions, _ interruption: Interruption
  ) throws -> BoardConnection? {
    let isCancelled = { interruption.isRequested }
    guard wait else { return try source.connect(to: port, isCancelled: isCancelled) }
    Console.note("waiting for \(port)")
    return try openWhenPresent(path: port, isCancelled: isCancelled) {
      try source.connect(to: port, isCancelled: isCancelled)
    }
  }

  private func unplugged(_ port: String) -> ToolError {
    ToolError(
      """
      the port \(port) is gone: plug the board in and start again, or give --wait to go on by \
      itself
      """, code: .world)
  }
}
