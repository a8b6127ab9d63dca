import ArgumentParser
import QuillonBridge
import QuillonRecognizer
import QuillonSystem
import QuillonTraining

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Asks for letters one by one and counts how many were read right.",
    discussion: """
      The command asks for each letter, prints what was read, and at the end prints how many \
      letters were right, which were mixed up and which were the worst. Type r and Return to \
      repeat the last letter. Ctrl-C ends the test early. With --simulated, a simulated person \
      writes what is asked for.
      """)

  @OptionGroup var source: PortOptions

  @Option(
    help: """
      The labels to ask for, which are also the only answers: A-Z, ABC, 0-9, or A-C<shake>. The default is the letters and digits \
      of the model.
      """, transform: LabelOptions.list)
  var labels: LabelList?

  @Option(help: "How many times to ask for all of them, 1 to 99.")
  var times = 3

  @Option(
    help: """
      What decides whether the pen is down. board: the board's pen, or the motion if the board has no \
      pen. auto: always the motion. space: the space bar while you hold it. gpio: a button at \
      the port's line CTS or DSR.
      """)
  var pen = PenChoice.board

  @OptionGroup var writing: WritingOptions

  @Option(
    help: """
      Record the test to this trace file, with the letters that were asked for as labels. \
      `quillon evaluate --air` and `quillon train --air` read it.
      """)
  var record: String?

  @OptionGroup var files: RecordingOptions

  @Option(help: "Draw the three worst letters to this SVG file.")
  var plot: String?

  @Flag(help: "Print JSON lines instead of text.")
  var json = false

  @OptionGroup(title: "A simulated person instead of a board") var simulation: TestSimulation

  @OptionGroup(title: "Sensors of the simulated board") var sensors: SensorOptions

  @OptionGroup var model: ModelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup var calibration: CalibrationOptions

  func validate() throws {
    _ = try PromptOptions.test(labels?.labels ?? [], times: times)
    guard !simulation.simulated || source.port == nil && !source.phone else {
      throw ValidationError("Who writes? Give either --port, --phone or --simulated.")
    }
    try source.ofPort.refuse(beside: "--simulated", simulation.simulated)
    let ofBoard: GivenOptions = ["--raw": sensors.raw != nil, "--wrist": sensors.wrist]
    try ofBoard.refuse(without: "--simulated", unless: simulation.simulated)
    try pen.refuse(writing)
    guard !files.append || record != nil else {
      throw ValidationError("--append is for a recording: name its file with --record.")
    }
  }

  func run() throws {
    var command = self
    command.model.wanted = labels?.labels ?? []
    try command.ask()
  }

  private func ask() throws {
    let known = try model.named(for: stabilizers).labels
    let letters = known.filter { $0.count == 1 }
    let test = try PromptOptions.test(
      labels?.labels ?? (letters.isEmpty ? known : letters), times: times)
    let unknown = test.labels.filter { !known.contains($0) }
    guard unknown.isEmpty else { throw TrainingError.unknownLabels(unknown, known: known) }
    let (correction, rule) = (try calibration.load(), try plane.rule())
    let inputs = [calibration.calibration, plane.plane, model.model]
    var outputs = files.outputs(beside: inputs)
    let picture = try outputs.file(plot)
    let recorder = try record.map { try files.recorder($0, label: test.prompt, in: &outputs) }
    let interruption = Interruption()
    let isCancelled = { interruption.isRequested }
    let board =
      simulation.simulated ? try simulation.board(writing: test, sensors: sensors) : nil
    defer { board?.close() }
    let path = try board == nil ? BoardPath(source, isCancelled: isCancelled) : nil
    defer { withExtendedLifetime(path) {} }
    let found = try path.flatMap {
      try source.recalling(boardOn: $0.path, isCancelled: isCancelled)
    }
    guard let (connection, source) = try board?.connect().map({ ($0, source) }) ?? found else {
      return
    }
    defer { connection.transport.close() }
    let bridge = try model.bridge(
      writing: writing.withPen(rule), stabilizers: stabilizers,
      stream: source.streamOptions(of: connection, pen: pen))
    bridge.calibration = correction
    bridge.withoutButton = writing.withoutPen(bridge.withoutButton)
    bridge.pen = try GivenPen(pen).state(on: connection.transport)
    bridge.allowedLabels = labels.map { Set($0.labels) }
    // What was read is reported before the next letter is begun.
    bridge.readsAtOnce = true
    let report = TestReport(isJSON: json)
    // With the space bar, the pen consumes all keys.
    var prompter = LetterPrompter(
      test, recorder: recorder, listens: board == nil && pen != .space,
      isSimulated: board != nil)
    Console.note("how each letter is written: quillon simulate --alphabet --plot alphabet.svg")
    prompter.ask()
    var (watch, wrist, hasAdvisedRest) = (LineWatch(), WristWatch(), false)
    _ = try bridge.run(
      connection.transport, after: connection.earlier,
      isCancelled: {
        watch.check(
          connection.format.name, counters: bridge.streamCounters, clock: bridge.clockContradiction
        ) { bridge.unreadBytes }
        return isCancelled() || prompter.test.prompt == nil
      }
    ) { event in
      if case .unusable(let shortcoming) = event {
        throw ToolError(shortcoming, of: connection.format)
      }
      if case .sample = event { watch.hearSample(bridge.streamCounters) }
      guard prompter.test.prompt != nil else { return }
      if bridge.findsPenByMotion, !hasAdvisedRest {
        hasAdvisedRest = true
        Console.note(Rejection.noPenAdvice)
      }
      if case .motion(let motion, _) = event, plane.plane == nil, wrist.follow(motion) {
        Console.note(WristWatch.advice)
      }
      try recorder?.record(event, findsPenByMotion: bridge.findsPenByMotion)
      if let answer = try prompter.follow(event) {
        try report.show(answer)
        if answer.isRejected, let words = event.noLetterWords { Console.note("rejected: \(words)") }
        prompter.ask()
      } else {
        prompter.explain(event)
      }
    }
    if board == nil, bridge.summary.samples > 0 {
      try source.remember(boardOn: connection.transport.path)
    }
    try recorder?.finish()
    let result = LetterTestResult(prompter.test)
    try report.show(result)
    if let picture, !result.worst.isEmpty {
      try picture.write(TestReport.picture(result).utf8)
    }
    guard result.written == result.asked || interruption.isRequested else {
      throw ToolError(
        "\(result.written) of \(result.asked) letters were read before the board was gone: start again",
        code: .world)
    }
  }
}
