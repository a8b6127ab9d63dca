import ArgumentParser
import QuillonSensorModels

/// The sensor chip of an emulated board that has one on its bus.
struct ChipOptions: ParsableArguments {
  @Option(
    help: """
      The sensor chip of a board that reads one: \(ChipModels.names.joined(separator: ", ")). The \
      default is the board's own chip.
      """)
  var sensor: String?

  func validate() throws {
    if let sensor, !ChipModels.names.contains(sensor) {
      throw ValidationError(
        "no chip is called '\(sensor)': give one of \(ChipModels.names.joined(separator: ", ")).")
    }
  }
}
