import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonSimulator

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Plays a trace as a board of any make would send it.",
    discussion: """
      With --pty, the first line of standard output is the path of the serial port. The board \
      waits until a program opens the port, plays the trace once, and ends. Without --pty, the \
      bytes go to standard output at once.
      """)

  @Argument(help: "The trace file to play.")
  var trace: String

  @OptionGroup var speech: ProtocolOption

  @Flag(help: "Start a virtual board on a pseudo-terminal.")
  var pty = false

  @Option(help: "With --pty: how many times faster than recorded to play. The default is 1.")
  var speed: Double?

  func validate() throws {
    try (["--speed": speed != nil] as GivenOptions).refuse(without: "--pty", unless: pty)
    if let speed, !(0.01...1_000).contains(speed) {
      throw ValidationError("--speed \(speed) is out of range: give 0.01 to 1000.")
    }
  }

  func run() throws {
    let encoder = try speech.encoder() ?? QuillonEncoder()
    var messages = try Trace(noting: trace).messages(by: encoder)
    guard let first = messages.first else {
      throw ToolError(
        "this format cannot express the data in \(trace): choose another --protocol",
        code: .misuse)
    }
    guard pty else { return try Console.write(messages.flatMap(\.bytes)) }
    for index in messages.indices {
      let elapsed = Double(messages[index].timestamp &- first.timestamp) / (speed ?? 1)
      messages[index].timestamp = UInt32(truncatingIfNeeded: Int64(elapsed))
    }
    var script = BoardScript(.messages(messages))
    script.timeout = .seconds(10)
    let board = try VirtualBoard(script)
    let interruption = Interruption { board.close() }
    try Console.print(board.path)
    Console.note("waiting for a program: quillon bridge --port \(board.path)")
    let report = withExtendedLifetime(interruption) { board.run() }
    Console.note("\(report.ending): played \(report.samples) of \(messages.count) moments")
  }
}
