import ArgumentParser
import QuillonBridge
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonSerial

struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Reads a board on a serial port and prints each letter as it is written.",
    discussion: """
      Without options, the command finds the port of a board by itself. It listens for up to 3 s \
      to find the speed and the format. Ctrl-C ends the command, which then prints a summary.
      """)

  @OptionGroup var source: PortOptions

  @Option(
    help: """
      What tells that the pen is down. board: the board's pen, or the motion if the board has no \
      pen. auto: always the motion. space: the space bar while you hold it. gpio: a button at \
      the port's line CTS or DSR.
      """)
  var pen = PenChoice.board

  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: """
      Without a pen: the acceleration that counts as writing, 0.8 to 8 m/s². A smaller value \
      finds gentler writing.
      """)
  var sensitivity = 1.3

  @Option(
    help: """
      How long a letter may be interrupted, 0 to 5000 ms. With a pen: how long the pen may be \
      lifted within a letter (300 suits many people). Without a pen: how soon the hand must \
      write on after a rest. Each letter comes later by this time. With 0, every stroke is a \
      letter. The default is 0 with a pen and 800 without one.
      """)
  var penUpTime: UInt16?

  @Option(
    help: """
      Record what the board sends to this trace file. If the motion tells when the pen is down, \
      the strokes in the file are the letters that were found.
      """)
  var record: String?

  @OptionGroup var files: RecordingOptions

  @OptionGroup var meaning: LabelOption

  @Flag(help: "Wait until the port is there, at the start and whenever the board is unplugged.")
  var wait = false

  @OptionGroup var model: ModelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup(title: "Whose letters") var person: PersonOptions

  @OptionGroup var calibration: CalibrationOptions

  /// How long the end waits for whoever reads standard output.
  private static let patience = Duration.seconds(1)

  func validate() throws {
    guard (0.8...8).contains(sensitivity) else {
      throw ValidationError("\(sensitivity) m/s² is no sensitivity: give 0.8 to 8.")
    }
    guard penUpTime ?? 0 <= 5_000 else {
      throw ValidationError("--pen-up-time is 0 to 5000 ms.")
    }
    guard meaning.label == nil || record != nil else {
      throw ValidationError("A label is for a recording: name its file with --record.")
    }
    guard !files.force && !files.append || record != nil else {
      throw ValidationError(
        "--force and --append are for a recording: name its file with --record.")
    }
    guard !person.teach || pen != .space else {
      throw ValidationError(
        "The keyboard can't both hold the pen and teach: leave out one of both.")
    }
  }

  func run() throws {
    let (correction, rule) = (try calibration.load(), try plane.rule())
    let recorder = try record.map {
      try files.recorder(
        $0, label: meaning.label,
        beside: [calibration.calibration, plane.plane, model.model, person.person])
    }
    let personal = try person.load(model)
    let teacher = person.teach ? TrainingSession() : nil
    let interruption = Interruption()
    let lines = LineOutput(to: .standardOutput)
    let isCancelled = { interruption.isRequested || lines.failure != nil }
    guard
      let port = try source.port ?? PortChoice.choose(waiting: wait, isCancelled: isCancelled)
    else { return }
    let pen = try GivenPen(pen)
    let outputs = try output.open()
    defer { finish(lines, outputs) }
    var report = try LetterReport(output.form) { lines.offer($0) }
    var bridge: Bridge?
    var (source, isUnplugged) = (source, false)
    while let connection = try source.connect(
      to: port, waiting: wait, isCancelled: isCancelled)
    {
      defer { connection.transport.close() }
      // The board that comes back is taken to speak as before.
      (source.format, source.baud) = (connection.format.name, connection.baud)
      let current =
        try bridge
        ?? model.bridge(
          writing: WritingSettings(penUpTime: penUpTime ?? 0, plane: rule),
          stabilizers: stabilizers,
          stream: source.streamOptions(of: connection.format, pen: self.pen))
      current.calibration = correction
      current.person = personal
      if bridge == nil { current.boardTraining = personal.map { BoardTraining($0) } }
      current.pen = try pen.state(on: connection.transport)
      current.withoutButton.segmenter.beginning = Fixed(sensitivity)
      if let penUpTime { current.withoutButton.penUpTime = penUpTime }
      bridge = current
      Console.note("reading \(connection.transport.path)")
      let ending = try current.run(
        connection.transport, after: connection.earlier,
        isCancelled: isCancelled
      ) { event in
        try teacher?.teach(current, keepingIn: person.person) { try report.show($0) }
        try recorder?.record(event, findsPenByMotion: current.findsPenByMotion)
        if case .unusable(let shortcoming) = event {
          throw ToolError(shortcoming, of: connection.format)
        }
        try report.show(event)
        outputs.show(event)
      }
      try teacher?.teach(current, keepingIn: person.person) { try report.show($0) }
      isUnplugged = ending == .disconnected && !wait
      if ending == .cancelled || isUnplugged { break }
    }
    if let bridge {
      try report.show(bridge.summary)
      if let format = source.format { advise(bridge.summary, format) }
    }
    if let recorder {
      try recorder.finish()
      note(recorder)
    }
    lines.close(within: Self.patience)
    if let failure = lines.failure { throw StandardOutputError(failure) }
    if isUnplugged { throw ToolError.unplugged(port) }
  }

  /// Waits a little for what is on its way out.
  private func finish(_ lines: LineOutput, _ outputs: LetterOutputs) {
    lines.close(within: Self.patience)
    if lines.dropped > 0 {
      Console.note("\(lines.dropped) lines were dropped: nobody read standard output")
    }
    outputs.close()
  }

  /// What to do when nothing that came was of the format.
  private func advise(_ summary: BridgeSummary, _ format: String) {
    guard let bytes = summary.stream?.bytes, bytes.accepted == 0, bytes.rejected > 0 else { return }
    Console.note(
      "nothing that came is \(format): leave out --protocol and --baud to have them found")
  }

  /// What the recording lacks.
  private func note(_ recorder: TraceRecorder) {
    if recorder.skipped > 0 {
      Console.note("\(recorder.skipped) samples lack a column of the recording and are not in it")
    }
    if recorder.unmarked > 0 {
      Console.note(
        "\(recorder.unmarked) letters are not marked in the recording, which is a pipe: record to a file"
      )
    }
  }
}
