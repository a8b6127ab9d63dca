import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonRecognizer
import QuillonTraining

extension RunCommand {
  /// Moves an emulated board with a sensor chip as if it wrote the text, and reads what its firmware sends.
  func run(on board: ChipBoard) throws {
    var sensors = sensors
    sensors.raw = .six
    let written = try SimulatedText(try writtenText, seed: seed, sensors: sensors)
    let emulated = try EmulatedChipBoard(
      board, ImageVariant(model), in: BoardOptions.project, sensor: chip.sensor,
      motion: written.trace.csv())
    defer { emulated.close() }
    var report = try LetterReport(isJSON: json)
    let bridge = try model.bridge(stabilizers: stabilizers, usual: sensors.usualModel)
    // The emulated chip does not wait for a setting to arrive, so the firmware must have been built with what is asked for.
    let wanted = try model.stabilizersOfBoard(stabilizers, usual: sensors.usualModel)
    var used = Stabilizers()
    bridge.allowedLabels = try answers.allowed(by: model.named(usual: sensors.usualModel))
    Console.note("writing \(written.text) to the sensor chip of the emulated board")
    let interruption = Interruption()
    _ = try bridge.run(
      emulated.host, isCancelled: { interruption.isRequested || emulated.hasEnded }
    ) { event in
      try report.show(event)
      if case .stabilizers(let told?, _) = event { used = told }
    }
    try report.show(bridge.summary)
    guard !interruption.isRequested else {
      throw ToolError("stopped before the whole text was written: run it again", code: .negative)
    }
    if let wanted, used != wanted {
      throw ToolError(
        """
        the firmware reads strokes with \
        \(StabilizerSettings(used).options(differingFrom: StabilizerSettings(wanted)).joined(separator: " ")): \
        build it with what you ask for, make firmware BOARD=\(board.rawValue) MODEL=lab DAMPING=…
        """, code: .negative)
    }
    if let failure = emulated.failure {
      throw ToolError(
        "\(failure); build the firmware again: make firmware BOARD=\(board.rawValue)",
        code: .negative)
    }
    try check(bridge.summary)
    guard report.word == written.text else {
      throw ToolError(
        """
        the board read \(report.word.isEmpty ? "nothing" : report.word), but \(written.text) was \
        written: try another --seed
        """, code: .negative)
    }
  }
}
