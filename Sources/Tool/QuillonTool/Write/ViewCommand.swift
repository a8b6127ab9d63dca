import ArgumentParser
import Foundation
import QuillonLivePage
import QuillonRecordings

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Shows a board at work on a web page of this machine.",
    discussion: """
      Without --port and a trace a simulated board writes the text, is unplugged and plugged in again; \
      with --board it is the firmware on an emulated microcontroller that reads it. The page's address goes to standard output; the part behind its # is the key to the page. Ctrl-C \
      ends it.
      """)

  @Argument(help: "Replay this trace, again and again, instead of a simulated text.")
  var trace: String?

  @OptionGroup(title: "A board on a port, which may be plugged in later") var source: PortOptions

  @Option(
    help: "What tells when the pen is down: board, else the motion; auto: always the motion.")
  var pen = PenChoice.board

  @Option(help: "What the simulated board writes: letters from A to Z.")
  var text = "QUILLON"

  @Option(help: "Which person writes with which simulated board.")
  var seed: UInt64 = 1

  @Option(help: "The page's port; 0 lets the system choose one.")
  var http: UInt16 = 0

  @Option(
    help: """
      Let other machines see the page: this machine's IPv4 address on their network, or 0.0.0.0.
      """)
  var listen: String?

  @Flag(help: "Open the page in a browser.")
  var open = false

  @Option(help: "Save examples and models that are made on the page in this folder.")
  var folder: String?

  @OptionGroup(title: "Sensors of the simulated board") var sensors: SensorOptions

  @OptionGroup var emulation: BoardOptions

  @OptionGroup var model: ModelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup var calibration: CalibrationOptions

  func validate() throws {
    if source.port != nil, trace != nil || emulation.board != nil {
      throw ValidationError("The page shows one board: give --port, or --board, or a trace.")
    }
    if emulation.board != nil, calibration.calibration != nil {
      throw ValidationError(
        "A board that recognizes by itself is told its calibration: quillon calibrate --send FILE.")
    }
    if let listen, !RequestGuard.isAddress(listen) {
      throw ValidationError("\(listen) is no IPv4 address: give one like 192.168.1.5, or 0.0.0.0.")
    }
  }

  func run() async throws {
    let model = try model.named()
    let board = try boardSource()
    let (correction, rule) = (try calibration.load(), try plane.rule())
    let session = LiveSession(
      source: PageSource(
        words: board.words, calibration: correction, recognizes: board.recognizes,
        plane: rule),
      model: model, folder: folder)
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
    if interruption.isRequested { Console.note("ended") }
  }

  /// The board that the command line asks for.
  private func boardSource() throws -> BoardSource {
    if let port = source.port { return .port(port, source, pen) }
    let name = trace.map { URL(fileURLWithPath: $0).lastPathComponent }
    let sent =
      if let trace {
        sensors.sent(try Trace(noting: trace))
      } else {
        try SimulatedText(text, seed: seed, sensors: sensors).trace
      }
    guard !sent.samples.isEmpty else {
      throw ToolError(
        "\(name ?? text) has no sample: record a trace with `quillon bridge --record`",
        code: .misuse)
    }
    let content = name.map { "replay of \($0)" } ?? "simulated board writing \(text.uppercased())"
    guard let machine = emulation.board else { return .played(sent.samples, words: content) }
    return .emulated(machine, sent.samples, words: "emulated \(machine.rawValue): \(content)")
  }

  private func warn() {
    guard let listen, listen != "127.0.0.1" else { return }
    Console.note(
      """
      warning: every machine that reaches \(listen) can ask for the page, and the line to it is not \
      encrypted; only who has the address with its key sees the board
      """)
  }
}
