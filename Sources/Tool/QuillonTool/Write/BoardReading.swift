import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSerialFormats
import QuillonSystem
import QuillonText
import QuillonTraining

/// What `quillon bridge` reads and opens before a board is there: whatever is wrong with it is reported at once.
struct BridgeInputs {
  let allowed: Set<String>?
  let correction: SensorCalibration?
  let rule: PlaneRule
  let test: LetterTest?
  let recorder: TraceRecorder?
  let personal: PersonalModel?
  /// Where what the person teaches is stored, and the lock on it. Nil for nowhere.
  let taught: (file: OutputFile, lock: FileLock)?
  let senders: OutputOptions.Senders
  let continuous: ContinuousReader?
  let writer: TextWriter?

  init(_ command: BridgeCommand) throws {
    let model = command.model
    allowed = try command.answers.allowed(by: model.named(for: command.stabilizers))
    (correction, rule) = (try command.calibration.load(), try command.plane.rule())
    let test = try command.prompts.test()
    self.test = test
    let person = command.person
    var written = command.files.outputs(
      beside: [
        command.calibration.calibration, command.plane.plane, model.model,
        person.teach ? nil : person.person, command.editing.words, command.editing.actions,
        command.output.mqttPassword, command.output.mqttCertificates, command.output.exec,
      ])
    taught = try (person.teach ? person.person : nil).map {
      let file = try written.file($0, policy: .replaces)
      return (file, try FileLock(beside: file))
    }
    senders = try command.output.senders()
    recorder = try command.record.map {
      try command.files.recorder($0, label: test?.prompt ?? command.meaning.label, in: &written)
    }
    personal = try person.load(model)
    var continuous = try command.prediction.reader(
      model, command.stabilizers, command.writing.withoutPen(WritingSettings(plane: rule)))
    continuous?.allowedLabels = allowed
    self.continuous = continuous
    writer = command.text ? try command.editing.writer(model.named(for: command.stabilizers)) : nil
  }
}

/// One board that `quillon bridge` reads. It is connected again whenever it comes back, and its events go to the report, to the recording
/// and to the other outputs.
final class BoardReading {
  /// How long the end waits for whoever reads standard output.
  private static let timeout = Duration.seconds(1)

  private let command: BridgeCommand
  private let inputs: BridgeInputs
  private let port: String
  private let lines: LineOutput
  private let notifier: ServiceNotifier?
  private let isInterrupted: () -> Bool

  private let pen: GivenPen
  private let teacher: TrainingSession?
  private var source: PortOptions
  private var bridge: Bridge?

  private var continuous: ContinuousReader?
  /// How many letters the predictions held.
  private var heldCount = 0
  private var writer: TextWriter?
  private var prompter: LetterPrompter?
  private let outputs: LetterOutputs
  private var report: LetterReport
  private var isEnding = false

  private var (wrist, watch, units) = (WristWatch(), LineWatch(), UnitWatch())
  /// What was reported of the training updates for the board.
  private var handover: BoardTraining.Handover?

  /// - Parameters:
  ///   - port: The board's port, which is there, or comes if the command waits for it.
  ///   - lines: Gets the lines of standard output.
  ///   - isInterrupted: Called every 20 ms. True ends the reading.
  init(
    _ command: BridgeCommand, _ inputs: BridgeInputs, port: String, _ lines: LineOutput,
    _ notifier: ServiceNotifier?, isInterrupted: @escaping () -> Bool
  ) throws {
    (self.command, self.inputs, self.port) = (command, inputs, port)
    (self.lines, self.notifier, self.isInterrupted) = (lines, notifier, isInterrupted)
    source = command.source
    teacher = command.person.teach ? TrainingSession() : nil
    (continuous, writer) = (inputs.continuous, inputs.writer)
    pen = try GivenPen(command.pen)
    prompter = inputs.test.map {
      LetterPrompter($0, recorder: inputs.recorder, listens: command.pen != .space)
    }
    prompter?.ask()
    outputs = try command.output.open(inputs.senders) {
      try command.model.named(for: command.stabilizers).labels
    }
    let isOfText = command.text
    report = try LetterReport(command.output.form) {
      if isOfText { Console.note($0) } else { lines.offer($0) }
    }
    if command.motion.isWanted { report.motions = MotionReport() }
    writer?.show = { [unowned self] in show($0) }
    if !command.service.service, !command.person.teach, inputs.test == nil, command.pen != .space {
      writer?.keyboard = Keyboard()
    }
  }

