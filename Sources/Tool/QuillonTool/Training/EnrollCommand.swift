import ArgumentParser
import Foundation
import QuillonBridge
import QuillonCalibration
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSerialFormats
import QuillonSystem

struct EnrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll",
    abstract: "Finds how a board is fastened to a wrist, from three strokes to the right.",
    discussion: """
      Rest, draw a straight line of 20 cm or more to the right, rest, and go back slowly. Do \
      this three times. The option --plane of bridge, run, view, evaluate and train takes the \
      file. With --send, the command sends a file to a board that recognizes letters by itself, \
      which uses it until the board restarts.
      """)

  @OptionGroup(title: "The board") var source: PortOptions

  @Option(help: PenChoice.help) var pen = PenChoice.board

  @Option(help: "Read the strokes from this recording instead of from a board.")
  var trace: String?

  @Option(help: "Write the writing plane to this file.")
  var out: String?

  @OptionGroup var files: FileOptions

  @Option(help: "Send this file to the board. No strokes are needed.")
  var send: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @OptionGroup var calibration: CalibrationOptions

  func validate() throws {
    guard send == nil || !source.phone else {
      throw ValidationError("--send sends a file to a board: leave out --phone.")
    }
    guard send == nil || (trace == nil && out == nil) else {
      throw ValidationError(
        "--send sends a file and reads no strokes: leave out --trace and --out.")
    }
    guard trace == nil || source.port == nil && !source.phone else {
      throw ValidationError(
        "Where do the strokes come from? Give either --port, --phone or --trace.")
    }
    try source.ofPort.refuse(beside: "--trace", trace != nil)
  }

  func run() throws {
    if let send { return try sendFile(send) }
    var outputs = files.outputs(beside: [trace, calibration.calibration])
    let file = try outputs.file(out)
    let enrollment = try trace.map(enrollment(of:)) ?? followBoard()
    let finding = try Self.clear(enrollment)
    let spread = finding.spread * 180 / .pi
    if let file { try PlaneFile(finding.rule, spread: spread).write(to: file) }
    let report = EnrollmentReport(finding, out: out)
    if json {
      try Console.print(json: report)
    } else {
      try Console.print(
        String(
          format: "right lies %.0f° from the board's %@ axis, spread %.0f° over %d strokes",
          report.azimuth, report.axis, report.spread, report.strokes))
    }
    Console.note(
      out.map { "to use it, give --plane \($0.shellQuoted)" } ?? "give --out to store it")
  }

  private func enrollment(of path: String) throws -> WristEnrollment {
    let correction = try calibration.load()
    let samples = try Trace(noting: path).replaySamples.map(\.sample)
    let hasPen = samples.contains { $0.pen == .down }
    let enrollment = WristEnrollment(findsPenByMotion: pen == .auto || !hasPen)
    for var sample in samples {
      correction?.apply(to: &sample)
      _ = enrollment.push(sample)
    }
    return enrollment
  }

  /// Instructs the person until there are enough strokes, the board is gone or Ctrl-C comes.
  private func followBoard() throws -> WristEnrollment {
    let correction = try calibration.load()
    let interruption = Interruption()
    let isCancelled = { interruption.isRequested }
    guard let board = try BoardPath(source, isCancelled: isCancelled),
      let (connection, source) = try source.recalling(
        boardOn: board.path, isCancelled: isCancelled)
    else {
      return WristEnrollment(findsPenByMotion: true)
    }
    defer { withExtendedLifetime(board) {} }
    defer { connection.transport.close() }
    // Only its samples are used. Without a model it recognizes no letters.
    let bridge = Bridge(
      model: .linear(LinearModel()), labels: [],
      stream: source.streamOptions(of: connection, pen: pen))
    bridge.pen = try GivenPen(pen).state(on: connection.transport)
    var (enrollment, watch): (WristEnrollment?, SampleWatch) = (nil, SampleWatch())
    _ = bridge.run(
      connection.transport, after: connection.earlier,
      isCancelled: {
        if bridge.summary.stream.map({ $0.bytes != DecodeCounters() }) ?? false { watch.hear() }
        return isCancelled() || watch.isOverdue
          || (enrollment?.count ?? 0) >= WristEnrollment.enough
      }
    ) { event in
      watch.hear()
      guard case .sample(var sample, _) = event else { return }
      watch.hearSample()
      correction?.apply(to: &sample)
      if enrollment == nil {
        if bridge.findsPenByMotion {
          Console.note(
            "the board has no pen: hold it still for half a second before and after each line")
        }
        Self.askForStroke(after: 0)
      }
      let current = enrollment ?? WristEnrollment(findsPenByMotion: bridge.findsPenByMotion)
      enrollment = current
      if current.push(sample) { Self.askForStroke(after: current.count) }
    }
    if watch.isOverdue { throw watch.error(connection, bridge.summary.stream?.bytes) }
    if enrollment != nil { try source.remember(boardOn: board.path) }
    return enrollment ?? WristEnrollment(findsPenByMotion: true)
  }

  private static func askForStroke(after count: Int) {
    guard count < WristEnrollment.enough else { return }
    Console.note(
      "\(count + 1) of \(WristEnrollment.enough): rest, draw a line to the right, rest, go back slowly"
    )
  }

  /// The result of the strokes. Throws if they are too few or disagree.
  private static func clear(_ enrollment: WristEnrollment) throws -> WristEnrollment.Finding {
    guard enrollment.count >= WristEnrollment.enough, let finding = enrollment.finding else {
      let count = enrollment.others
      let others =
        count == 0
        ? "" : ", and \(count == 1 ? "1 movement" : "\(count) movements") that were not strokes"
      throw ToolError(
        """
        \(enrollment.count) of \(WristEnrollment.enough) strokes were found\(others): rest half a second, \
        draw a straight line of 20 cm or more to the right, rest again, and go back slowly; for a board without a \
        button give --pen auto
        """, code: .negative)
    }
    guard finding.isClear else {
      let angles = finding.deviations
        .map { String(format: "%+.0f°", $0 * 180 / .pi) }.joined(separator: ", ")
      throw ToolError(
        """
        the strokes disagree: they lie \(angles) off their mean. Draw all of them the same way, to the right, \
        and go back slowly so that the way back is not taken for a stroke
        """, code: .negative)
    }
    return finding
  }
}

/// The result of an enrollment. Angles in degrees.
private struct EnrollmentReport: Encodable {
  var azimuth: Double
  var axis: String
  var spread: Double
  var deviations: [Double]
  var strokes: Int
  var out: String?

  init(_ finding: WristEnrollment.Finding, out: String?) {
    azimuth = finding.azimuth * 180 / .pi
    axis = "\(finding.rule.axis)"
    spread = finding.spread * 180 / .pi
    deviations = finding.deviations.map { $0 * 180 / .pi }
    strokes = finding.deviations.count
    self.out = out
  }
}
