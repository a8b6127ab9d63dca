import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonSerial
import QuillonSimulator
import Synchronization

extension RunCommand {
  /// The text goes to an emulated microcontroller's sensor line; what is read is what its firmware says.
  func run(on board: EmulatedBoard) throws {
    let encoder = try speech.encoder()
    // Firmware finds the letters of a sensor of another make by the motion.
    let written = try SimulatedText(
      try writtenText, seed: seed, sensors: sensors, speech: encoder, holdsStill: encoder != nil)
    let interruption = Interruption()
    var report = try LetterReport(isJSON: json)
    let bridge = try model.bridge(usual: sensors.usualModel)
    Console.note("writing \(written.text) to the emulated board")
    let end = EndOfText()
    let content = written.trace.content(by: encoder)
    let sensor = board.sensor
    Thread {
      switch content {
      case .samples(let samples): _ = SamplePlayer(samples).play(into: sensor)
      case .messages(let messages): _ = MessagePlayer(messages).play(into: sensor)
      }
      end.set()
    }.start()
    _ = try bridge.run(
      board.host, isCancelled: { interruption.isRequested || end.hasBeenFor(.seconds(2)) }
    ) { try report.show($0) }
    try report.show(bridge.summary)
    guard report.word == written.text else {
      throw ToolError(
        """
        the board read \(report.word.isEmpty ? "nothing" : report.word), but \(written.text) was \
        written: try another --seed
        """, code: .negative)
    }
  }
}

/// When the last sample was sent.
private final class EndOfText: Sendable {
  private let moment = Mutex<ContinuousClock.Instant?>(nil)

  func set() { moment.withLock { $0 = .now } }

  /// Whether it was sent at least so long ago: time for the board's answer to arrive.
  func hasBeenFor(_ duration: Duration) -> Bool {
    moment.withLock { moment in moment.map { .now - $0 >= duration } ?? false }
  }
}