  /// Reads the board until it is gone, or the user ends the command. Then the summary is printed.
  func run() throws {
    defer { close() }
    try source.recall(boardOn: port)
    var isUnplugged = false
    while let connection = try source.connect(
      to: port, waiting: command.waits, isCancelled: isCancelled)
    {
      defer { connection.transport.close() }
      let bridge = try bridge(for: connection)
      let ending = try bridge.run(
        connection.transport, after: connection.earlier,
        isCancelled: {
          self.check(bridge, connection)
          return self.isCancelled()
        }
      ) { try self.receive($0, of: bridge, connection.format) }
      try teach(bridge)
      notifier?.status("waiting for \(port)")
      isUnplugged = ending == .disconnected && !command.waits
      if ending == .cancelled || isUnplugged { break }
    }
    endText()
    units.finish()
    if let words = units.words { Console.note(words) }
    try summarize()
    lines.close(within: Self.timeout)
    if let failure = lines.failure { throw StandardOutputError(failure) }
    if isUnplugged { throw ToolError.unplugged(port) }
  }

  private func isCancelled() -> Bool {
    isInterrupted() || prompter.map { $0.test.prompt == nil } ?? false
  }

  // MARK: Connections

  /// The bridge, set up for a connection. A board that comes back has the same format.
  private func bridge(for connection: BoardConnection) throws -> Bridge {
    (source.format, source.baud) = (connection.format.name, connection.baud)
    source.completed = connection.columns
    let range = command.range.ranges(of: connection.format)
    let bridge = try bridge ?? firstBridge(for: connection, range)
    bridge.range = range
    bridge.pen = try pen.state(on: connection.transport)
    bridge.withoutButton = command.writing.withoutPen(bridge.withoutButton)
    bridge.allowedLabels = TextWriter.allowed(writer, inputs.allowed)
    self.bridge = bridge
    Console.note("reading \(connection.transport.path)")
    notifier?.status("reading \(connection.transport.path)")
    (watch, units) = (LineWatch(), UnitWatch())
    units.expect(connection.columns.units(of: connection.format))
    return bridge
  }

  /// A new bridge. Its ranges and its plane are written into the recording.
  private func firstBridge(for connection: BoardConnection, _ range: SensorRange) throws -> Bridge {
    let (model, stabilizers) = (command.model, command.stabilizers)
    let bridge = try model.bridge(
      writing: command.writing.withPen(inputs.rule), stabilizers: stabilizers,
      stream: source.streamOptions(of: connection, pen: command.pen))
    (bridge.calibration, bridge.person) = (inputs.correction, inputs.personal)
    try command.motion.apply(to: bridge, command.calibration)
    bridge.stabilizersOfBoard = try model.stabilizersOfBoard(stabilizers)
    if let comment = Trace.comment(on: range) { inputs.recorder?.mark(comment) }
    if command.plane.plane != nil { inputs.recorder?.mark(Trace.comment(on: inputs.rule)) }
    bridge.boardTraining = inputs.personal.map { BoardTraining($0) }
    return bridge
  }

  /// Reports what is wrong with the line, and follows the keyboard.
  private func check(_ bridge: Bridge, _ connection: BoardConnection) {
    watch.check(
      connection.format.name, counters: bridge.streamCounters, clock: bridge.clockContradiction
    ) { bridge.unreadBytes }
    noteHandover(of: bridge)
    writer?.follow()
  }

