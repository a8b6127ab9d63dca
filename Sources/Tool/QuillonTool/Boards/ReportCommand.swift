import ArgumentParser
import Foundation
import QuillonBridge
import QuillonSerial
import QuillonSystem

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes all that a board sends in ten seconds into one file, to send with a report.",
    discussion: """
      The file is JSON: versions, the port, the format, each hello, status and fault of the board, and its samples. It \
      holds no letters, no serial number and no names of files. But samples are motion: lay the board down, then turn \
      it once about each axis, and do not write. A board \
      that reads letters is asked to send samples meanwhile, and reads letters again afterwards.
      """)

  @Option(
    help: """
      The serial port; `quillon ports` lists the ports. Without this option, the command finds the port of a board.
      """)
  var port: String?

  @Option(help: "The port's speed, bits/s.")
  var baud = 115_200

  @Option(help: "How to set the port's line DTR, which resets some boards: on, off or auto.")
  var dtr = DataTerminalReady.automatic

  @Option(help: "How long to listen, s, 1 to 60.")
  var seconds = 10

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @OptionGroup var files: FileOptions

  @Argument(help: "The file to write.")
  var out = "board-report.json"

  /// More of a line is not kept, bytes: the fastest one sends a quarter of it in a minute.
  private static let most = 4 << 20

  func validate() throws {
    guard (1...60).contains(seconds) else {
      throw ValidationError("--seconds \(seconds) is out of range: give 1 to 60.")
    }
  }

  func run() throws {
    var outputs = files.outputs(beside: [])
    let file = try outputs.file(out)
    let interruption = Interruption()
    guard let port = try port ?? PortChoice.choose(isCancelled: { interruption.isRequested }) else {
      return
    }
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    let bar = ProgressBar("listening", total: 100, in: .percent)
    let start = MonotonicClock.now()
    func elapsed() -> Double { Double(MonotonicClock.now() &- start) * 1e-9 }
    var bytes: [UInt8] = []
    var request = SampleRequest()
    let ending = PortReader(transport).run(while: {
      if let packet = request.packet(at: elapsed()) {
        _ = packet.withUnsafeBytes { transport.write($0, timeout: .seconds(1)) }
      }
      let heard = elapsed() - (request.begin ?? 0)
      bar.show(min(Int(heard / Double(seconds) * 100), 99))
      return heard < Double(seconds) && !interruption.isRequested && bytes.count < Self.most
    }) { read, _ in
      bytes += read
      request.take(read, at: elapsed())
    }
    bar.show(100)
    let heard = elapsed()
    if ending != .disconnected { request.end(on: transport) }
    let report = BoardReport(
      of: bytes, seconds: heard, baud: baud, port: port, isUnplugged: ending == .disconnected,
      request: request.outcome)
    try file.write(Array(try Console.line(json: report).utf8) + [0x0A])
    if let outcome = request.outcome, outcome != .ended { Console.note(outcome.rawValue) }
    if json {
      try Console.print(json: report.summary)
    } else {
      try Console.print("\(report.summary.words); written to \(out.printable)")
    }
    if bytes.isEmpty {
      throw ToolError(
        "nothing came from \(port) at \(baud) baud, and the file records that: check the cable, or try another --baud",
        code: .negative)
    }
  }
}
