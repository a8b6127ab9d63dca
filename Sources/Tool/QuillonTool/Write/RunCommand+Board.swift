import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonSerial
import QuillonSimulator
import Synchronization

extension RunCommand {
  /// Sends the text to the sensor line of an emulated microcontroller, and reads what its firmware
  /// sends.
  func run(on board: EmulatedBoard) throws {
    let encoder = try speech.encoder()
    // With a sensor of another make, firmware finds the letters by motion.
    let written = try SimulatedText(
      try writtenText, seed: seed, sensors: sensors, speech: encoder, holdsStill: encoder != nil)
    let interruption = Interruption()
    var report = try LetterReport(isJSON: json)
    let bridge = try model.bridge(stabilizers: stabilizers, usual: sensors.usualModel)
    bridge.stabilizersOfBoard = try model.stabilizersOfBoard(
      stabilizers, usual: sensors.usualModel)
    bridge.allowedLabels = try answers.allowed(by: model.named(usual: sensors.usualModel))
    Console.note("writing \(written.text) to the emulated board")
    let end = EndOfText()
    let content = written.trace.content(by: encoder)
    let sensor = board.sensorInBoardTime
    let player = Thread {
      switch content {
      case .samples(let samples): _ = SamplePlayer(samples).play(into: sensor)
      case .messages(let messages): _ = MessagePlayer(messages).play(into: sensor)
      }
      end.set()
    }
    var isWriting = false
    _ = try bridge.run(
      board.host, isCancelled: { interruption.isRequested || end.hasBeenFor(.seconds(2)) }
    ) { event in
      try report.show(event)
      // Nothing is written before the board has started and uses the wanted stabilizers.
      switch event {
      case .stabilizers: break
      case .hello where bridge.stabilizersOfBoard == nil: break
      default: return
      }
      if !isWriting { player.start() }
      isWriting = true
    }
    var summary = bridge.summary
    // The clock of an emulated board is not that of the sensor.
    summary.board?.rate = nil
    try report.show(summary)
    try check(summary)
    guard report.word == written.text else {
      throw ToolError(
        """
        the board read \(report.word.isEmpty ? "nothing" : report.word), but \(written.text) was \
        written: try another --seed
        """, code: .negative)
    }
  }
}

extension RunCommand {
  /// Throws if the board needed more than its frame for a sample.
  func check(_ summary: BridgeSummary) throws {
    guard let late = summary.board?.lateSamples, late > 0 else { return }
    throw ToolError(
      "\(late) samples took the board longer than 10 ms: find the stage with quillon profile --board",
      code: .negative)
  }
}

/// The time when the last sample was sent.
private final class EndOfText: Sendable {
  private let moment = Mutex<ContinuousClock.Instant?>(nil)

  func set() { moment.withLock { $0 = .now } }

  /// Whether the last sample was sent at least this long ago, so that the board's answer can have
  /// arrived.
  func hasBeenFor(_ duration: Duration) -> Bool {
    moment.withLock { moment in moment.map { .now - $0 >= duration } ?? false }
  }
}
