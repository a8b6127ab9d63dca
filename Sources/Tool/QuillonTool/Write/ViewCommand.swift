import ArgumentParser
import Foundation
import QuillonConversions
import QuillonLivePage
import QuillonRecordings
import QuillonSystem

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Shows a board at work on a web page that this computer serves.",
    discussion: """
      Without --port and without a trace, a simulated board writes the text, is unplugged, and \
      is plugged in again. With --board, the firmware on an emulated microcontroller reads the \
      text. The command prints the page's address to standard output. The part behind the # is \
      the key to the page. Ctrl-C ends the command.
      """)

  @Argument(help: "Replay this trace file in a loop instead of a simulated text.")
  var trace: String?

  @OptionGroup(title: "A board on a port, which may be plugged in later") var source: PortOptions

  @Option(
    help: """
      What decides whether the pen is down. board: the board's pen, or the motion if the board has no \
      pen. auto: always the motion.
      """)
  var pen = PenChoice.board

  @OptionGroup var writing: WritingOptions

  @Option(
    help: """
      The text that the simulated board writes: letters from A to Z, and digits. The default is QUILLON.
      """)
  var text: String?

  @Option(
    help: """
      The random seed. It chooses the simulated person and the board's errors. The default is 1.
      """)
  var seed: UInt64?

  @Option(help: "The TCP port of the page. With 0 the system chooses a port.")
  var http: UInt16 = 0

  @Option(
    help: """
      Let other computers open the page: this computer's IPv4 address on their network, or \
      0.0.0.0 for all networks.
      """)
  var listen: String?

  @Flag(help: "Open the page in a browser.")
  var open = false

  @Option(
    help: """
      Save the examples, the model and the settings of the page in this folder, a second after \
      each change. What was saved there before is loaded; --model chooses another model.
      """)
  var folder: String?

  @OptionGroup(title: "Sensors of the simulated board") var sensors: SensorOptions

  @OptionGroup var emulation: BoardOptions

  @OptionGroup var model: ModelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup var calibration: CalibrationOptions

  @OptionGroup var range: RangeOptions

  @OptionGroup var frame: FrameOptions

  func validate() throws {
    if source.port != nil || source.phone, trace != nil || emulation.board != nil {
      throw ValidationError(
        "The page shows one board: give only one of --port, --phone, --board and a trace.")
    }
    let isReal = source.port != nil || source.phone
    try source.ofPort.refuse(without: "--port", unless: isReal)
    let simulated: GivenOptions = [
      "--text": text != nil, "--seed": seed != nil, "--wrist": sensors.wrist,
      "--magnet": sensors.magnet != nil, "--field-strength": sensors.fieldStrength != nil,
      "--inclination": sensors.inclination != nil,
    ]
    try simulated.refuse(beside: "a board of your own", isReal)
    try simulated.refuse(beside: "a trace file", trace != nil)
    try (["--raw": sensors.raw != nil] as GivenOptions).refuse(
      beside: "a board of your own", isReal)
    guard pen == .board || pen == .auto else {
      throw ValidationError(
        "--pen \(pen.rawValue) is for bridge, test and enroll: on the page use a board's pen, or --pen auto."
      )
    }
    try stabilizers.refuse(forBoard: emulation.board != nil)
    if emulation.board != nil, calibration.calibration != nil {
      throw ValidationError(
        "The emulated board recognizes letters itself: use quillon calibrate --send FILE.")
    }
    if let listen, !RequestGuard.isAddress(listen) {
      throw ValidationError(
        "\(listen) is not an IPv4 address: give one like 192.168.1.5, or 0.0.0.0.")
    }
  }

  func run() async throws {
    let lock = try folder.map { try Self.lock($0) }
    let found = try folder.map { try SavedPage(folder: $0) }
    // That of a folder in it.
    let other = try found.flatMap { $0.folder == folder ? nil : try Self.lock($0.folder) }
    defer { withExtendedLifetime((lock, other)) {} }
    if let notice = found?.notice { Console.note(notice) }
    let saved = model.model == nil ? found : found?.withoutModel
    let model = try model.named(usual: sensors.usualModel, for: stabilizers)
    // The page shows that it waits for the telephone.
    let phone =
      try source.phone ? BoardPath(source, waits: false, isCancelled: { false }) : nil
    defer { withExtendedLifetime(phone) {} }
    let board = try phone.map { .port($0.path, source, pen) } ?? boardSource()
    let correction = try calibration.load() ?? found?.calibration
    let rule = try plane.plane == nil ? found?.plane ?? plane.rule() : plane.rule()
    var page = PageSource(
      words: board.words, calibration: correction, range: range.range ?? SensorRange(),
      recognizes: board.recognizes, plane: rule,
      stabilizers: stabilizers.adopt(saved?.model ?? model), penUpTime: writing.penUpTime,
      sensitivity: writing.sensitivity ?? WritingOptions.usualSensitivity)
    page.findsPenByMotion = board.hasNoPen
    page.isSimulated = board.isSimulated
    page.canBeSetUp = !board.isSimulated
    page.phone = phone?.invitation
    page.frame = frame.reference
    page.fieldAccuracy = try calibration.fieldAccuracy()
    let session = LiveSession(
      source: page, model: model, folder: found?.folder, saved: saved,
      known: { [labels = model.labels] in
        try SimulatedLetters.spared($0, gestures: labels.contains { $0.count > 1 })
      })
    let server = try LiveServer(session: session, address: listen ?? "127.0.0.1", port: http)
    warn()
    let watch = BoardWatch()
    let interruption = Interruption { watch.end() }
    watch.run {
      try board.run(into: session) { watch.isOver }
    }
    defer { watch.waitUntilDone() }
    let link = PageLink()
    defer { withExtendedLifetime(link) {} }
    try await withThrowingTaskGroup { group in
      group.addTask { [open] in
        try await server.run { page in
          do { try Console.print(page) } catch { watch.end(with: .failure(error)) }
          if open { link.open(page) }
        }
      }
      group.addTask { await session.run() }
      group.addTask { try await watch.wait() }
      defer { group.cancelAll() }
      try await group.next()
    }
    await session.saveChanges()
    if interruption.isRequested { Console.note("ended") }
  }

  /// Makes a folder if it is not there, and keeps other pages from saving in it.
  private static func lock(_ folder: String) throws -> FileLock {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try FileLock(folder: folder)
  }

  /// The board of the command line.
  private func boardSource() throws -> BoardSource {
    if let port = source.port { return .port(port, source, pen) }
    let name = trace.map { URL(fileURLWithPath: $0).lastPathComponent }
    let text = text ?? "QUILLON"
    let sent =
      if let trace {
        sensors.sent(try Trace(noting: trace))
      } else {
        try SimulatedText(text, seed: seed ?? 1, sensors: sensors).trace
      }
    guard !sent.samples.isEmpty else {
      throw ToolError(
        "\(name ?? text) has no sample: record a trace with `quillon bridge --record`",
        code: .misuse)
    }
    let content = name.map { "replay of \($0)" } ?? "simulated board writing \(text.uppercased())"
    guard let machine = try emulation.board?.machine() else {
      return .played(sent.samples, words: content)
    }
    return .emulated(machine, sent.samples, words: "emulated \(machine.rawValue): \(content)")
  }

  private func warn() {
    guard let listen, listen != "127.0.0.1" else { return }
    Console.note(
      """
      warning: every computer that reaches \(listen) can request the page, and the connection is not \
      encrypted; only people who have the address with its key can see the board
      """)
  }
}
