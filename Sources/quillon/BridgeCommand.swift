import ArgumentParser
import Bridge
import SerialLink

struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Reads a board on a serial port and prints each letter as it is written.",
    discussion: "Ctrl-C ends it with a summary.")

  @Option(help: "The port; `quillon ports` lists them.")
  var port: String

  @Option(help: "The port's speed, bits/s.")
  var baud = 115_200

  @Option(help: "What to do with the line that resets some boards: on, off or auto.")
  var dtr = DataTerminalReady.automatic

  @Flag(help: "JSON lines instead of lines for people.")
  var json = false

  @Option(help: "Record what the board sends to this trace file.")
  var record: String?

  @Flag(help: "Wait for the port, now and whenever the board is unplugged.")
  var wait = false

  @OptionGroup var model: ModelOptions

  func run() throws {
    let bridge = try model.bridge()
    let recorder = try record.map { try TraceRecorder(path: $0) }
    let interruption = Interruption()
    var report = LetterReport(isJSON: json)
    var isUnplugged = false
    while let transport = try open(interruption) {
      defer { transport.close() }
      Console.note("reading \(transport.path)")
      let ending = try bridge.run(
        transport, isCancelled: { interruption.isRequested }
      ) { event in
        if case .sample(let sample, let time) = event {
          try recorder?.append(sample, time: time)
        }
        try report.show(event)
      }
      isUnplugged = ending == .disconnected && !wait
      if ending == .cancelled || isUnplugged { break }
    }
    try report.show(bridge.summary)
    if let recorder, recorder.skipped > 0 {
      Console.note("\(recorder.skipped) samples lack a column of the recording and are not in it")
    }
    if isUnplugged { throw unplugged }
  }

  /// The open port; nil when the user does not want to wait any longer.
  private func open(_ interruption: Interruption) throws -> (any ByteTransport)? {
    guard wait else { return try openTransport(path: port, baud: baud, dtr: dtr) }
    Console.note("waiting for \(port)")
    return try openWhenPresent(
      path: port, baud: baud, dtr: dtr, isCancelled: { interruption.isRequested })
  }

  private var unplugged: ToolError {
    ToolError(
      """
      the port \(port) is gone: plug the board in and start again, or give --wait to go on by \
      itself
      """, code: .world)
  }
}

extension DataTerminalReady: ExpressibleByArgument {}
