import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonTraining
import QuillonWire

/// Prints the events of a bridge: text for people, JSON lines or CSV for programs.
struct LetterReport {
  /// The format of the lines.
  enum Form { case text, json, csv }

  let form: Form
  let output: (String) throws -> Void
  /// The labels of the letters so far, longer ones in angle brackets; a rejected one is `?`.
  private(set) var word = ""
  private var hasSample = false
  private var isClipping = false
  private var hasAdvisedRest = false
  /// Reports attitudes beside letters; nil to report none.
  var motions: MotionReport?

  /// Creates a report. `output` receives each line of data, without its end.
  init(
    _ form: Form, output: @escaping (String) throws -> Void = { try Console.print($0) }
  ) throws {
    self.form = form
    self.output = output
    if form == .csv { try output("event,t,label,score,margin,rejected,source,reason") }
  }

  init(isJSON: Bool) throws { try self.init(isJSON ? .json : .text) }

  /// Prints an event, if it is one for the user. A letter that a text shows already is only counted.
  mutating func show(_ event: BridgeEvent, tellsLetter: Bool = true) throws {
    switch event {
    case .letter(let letter):
      let text = letter.label.count == 1 ? letter.label : "<\(letter.label)>"
      word += letter.isRejected ? "?" : text
      guard tellsLetter else { break }
      let line = LetterLine(letter)
      let (label, rejected) = (Self.quoted(line.label.printable), line.rejected ? 1 : 0)
      try show(
        line,
        csv: "letter,\(line.t),\(label),\(line.score),\(line.margin),\(rejected),\(line.source),",
        text: Self.text(letter))
    case .abandoned(let reason, let time):
      let line = AbandonedLine(t: time, reason: reason.words)
      try show(
        line, csv: "abandoned,\(line.t),,,,,,\(line.reason)", text: Self.noLetter(event, at: time))
    case .gap(let gap, let time):
      let words = String(format: "the board was away for %.1f s", gap)
      try show(
        GapLine(t: time, seconds: gap), csv: "gap,\(time),,,,,,\(words)",
        text: "\(Self.column(time, 8, 2)) s  -  \(words)")
    case .rejected(let rejection, let time):
      try showRejection(by: "\(rejection.gate)", of: rejection.value.double, event, at: time)
    case .tooSmall(let size, _, _, let time):
      try showRejection(by: "minimumSize", of: size, event, at: time)
    case .hello(let hello):
      let version = hello.firmware
      let sensor = hello.sensor.text
      Console.note(
        "board: \(hello.board.text), firmware \(version.major).\(version.minor).\(version.patch)"
          + (hello.sampleRate > 0 ? ", \(hello.sampleRate) Hz" : "")
          + (sensor.isEmpty || sensor.hasPrefix("?") ? "" : ", sensor \(sensor)")
          + (hello.magnetometerRange > 0 ? " with a magnetometer" : ""))
      if sensor.hasPrefix("?") {
        Console.note(
          "board: found no sensor chip that it knows (\(sensor.dropFirst(2))): check the wires and the chip's name, BOARDS.md"
        )
      }
    case .fault(let fault):
      Console.note(Self.words(for: fault))
    case .sample(let sample, _): welcome(sample)
    case .motion(let motion, let time):
      warn(motion.clipped, at: time)
      if motions != nil, let obstacle = motion.obstacle {
        throw ToolError(obstacle.words, code: .misuse)
      }
      guard let line = motions?.line(motion, at: time) else { break }
      try show(
        line, csv: "motion,\(line.t),,,,,,\(line.words)",
        text: "\(Self.column(line.t, 8, 2)) s  -  \(line.words)")
    case .truncated(let time):
      let words = String(
        format: "the stroke was cut after %.1f s, the most that is kept: write a letter in less",
        Double(StrokeQueue.strokeCapacity) / 100)
      try show(
        TruncatedLine(t: time), csv: "truncated,\(time),,,,,,\(words)",
        text: "\(Self.column(time, 8, 2)) s  -  \(words)")
    case .stabilizers(let stabilizers, let isWanted): try show(stabilizers, isWanted)
    case .labels(let areAllowed):
      if !areAllowed {
        Console.note(
          "board: its firmware cannot leave out labels, so it answers with any label of its model: PROTOCOL.md, message 17"
        )
      }
    case .status, .pen, .calibration, .unusable: break
    }
  }

  /// Reports how the board integrates strokes, if that is not the default. It is an error if something else was asked for.
  private func show(_ stabilizers: Stabilizers?, _ isWanted: Bool) throws {
    guard let stabilizers else {
      throw ToolError(
        """
        the board's firmware never damps and has no setting for it: leave the stabilizers out, or build \
        firmware that has: make firmware BOARD=… MODEL=lab DAMPING=2
        """, code: .negative)
    }
    let options = StabilizerSettings(stabilizers).options(differingFrom: StabilizerSettings())
    let words = options.isEmpty ? "the default stabilizers" : options.joined(separator: " ")
    guard isWanted else {
      throw ToolError(
        "the board does not do what was asked for and uses \(words): leave out the other stabilizers",
        code: .negative)
    }
    if !options.isEmpty { Console.note("board: reads strokes with \(words)") }
  }

