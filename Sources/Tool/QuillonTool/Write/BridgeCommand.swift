import ArgumentParser
import QuillonBridge
import QuillonRecognizer
import QuillonRecordings
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
    defaultAsFlag: Self.allBoards,
    help: """
      Read every board that is plugged in, now or later, or every port that fits a pattern: --all '/dev/ttyUSB*'. \
      Each line begins with the name of the port, or has it as `port` in JSON. Topics of --mqtt end with it, and \
      programs of --exec find it in QUILLON_BOARD.
      """)
  var all: String?

  @Option(help: PenChoice.help) var pen = PenChoice.board

  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(
    help: """
      Write a text: each word that ends is corrected, and gestures edit it, or the space bar, backspace and Return. \
      Standard output gets the lines that end. --type types the text and corrects it by backspaces. --exec also starts \
      the program for each word in QUILLON_WORD and each line in QUILLON_LINE.
      """)
  var text = false

  @OptionGroup var editing: TextOptions

  @OptionGroup var writing: WritingOptions

  @OptionGroup var prediction: ContinuousOptions

  @Option(
    help: """
      Record what the board sends to this trace file. If the motion tells when the pen is down, \
      the strokes in the file are the letters that were found.
      """)
  var record: String?

  @OptionGroup var files: RecordingOptions

  @OptionGroup var meaning: LabelOption

  @OptionGroup var prompts: PromptOptions

  @Flag(help: "Wait until the port is there, at the start and whenever the board is unplugged.")
  var wait = false

  @OptionGroup var model: ModelOptions

  @OptionGroup var answers: LabelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup(title: "Whose letters") var person: PersonOptions

  @OptionGroup var calibration: CalibrationOptions

  @OptionGroup var range: RangeOptions

  @OptionGroup(title: "Attitude") var motion: MotionOptions

  @OptionGroup(title: "Service") var service: ServiceOptions

  /// How long the end waits for whoever reads standard output.
  private static let timeout = Duration.seconds(1)

  func validate() throws {
    try refuseOfOneBoard()
    try pen.refuse(writing)
    // A service has no keyboard.
    let ofKeyboard: GivenOptions = ["--pen space": pen == .space, "--teach": person.teach]
    try ofKeyboard.refuse(beside: "--service", service.service)
    try editing.given.refuse(without: "--text", unless: text)
    let otherForms: GivenOptions = ["--json": output.json, "--csv": output.csv]
    try otherForms.refuse(beside: "--text", text)
    if text, let time = writing.penUpTime,
      Double(time) >= 1000 * (editing.wordPause ?? TextOptions.usualPause)
    {
      throw ValidationError(
        "A word must not end within a letter: make --word-pause longer than --pen-up-time.")
    }
    guard meaning.label == nil || record != nil else {
      throw ValidationError("--label needs a recording: name its file with --record.")
    }
    guard prompts.prompt == nil || record != nil && meaning.label == nil && !person.teach else {
      throw ValidationError(
        "--prompt labels a recording: name its file with --record, and leave out --label and --teach."
      )
    }
    guard !prediction.continuous || prompts.prompt == nil && !person.teach else {
      throw ValidationError("--continuous tells no strokes: leave out --prompt and --teach.")
    }
    guard !files.force && !files.append || record != nil else {
      throw ValidationError(
        "--force and --append need a recording: name its file with --record.")
    }
    guard !person.teach || pen != .space else {
      throw ValidationError(
        "--pen space and --teach both need the keyboard: leave one of them out.")
    }
  }

  func run() throws {
    if let all { return try runAll(all) }
    var command = self
    command.model.wanted = answers.labels?.labels ?? []
    try command.read()
  }

  /// Reads one board.
  private func read() throws {
    let allowed = try answers.allowed(by: model.named(for: stabilizers))
    let (correction, rule) = (try calibration.load(), try plane.rule())
    let test = try prompts.test()
    var written = files.outputs(
      beside: [
        calibration.calibration, plane.plane, model.model, person.person, editing.words,
        editing.actions,
      ])
    let recorder = try record.map {
      try files.recorder($0, label: test?.prompt ?? meaning.label, in: &written)
    }
    let personal = try person.load(model)
    var (continuous, held) = (
      try prediction.reader(
        model, stabilizers, writing.withoutPen(WritingSettings(plane: rule))), 0
    )
    continuous?.allowedLabels = allowed
    var writer = try text ? editing.writer(model.named(for: stabilizers)) : nil
    let teacher = person.teach ? TrainingSession() : nil
    let interruption = Interruption()
    let lines = LineOutput(to: .standardOutput)
    var prompter: LetterPrompter?
    let (wait, notifier) = (wait || service.service, try service.notifier())
    let isCancelled = {
      notifier?.answerWatchdog()
      return interruption.isRequested || lines.failure != nil
        || prompter.map { $0.test.prompt == nil } ?? false
    }
    notifier?.ready()
    defer { notifier?.stopping() }
    guard let board = try BoardPath(source, waiting: wait, isCancelled: isCancelled) else { return }
    defer { withExtendedLifetime(board) {} }
    let port = board.path
    let pen = try GivenPen(pen)
    prompter = test.map {
      LetterPrompter($0, recorder: recorder, listens: self.pen != .space)
    }
    prompter?.ask()
    let outputs = try output.open { try model.named(for: stabilizers).labels }
    let isOfText = text
    var isEnding = false
    func endText() {
      isEnding = true
      writer?.finish()
    }
    defer {
      endText()
      finish(lines, outputs)
    }
    writer?.show = { edit in
      if case .line(let line) = edit { lines.offer(line) }
      outputs.show(edit, isTyped: !isEnding)
    }
    if !service.service, !person.teach, test == nil, self.pen != .space {
      writer?.keyboard = text ? Keyboard() : nil
    }
    var report = try LetterReport(output.form) {
      if isOfText { Console.note($0) } else { lines.offer($0) }
    }
    if motion.isWanted { report.motions = MotionReport() }
    let knowsPlane = plane.plane != nil
    var (bridge, wrist, watch) = (nil as Bridge?, WristWatch(), LineWatch())
    var units = UnitWatch()
    var (source, isUnplugged) = (source, false)
    try source.recall(boardOn: port)
    while let connection = try source.connect(
      to: port, waiting: wait, isCancelled: isCancelled)
    {
      defer { connection.transport.close() }
      // A board that comes back uses the same format.
      (source.format, source.baud) = (connection.format.name, connection.baud)
      source.completed = connection.columns
      let current =
        try bridge
        ?? model.bridge(
          writing: writing.withPen(rule), stabilizers: stabilizers,
          stream: source.streamOptions(of: connection, pen: self.pen))
      current.calibration = correction
      if bridge == nil {
        try motion.apply(to: current, calibration)
        current.stabilizersOfBoard = try model.stabilizersOfBoard(stabilizers)
      }
      current.range = range.ranges(of: connection.format)
      if bridge == nil {
        if let comment = Trace.comment(on: current.range) { recorder?.mark(comment) }
        if self.plane.plane != nil { recorder?.mark(Trace.comment(on: rule)) }
      }
      current.person = personal
      if bridge == nil { current.boardTraining = personal.map { BoardTraining($0) } }
      current.pen = try pen.state(on: connection.transport)
      current.withoutButton = writing.withoutPen(current.withoutButton)
      current.allowedLabels = TextWriter.allowed(writer, allowed)
      bridge = current
      Console.note("reading \(connection.transport.path)")
      notifier?.status("reading \(connection.transport.path)")
      (watch, units) = (LineWatch(), UnitWatch())
      units.rateUnit = connection.columns.rateUnit
      let ending = try current.run(
        connection.transport, after: connection.earlier,
        isCancelled: {
          watch.check(
            connection.format.name, counters: current.streamCounters,
            clock: current.clockContradiction
          ) { current.unreadBytes }
          writer?.follow()
          return isCancelled()
        }
      ) { event in
        if case .sample(let sample, _) = event {
          watch.hearSample(current.streamCounters)
          units.add(sample)
          if let words = units.words { Console.note(words) }
        }
        try teacher?.teach(current, keepingIn: person.person) { try report.show($0) }
        try recorder?.record(event, findsPenByMotion: current.findsPenByMotion)
        if case .unusable(let shortcoming) = event {
          throw ToolError(shortcoming, of: connection.format)
        }
        func tell(_ event: BridgeEvent) throws {
          // A gesture is reported before the word that it ends.
          outputs.show(event, isOfText: isOfText)
          try report.show(event, tellsLetter: writer?.take(event) != true)
          if case .letter = event {
            current.allowedLabels = TextWriter.allowed(writer, allowed)
            continuous?.allowedLabels = current.allowedLabels
          }
        }
        if let prediction = continuous?.follow(event) {
          try report.show(prediction)
          if let letter = prediction.letter {
            held += 1
            try tell(.letter(letter))
          }
        }
        if case .motion(let motion, _) = event, !knowsPlane, wrist.follow(motion) {
          Console.note(WristWatch.advice)
        }
        if continuous != nil, event.isEndOfStroke { return }
        if continuous == nil, current.findsPenByMotion { report.adviseRest() }
        try tell(event)
        if try prompter?.follow(event) != nil { prompter?.ask() }
      }
      try teacher?.teach(current, keepingIn: person.person) { try report.show($0) }
      notifier?.status("waiting for \(port)")
      isUnplugged = ending == .disconnected && !wait
      if ending == .cancelled || isUnplugged { break }
    }
    endText()
    if let bridge {
      var summary = bridge.summary
      if summary.samples > 0 { try source.remember(boardOn: port) }
      // The strokes are read, too, but the predictions are reported.
      if continuous != nil { summary.letters = held }
      try report.show(summary)
      if let continuous { try report.show(predictions: continuous) }
      if let format = source.format, !watch.hasToldFormat { advise(bridge.summary, format) }
    }
    if let recorder {
      try recorder.finish()
      note(recorder)
    }
    lines.close(within: Self.timeout)
    if let failure = lines.failure { throw StandardOutputError(failure) }
    if isUnplugged { throw ToolError.unplugged(port) }
  }

  /// Waits a short time for output that is on its way.
  private func finish(_ lines: LineOutput, _ outputs: LetterOutputs) {
    lines.close(within: Self.timeout)
    if lines.dropped > 0 {
      Console.note("\(lines.dropped) lines were dropped: nobody read standard output")
    }
    outputs.close()
  }

  /// Prints advice if no byte had the format.
  private func advise(_ summary: BridgeSummary, _ format: String) {
    guard let bytes = summary.stream?.bytes, bytes.accepted == 0, bytes.rejected > 0 else { return }
    Console.note(
      "no byte had the format \(format): leave out --protocol and --baud, and the command finds them"
    )
  }

  /// Prints what is missing in the recording.
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
