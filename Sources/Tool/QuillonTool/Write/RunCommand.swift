import ArgumentParser
import Foundation
import QuillonBridge
import QuillonRecognizer
import QuillonSerial
import QuillonSimulator

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the whole chain: a virtual board writes a text, and the bridge reads it.",
    discussion: "Exits with 0 if the letters read are the letters written, and with 1 otherwise.")

  @Option(help: "The text to write: letters from A to Z, and gestures as in \"A<shake>\".")
  var text = "QUILLON"

  @Option(help: "The random seed. It chooses the simulated person and the board's errors.")
  var seed: UInt64 = 1

  @Flag(help: "Run as fast as possible instead of in real time at 100 samples a second.")
  var fast = false

  @Flag(help: "Print JSON lines instead of text.")
  var json = false

  @OptionGroup var speech: ProtocolOption

  @OptionGroup(title: "Sensors of the virtual board") var sensors: SensorOptions

  @OptionGroup var model: ModelOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup var emulation: BoardOptions

  @OptionGroup var calibration: CalibrationOptions

  func validate() throws {
    if emulation.board != nil, fast {
      throw ValidationError("An emulated board runs in real time: leave out --fast.")
    }
    if emulation.board != nil, calibration.calibration != nil {
      throw ValidationError(
        "A board that recognizes by itself is told its calibration: quillon calibrate --send FILE.")
    }
    if emulation.board != nil, plane.plane != nil {
      throw ValidationError(
        "A board that recognizes by itself is told its plane: quillon enroll --send FILE.")
    }
    try stabilizers.refuse(forBoard: emulation.board != nil)
  }

  func run() throws {
    if let board = try emulation.boot(sensor: speech.format?.name) { return try run(on: board) }
    let encoder = try speech.encoder()
    let written = try SimulatedText(text, seed: seed, sensors: sensors, speech: encoder)
    let content = written.trace.content(by: encoder)
    var script = BoardScript(content, pacing: fast ? .unpaced : .realTime)
    // What is shown is the chain, not how busy this computer is.
    script.patience = .seconds(10)
    let board = try VirtualBoard(script)
    // What comes as fast as it goes cannot be timed by when it arrives.
    let stream = speech.format.map { StreamOptions($0, rate: fast ? 100 : nil) }
    let bridge = try model.bridge(
      writing: WritingSettings(plane: plane.rule()), stabilizers: stabilizers, stream: stream)
    bridge.calibration = try calibration.load()
    let interruption = Interruption()
    var report = try LetterReport(isJSON: json)

    Console.note("writing \(written.text) on \(board.path)")
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    Thread { _ = board.run() }.start()
    _ = try bridge.run(port, isCancelled: { interruption.isRequested }) { event in
      if case .unusable(let shortcoming) = event, let format = stream?.format {
        board.close()
        throw ToolError(shortcoming, of: format)
      }
      try report.show(event)
    }
    board.close()

    let summary = bridge.summary
    try report.show(summary)
    guard !interruption.isRequested else {
      throw ToolError("stopped before all was written: run it again", code: .negative)
    }
    if case .samples(let samples) = content,
      summary.samples != samples.count || summary.damaged != 0
    {
      throw ToolError(
        """
        \(summary.samples) of \(samples.count) samples came through: close other programs and \
        run it again
        """, code: .negative)
    }
    guard report.word == written.text else {
      throw ToolError(
        """
        read \(report.word.isEmpty ? "nothing" : report.word), but \(written.text) was written: \
        try another --seed, or another --model
        """, code: .negative)
    }
  }
}
