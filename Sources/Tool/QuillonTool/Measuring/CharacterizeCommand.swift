import ArgumentParser
import Foundation
import QuillonCalibration
import QuillonConversions
import QuillonRecordings

struct CharacterizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "characterize",
    abstract: "Measures from a recording how good a board's sensors are: noise, bias, clock.",
    discussion: """
      Record the board at rest for ten minutes or more, or for an hour to see slow noise: \
      quillon record rest.csv. For the time constants of the sensors, tap the \
      board ten times and turn it ten times quickly against a stop, with half a second of rest \
      after each. The report is one HTML page with plots.
      """)

  @Argument(help: "The recording: a trace file with raw sensor data.")
  var trace: String

  @OptionGroup var page: PageOptions

  @OptionGroup var range: RangeOptions

  @OptionGroup var files: FileOptions

  @Flag(help: "Print all figures as JSON instead of a summary.")
  var json = false

  func run() throws {
    var outputs = files.outputs(beside: [trace])
    let file = try outputs.file(page.path(for: trace))
    let character = BoardCharacter(
      of: try Trace(noting: trace), range: range.range ?? SensorRange())
    guard !character.sensors.isEmpty, character.timing.rate > 0 else {
      throw ToolError(
        """
        \(trace) has no raw sensor data: record a trace with `quillon bridge \
        --record`, with columns ax ay az, gx gy gz or mx my mz
        """, code: .misuse)
    }
    let name = URL(fileURLWithPath: trace).lastPathComponent
    try file.write(character.html(title: name).utf8)
    if json { try Console.print(json: character.figures) } else { try show(character) }
    for remark in character.remarks { Console.note(remark) }
    page.opening.show(file.path)
  }

  private func show(_ character: BoardCharacter) throws {
    let timing = character.timing
    try Console.print(
      String(
        format: "clock          %.2f Hz, jitter %.3f ms, %d gaps in %.1f s", timing.rate,
        timing.jitter * 1e3, timing.gaps, timing.duration))
    for sensor in character.sensors {
      let name = sensor.kind.rawValue.padding(toLength: 15, withPad: " ", startingAt: 0)
      let means = figures(sensor) { $0.mean }
      let densities = figures(sensor) { character.noise($0, of: sensor)?.density }
      try Console.print("\(name)mean \(means) \(sensor.kind.unit)")
      try Console.print("               noise \(densities) \(sensor.kind.unit)/√Hz")
      for line in sensor.dynamics { try Console.print("               \(line)") }
    }
  }

  private func figures(
    _ sensor: SensorCharacter, _ value: (AxisStatistics) -> Double?
  ) -> String {
    let texts = sensor.axes.map { value($0).map { String(format: "%.4g", $0) } ?? "–" }
    return "(\(texts.joined(separator: ", ")))"
  }
}