  /// What caused the board's restart, and what to do.
  private static func words(for fault: FaultReport) -> String {
    switch fault.cause {
    case 250: "board: its watchdog restarted it: report this with the image's version"
    case 251: "board: its supply was gone for a moment: check the cable and the plug"
    default:
      "board: exception \(fault.cause) at 0x\(String(fault.address, radix: 16)) made it restart: "
        + "look up the address in the image's .asm"
    }
  }

  private func showRejection(
    by gate: String, of value: Double, _ event: BridgeEvent, at time: Double
  ) throws {
    try show(
      RejectedLine(t: time, gate: gate, value: value),
      csv: "rejected,\(time),,,,,,\(gate) \(value)", text: Self.noLetter(event, at: time))
  }

  /// Prints one line, in the report's format.
  private func show(
    _ line: some Encodable, csv: @autoclosure () -> String, text: @autoclosure () -> String
  ) throws {
    switch form {
    case .json: try output(Console.line(json: line))
    case .csv: try output(csv())
    case .text: try output(text())
    }
  }

  /// Prints at the first raw sample what to do before writing.
  private mutating func welcome(_ sample: InertialSample) {
    guard !hasSample else { return }
    hasSample = true
    guard sample.attitude == nil, sample.angularRate != nil else { return }
    Console.note("the board sends raw sensor data: hold it still for 1 s, then write")
  }

  /// Explains once how letters are separated without a pen.
  mutating func adviseRest() {
    guard !hasAdvisedRest else { return }
    hasAdvisedRest = true
    Console.note(Rejection.noPenAdvice)
  }

  /// Reports when sensors come to the end of their range, and when they have left it for two
  /// seconds.
  private mutating func warn(_ sensors: String?, at time: Double) {
    defer { isClipping = sensors != nil }
    guard let sensors, !isClipping else { return }
    Console.note(
      "\(Self.column(time, 8, 2)) s  the \(sensors) is at the end of its range: write more gently, or set a wider range"
    )
  }

  /// Prints the summary. CSV has no place for it, so it then goes to standard error.
  func show(_ summary: BridgeSummary) throws {
    if form == .json {
      return try output(Console.line(json: SummaryLine(summary, word: word)))
    }
    let output: (String) throws -> Void = form == .csv ? { Console.note($0) } : output
    try output(
      """

      recognized  \(word.isEmpty ? "nothing" : word.printable)
      letters     \(summary.letters)
      samples     \(summary.samples)
      """)
    if let stream = summary.stream {
      try output(stream.lines)
    } else {
      try output(
        """
        lost        \(summary.lost) packets
        damaged     \(summary.damaged) packets
        """)
    }
    if summary.clipped.samples > 0 { try output("clipped     \(summary.clipped.words)") }
    if let board = summary.board { try output(board.lines) }
    let latency = summary.latency
    guard latency.count > 0 else { return }
    try output(
      """
      latency     p50 \(Self.time(latency.p50)), p99 \(Self.time(latency.p99)), \
      p99.9 \(Self.time(latency.p999)), max \(Self.time(latency.maximum))
      work        p99.9 \(Self.time(summary.work.p999)), max \(Self.time(summary.work.maximum)) of processor time
      budget      \(Self.time(latency.deadline)) a sample, \(latency.misses) over, \
      \(summary.work.misses) of them by this program's own work
      """)
  }

  private static func text(_ letter: Letter) -> String {
    let doubt = BridgeEvent.letter(letter).noLetterWords.map { "  rejected: \($0)" } ?? ""
    let source = letter.source == .board ? "  by the board" : ""
    return "\(column(letter.time, 8, 2)) s  \(letter.label.printable)  "
      + "score \(column(letter.score, 7, 3))  margin \(column(letter.margin, 6, 3))"
      + doubt + source
  }

  private static func noLetter(_ event: BridgeEvent, at time: Double) -> String {
    "\(column(time, 8, 2)) s  -  not a letter: \(event.noLetterWords ?? "")"
  }

  /// A field of CSV, in quotes where it needs them (RFC 4180, section 2). An apostrophe keeps a table program from computing it.
  static func quoted(_ text: String) -> String {
    let isFormula = text.count > 1 && "=+-@".contains(text.prefix(1))
    let field = isFormula ? "'" + text : text
    guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
    return "\"\(field.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  private static func column(_ value: Double, _ width: Int, _ digits: Int) -> String {
    String(format: "%\(width).\(digits)f", value)
  }

  private static func time(_ nanoseconds: UInt64) -> String {
    nanoseconds < 1_000_000
      ? String(format: "%.1f µs", Double(nanoseconds) / 1e3)
      : String(format: "%.1f ms", Double(nanoseconds) / 1e6)
  }
}

extension BoardName {
  /// The bytes before the padding as text, what a terminal would act on made visible.
  fileprivate var text: String {
    String(decoding: (0..<count).map { self[$0] }, as: UTF8.self).printable
  }
}

extension BoardPerformance.Report {
  /// The figures as lines of the summary.
  fileprivate var lines: String {
    let rate = rate.map { String(format: "rate        %.1f samples/s by the board's clock", $0) }
    let latency = longestLatency.map {
      String(format: "latency     max %.1f ms on the board", Double($0) / 1e3)
    }
    return [rate, latency, "budget      10.0 ms a sample, \(lateSamples) over"].compactMap(\.self)
      .joined(separator: "\n")
  }
}