  /// Reports what became of the training updates for the board, once for each time it starts.
  private func noteHandover(of bridge: Bridge) {
    let new = bridge.boardTraining?.handover
    guard new != handover else { return }
    handover = new
    switch new {
    case .accepted(let count):
      Console.note("the board uses the training updates of this person: \(count)")
    case .failed:
      Console.note(
        "the board did not take the training updates of this person and reads by its own model: connect it again, or flash firmware from make firmware BOARD=… TEACHABLE=yes"
      )
    case .otherModel:
      Console.note(
        "the training updates of this person belong to another model than the board's and are not used: send the board that model (`quillon send`), or name the board's with --model and another file with --person"
      )
    case nil: break
    }
  }

  // MARK: Events

  private func receive(
    _ event: BridgeEvent, of bridge: Bridge, _ format: BoardFormat
  ) throws {
    if case .sample(let sample, _) = event {
      watch.hearSample(bridge.streamCounters)
      units.add(sample)
      if let words = units.words { Console.note(words) }
    }
    try teach(bridge)
    try inputs.recorder?.record(event, findsPenByMotion: bridge.findsPenByMotion)
    if case .unusable(let shortcoming) = event { throw ToolError(shortcoming, of: format) }
    if let prediction = continuous?.follow(event) {
      try report.show(prediction)
      if let letter = prediction.letter {
        heldCount += 1
        try show(.letter(letter), of: bridge)
      }
    }
    if case .motion(let motion, _) = event, command.plane.plane == nil, wrist.follow(motion) {
      Console.note(WristWatch.advice)
    }
    // With predictions, letters come from these alone.
    if continuous != nil, event.isEndOfStroke { return }
    if continuous == nil, bridge.findsPenByMotion { report.adviseRest() }
    try show(event, of: bridge)
    if try prompter?.follow(event) != nil { prompter?.ask() }
  }

  /// Passes an event to the outputs, the text and the report. A gesture is reported before the word that it ends.
  private func show(_ event: BridgeEvent, of bridge: Bridge) throws {
    outputs.show(event, isOfText: command.text)
    try report.show(event, tellsLetter: writer?.take(event) != true)
    guard case .letter = event else { return }
    bridge.allowedLabels = TextWriter.allowed(writer, inputs.allowed)
    continuous?.allowedLabels = bridge.allowedLabels
  }

  /// Passes a change of the text to the outputs.
  private func show(_ edit: TextEditor.Edit) {
    if case .line(let line) = edit { lines.offer(line) }
    outputs.show(edit, isTyped: !isEnding)
  }

  private func teach(_ bridge: Bridge) throws {
    try teacher?.teach(bridge, keepingIn: inputs.taught?.file) { try report.show($0) }
  }

  // MARK: The end

  private func endText() {
    isEnding = true
    writer?.finish()
  }

  /// Prints the summary, and what is missing in the recording.
  private func summarize() throws {
    if let bridge {
      var summary = bridge.summary
      if summary.samples > 0 { try source.remember(boardOn: port) }
      // The strokes are read, too, but the predictions are reported.
      if continuous != nil { summary.letters = heldCount }
      try report.show(summary)
      if let continuous { try report.show(predictions: continuous) }
      if let format = source.format, !watch.hasToldFormat { advise(bridge.summary, format) }
    }
    guard let recorder = inputs.recorder else { return }
    try recorder.finish()
    if recorder.skipped > 0 {
      Console.note("\(recorder.skipped) samples lack a column of the recording and are not in it")
    }
    if recorder.unmarked > 0 {
      Console.note(
        "\(recorder.unmarked) letters are not marked in the recording, which is a pipe: record to a file"
      )
    }
  }

  /// Prints advice if no byte had the format.
  private func advise(_ summary: BridgeSummary, _ format: String) {
    guard let bytes = summary.stream?.bytes, bytes.accepted == 0, bytes.rejected > 0 else { return }
    Console.note(
      "no byte had the format \(format): leave out --protocol and --baud, and the command finds them"
    )
  }

  /// Ends the text, and waits a short time for output that is on its way.
  private func close() {
    endText()
    lines.close(within: Self.timeout)
    if lines.dropped > 0 {
      Console.note("\(lines.dropped) lines were dropped: nobody read standard output")
    }
    outputs.close()
  }
}
