import ArgumentParser
import QuillonBridge

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
      Record what the board sends to this trace file. If the motion decides when the pen is down, \
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
      throw ValidationError("--continuous reports no strokes: leave out --prompt and --teach.")
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

  /// True if the command waits for a board that is not there.
  var waits: Bool { wait || service.service }

  func run() throws {
    if let all { return try runAll(all) }
    var command = self
    command.model.wanted = answers.labels?.labels ?? []
    let inputs = try BridgeInputs(command)
    let (interruption, lines) = (Interruption(), LineOutput(to: .standardOutput))
    let notifier = try service.notifier()
    notifier?.ready()
    defer { notifier?.stopping() }
    let isInterrupted = {
      notifier?.answerWatchdog()
      return interruption.isRequested || lines.failure != nil
    }
    guard let board = try BoardPath(source, waiting: waits, isCancelled: isInterrupted) else {
      return
    }
    try withExtendedLifetime(board) {
      try BoardReading(
        command, inputs, port: board.path, lines, notifier, isInterrupted: isInterrupted
      ).run()
    }
  }
}
