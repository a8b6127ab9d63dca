import ArgumentParser
import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonRecognizer
import QuillonSerial
import QuillonSimulator

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the whole chain: a virtual board writes a text, and the bridge reads it.",
    discussion: """
      Exits with 0 if the letters read are the letters written and no sample took more than 10 ms of \
      processor time, and with 1 otherwise. With --board the time is the board's.
      """)

  @Option(
    help: """
      The text to write: letters from A to Z, digits, and gestures as in "A<shake>". The default is \
      QUILLON, with --raw 3 three gestures.
      """)
  var text: String?

  @Flag(
    help: """
      Write a text of the letters, in which words are corrected, as bridge --text does. The person rests at a space. \
      Exits with 0 if the text that is read is the text that is written.
      """)
  var textEditor = false

  @OptionGroup var editing: TextOptions

  @Option(help: "The random seed. It chooses the simulated person and the board's errors.")
  var seed: UInt64 = 1

  @Flag(help: "Run as fast as possible instead of in real time at 100 samples a second.")
  var fast = false

  @Flag(help: "Print JSON lines instead of text.")
  var json = false

  @Option(
    help: .init(
      "How to open the virtual board: posix, or libserialport as a real port, which needs `make run SERIAL=libserialport`.",
      visibility: .hidden))
  var serial = VirtualPort.posix

  @OptionGroup var speech: ProtocolOption

  @OptionGroup(title: "Sensors of the virtual board") var sensors: SensorOptions

  @OptionGroup var model: ModelOptions

  @OptionGroup var answers: LabelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup var emulation: BoardOptions

  @OptionGroup var chip: ChipOptions

  @OptionGroup var calibration: CalibrationOptions

  @OptionGroup(title: "Attitude") var motion: MotionOptions

  func validate() throws {
    try editing.given.refuse(without: "--text-editor", unless: textEditor)
    try (["--json": json] as GivenOptions).refuse(beside: "--text-editor", textEditor)
    if emulation.board != nil, textEditor {
      throw ValidationError("--text-editor is for a virtual board: leave out --board.")
    }
    if emulation.board != nil, motion.isWanted {
      throw ValidationError(
        "A board that recognizes by itself sends no attitude: leave out --frame and --relative.")
    }
    if emulation.board != nil, fast {
      throw ValidationError("An emulated board runs in real time: leave out --fast.")
    }
    if emulation.board != nil, calibration.calibration != nil {
      throw ValidationError(
        "The emulated board recognizes letters itself: use quillon calibrate --send FILE.")
    }
    if emulation.board != nil, plane.plane != nil {
      throw ValidationError(
        "The emulated board recognizes letters itself: use quillon enroll --send FILE.")
    }
    if case .chipBoard = emulation.board {
    } else if chip.sensor != nil {
      throw ValidationError(
        """
        --sensor is for a board that reads a chip: say --board and one of \
        \(ChipBoard.allCases.map(\.rawValue).joined(separator: ", ")). feather-f405 is an STM32F405 with a chip.
        """)
    }
  }

  func run() throws {
    var command = self
    command.model.wanted = try answers.labels?.labels ?? SimulatedText.labels(of: writtenText)
    try command.write()
  }

  /// Writes the text, and reads it.
  private func write() throws {
    if case .chipBoard(let board) = emulation.board { return try run(on: board) }
    if let board = try emulation.boot(
      sensor: speech.format?.name, hasGestures: sensors.raw == .three,
      variant: ImageVariant(model))
    {
      return try run(on: board)
    }
    let encoder = try speech.encoder()
    var writer =
      try textEditor
      ? editing.writer(model.named(usual: sensors.usualModel, for: stabilizers)) : nil
    let written = try SimulatedText(
      try writtenText, seed: seed, sensors: sensors, speech: encoder,
      rests: writer?.rests ?? 1)
    let content = written.trace.content(by: encoder)
    var script = BoardScript(content, pacing: fast ? .unpaced : .realTime)
    // The test is about the chain and not about how busy this computer is.
    script.timeout = .seconds(10)
    let board = try VirtualBoard(script)
    // Arrival times mean nothing here, because the bytes come as fast as possible.
    let stream = speech.format.map { StreamOptions($0, rate: fast ? 100 : nil) }
    let bridge = try model.bridge(
      writing: WritingSettings(plane: plane.rule()), stabilizers: stabilizers, stream: stream,
      usual: sensors.usualModel)
    let allowed = try answers.allowed(by: model.named(usual: sensors.usualModel, for: stabilizers))
    bridge.allowedLabels = TextWriter.allowed(writer, allowed)
    bridge.calibration = try calibration.load()
    try motion.apply(to: bridge, calibration)
    let interruption = Interruption()
    let wanted =
      try writer?.lines(of: written.text).joined(separator: "\n")
      ?? written.text.filter { $0 != " " }
    let (lines, isOfText) = (LineOutput(to: .standardOutput), textEditor)
    writer?.show = { edit in if case .line(let line) = edit { lines.offer(line) } }
    var report = try LetterReport(json ? .json : .text) {
      if isOfText { Console.note($0) } else { try Console.print($0) }
    }
    if motion.isWanted { report.motions = MotionReport() }

    Console.note("writing \(written.text) on \(board.path)")
    let port = try serial.open(board.path)
    defer { port.close() }
    Thread { _ = board.run() }.start()
    _ = try bridge.run(port, isCancelled: { interruption.isRequested }) { event in
      if case .unusable(let shortcoming) = event {
        board.close()
        throw ToolError(shortcoming, of: stream?.format)
      }
      try report.show(event, tellsLetter: writer?.take(event) != true)
      if case .letter = event { bridge.allowedLabels = TextWriter.allowed(writer, allowed) }
    }
    board.close()
    writer?.finish()
    lines.close(within: .seconds(1))

    let summary = bridge.summary
    try report.show(summary)
    guard !interruption.isRequested else {
      throw ToolError("stopped before the whole text was written: run it again", code: .negative)
    }
    if case .samples(let samples) = content,
      summary.samples != samples.count || summary.damaged != 0
    {
      throw ToolError(
        """
        \(summary.samples) of \(samples.count) samples arrived: close other programs and \
        run it again
        """, code: .negative)
    }
    guard summary.work.misses == 0 else {
      throw ToolError(
        """
        \(summary.work.misses) samples took this program more than 10 ms of processor time: \
        find the stage with quillon profile
        """, code: .negative)
    }
    let read = writer?.lines.joined(separator: "\n") ?? report.word
    guard read == wanted else {
      throw ToolError(
        """
        read \(read.isEmpty ? "nothing" : read), but \(wanted) was written: try another --seed, or another --model
        """, code: .negative)
    }
  }

  /// What is written: the text that is named, or the usual one for the board's sensors.
  var writtenText: String {
    get throws {
      guard sensors.raw == .three else { return text ?? "QUILLON" }
      let written = text ?? "<swipeLeft><circle><checkMark>"
      // Names of gestures are in brackets.
      let letters = written.split(separator: "<", omittingEmptySubsequences: false)
        .map { $0.drop { $0 != ">" }.dropFirst() }
      guard written.hasPrefix("<"), letters.allSatisfy(\.isEmpty) else {
        throw ToolError(
          """
          no letter can be written with an accelerometer alone, because it cannot distinguish a turn of \
          the board from a movement: add a gyroscope with --raw 6, or write gestures, as in \
          --text "<swipeLeft><circle>"
          """, code: .misuse)
      }
      return written
    }
  }
}

/// The ways to a virtual board.
enum VirtualPort: String, ExpressibleByArgument {
  /// POSIX calls, as for every pseudo-terminal.
  case posix
  /// libserialport, as for every real port. It treats a pseudo-terminal as one only if something answers for its modem lines.
  case libserialport

  /// Opens the pseudo-terminal at `path`.
  func open(_ path: String) throws -> any ByteTransport {
    guard self == .libserialport else {
      return try openTransport(path: path, baud: 115_200, dtr: .automatic)
    }
    let link = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-port-\(UUID().uuidString)").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    // libserialport looks for /sys/class/tty/NAME when it opens /dev/NAME. With this name both are the link.
    return try SerialPortTransport(path: "/dev/../../..\(link)", baud: 115_200, dtr: .automatic)
  }
}
