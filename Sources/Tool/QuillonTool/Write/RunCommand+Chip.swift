import Foundation
import QuillonBridge
import QuillonEmulator

extension RunCommand {
  /// Moves an emulated board with a sensor chip as if it wrote the text, and reads what its firmware sends.
  func run(on board: ChipBoard) throws {
    var sensors = sensors
    sensors.raw = .six
    let written = try SimulatedText(try writtenText, seed: seed, sensors: sensors)
    let emulated = try EmulatedChipBoard(
      board, in: BoardOptions.project, sensor: chip.sensor, motion: written.trace.csv())
    defer { emulated.close() }
    var report = try LetterReport(isJSON: json)
    let bridge = try model.bridge(usual: sensors.usualModel)
    Console.note("writing \(written.text) to the sensor chip of the emulated board")
    let interruption = Interruption()
    _ = try bridge.run(
      emulated.host, isCancelled: { interruption.isRequested || emulated.hasEnded }
    ) {
      try report.show($0)
    }
    try report.show(bridge.summary)
    guard !interruption.isRequested else {
      throw ToolError("stopped before the whole text was written: run it again", code: .negative)
    }
    if let failure = emulated.failure {
      throw ToolError(
        "\(failure); build the firmware again: make firmware BOARD=\(board.rawValue)",
        code: .negative)
    }
    guard report.word == written.text else {
      throw ToolError(
        """
        the board read \(report.word.isEmpty ? "nothing" : report.word), but \(written.text) was \
        written: try another --seed
        """, code: .negative)
    }
  }
}
