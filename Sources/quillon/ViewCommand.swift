import ArgumentParser
import Foundation
import LivePage
import SerialLink

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Shows a board at work on a web page of this machine.",
    discussion: """
      Without --port and a trace a simulated board writes the text, is unplugged and plugged in again. \
      The page's address goes to standard output; the part behind its # is the key to the page. Ctrl-C \
      ends it.
      """)

  @Argument(help: "Replay this trace, again and again, instead of a simulated text.")
  var trace: String?

  @Option(help: "Show the board on this serial port; it may be plugged in later.")
  var port: String?

  @Option(help: "The port's speed, bits/s.")
  var baud = 115_200

  @Option(help: "What to do with the line that resets some boards: on, off or auto.")
  var dtr = DataTerminalReady.automatic

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

  @OptionGroup var model: ModelOptions

  func validate() throws {
    if port != nil, trace != nil {
      throw ValidationError("The page shows one source: give --port or a trace.")
    }
    if let listen, !RequestGuard.isAddress(listen) {
      throw ValidationError("\(listen) is no IPv4 address: give one like 192.168.1.5, or 0.0.0.0.")
    }
  }

  func run() async throws {
    let model = try model.linear()
    let source = try boardSource()
    let session = LiveSession(source: source.words, model: model, folder: folder)
    let server = try LiveServer(session: session, address: listen ?? "127.0.0.1", port: http)
    warn()
    let watch = BoardWatch()
    let interruption = Interruption { watch.end() }
    Thread {
      watch.end(
        with: Result {
          try session.feed.follow(model: model, isCancelled: { watch.isOver }) {
            try source.open { watch.isOver }
          }
        })
    }.start()
    try await withThrowingTaskGroup { group in
      group.addTask { [open] in
        try await server.run { page in
          Console.print(page)
          if open { Self.openBrowser(page) }
        }
      }
      group.addTask { await session.run() }
      group.addTask { try await watch.wait() }
      defer { group.cancelAll() }
      try await group.next()
    }
    if interruption.isRequested { Console.note("ended") }
  }

  private func warn() {
    guard let listen, listen != "127.0.0.1" else { return }
    Console.note(
      """
      warning: every machine that reaches \(listen) can ask for the page, and the line to it is not \
      encrypted; only who has the address with its key sees the board
      """)
  }

  private static func openBrowser(_ page: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", page]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      guard process.terminationStatus != 0 else { return }
      Console.note("no browser could be opened: copy the address into one")
    }
    do { try process.run() } catch { Console.note("no browser could be opened: \(error)") }
  }
}
