import ArgumentParser
import QuillonConversions
import QuillonRecordings
import QuillonReports
import QuillonSimulator

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulates a person who writes in the air, as a trace file or as a virtual board.",
    discussion: """
      Without --trace, --plot, --pty and --board, the trace goes to standard output. With --pty \
      or --board, the first line of standard output is the path of the serial port. The board \
      waits until a program opens the port, sends the text once, and ends.
      """)

  @Option(
    help: """
      The text to write: letters from A to Z, digits, and gestures as in "A<shake>". The default is HELLO.
      """)
  var text: String?

  @Option(
    help: """
      The random seed. It chooses the simulated person, the board's errors, and the bytes that \
      are damaged. The default is 1.
      """)
  var seed: UInt64?

  @Option(help: "Simulate a board that lies still for this time instead of a text, s, 1 to 3600.")
  var still: Double?

  @Option(
    help: """
      The full scales of the board's sensors: the accelerometer's in g and the gyroscope's in °/s, \
      such as 2,250. Readings beyond them are clipped. The default is 8,2000.
      """)
  var range: SensorRange?

  @Option(help: "Send this trace file instead of a simulated text.")
  var replay: String?

  @Option(help: "Write the trace to this file.")
  var trace: String?

  @Option(help: "Draw the trace's signals over time to this SVG file.")
  var plot: String?

  @Flag(
    help: """
      Draw how each letter from A to Z and each digit is written instead: where the stroke starts, and its way. \
      The SVG picture goes to --plot or to standard output.
      """)
  var alphabet = false

  @OptionGroup var files: FileOptions

  @Flag(help: "Start a virtual board on a pseudo-terminal.")
  var pty = false

  @OptionGroup var speech: ProtocolOption

  @Flag(help: "With --pty: send as fast as the reader reads instead of in real time.")
  var fast = false

  @OptionGroup(title: "Sensors of the virtual board") var sensors: SensorOptions

  @OptionGroup var emulation: BoardOptions

  @OptionGroup(title: "Faults of the virtual board")
  var faults: FaultOptions

  func validate() throws {
    try refuseBesideAlphabet()
    let written: GivenOptions = [
      "--text": text != nil, "--seed": seed != nil && !faults.damagesBytes,
      "--still": still != nil, "--range": range != nil,
      "--wrist": sensors.wrist, "--magnet": sensors.magnet != nil,
      "--field-strength": sensors.fieldStrength != nil,
      "--inclination": sensors.inclination != nil,
    ]
    try written.refuse(beside: "--replay", replay != nil)
    try (["--text": text != nil] as GivenOptions).refuse(beside: "--still", still != nil)
    guard (1...3600).contains(still ?? 1) else {
      throw ValidationError("--still is 1 to 3600 s: choose a time within.")
    }
    if !pty, faults.isAny {
      throw ValidationError("Faults need a virtual board: add --pty.")
    }
    if emulation.board != nil, speech.name != nil {
      throw ValidationError(
        "The firmware decides what an emulated board sends: leave out --protocol.")
    }
    // Whoever writes for a board without a pen rests more: that is in a trace, too.
    let sent: GivenOptions = [
      "--fast": fast, "--protocol": speech.name != nil && replay != nil,
    ]
    try sent.refuse(without: "--pty", unless: pty)
  }

  func run() throws {
    var outputs = files.outputs(beside: [replay])
    let (file, drawing) = (try outputs.file(trace), try outputs.file(plot))
    if alphabet {
      let picture = Array(Self.alphabetPicture.utf8)
      return try drawing.map { try $0.write(picture) } ?? Console.write(picture)
    }
    let encoder = try speech.encoder()
    let source =
      try replay.map { sensors.sent(try Trace(noting: $0)) } ?? simulated(for: encoder)
    if let range { Console.note(source.clippedWords(range)) }
    if let file { try source.write(to: file) }
    if let drawing {
      let picture = Picture(
        title: replay ?? still.map { "\($0) s at rest" } ?? (text ?? "HELLO").uppercased(),
        charts: TracePlots.charts(of: source))
      try drawing.write(picture.svg.utf8)
    }
    if let board = try emulation.boot(hasGestures: sensors.raw == .three) {
      try serve(source, on: board)
    } else if pty {
      try serve(source, by: encoder)
    } else if trace == nil, plot == nil {
      try Console.write(source.csv())
    }
  }

  /// What the simulated board sends in this format.
  private func simulated(for encoder: (any SensorEncoder)?) throws -> Trace {
    let (seed, range) = (seed ?? 1, range ?? SensorRange())
    if let still { return try sensors.still(for: still, seed: seed, range: range) }
    return try SimulatedText(
      text ?? "HELLO", seed: seed, sensors: sensors, speech: encoder, range: range
    ).trace
  }

  private func serve(_ trace: Trace, by encoder: (any SensorEncoder)?) throws {
    var script = BoardScript(
      trace.content(by: encoder), pacing: fast ? .unpaced : .realTime,
      faults: faults.lineFaults(seed: seed ?? 1), stalls: faults.stall.map(\.stall),
      unplug: faults.unplug)
    script.range = trace.range
    let board = try VirtualBoard(script)
    let interruption = Interruption { board.close() }
    try Console.print(board.path)
    Console.note("waiting for a program: quillon bridge --port \(board.path)")
    let report = withExtendedLifetime(interruption) { board.run() }
    Console.note(
      """
      \(report.ending): sent \(report.samples) samples in \(report.packets) packets, \
      \(report.droppedPackets) dropped; bytes flipped \(report.faults.flipped), \
      lost \(report.faults.lost), doubled \(report.faults.doubled)
      """)
  }
}
