import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonReports

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draws a recording on an HTML page: its signals over time and its strokes as ink.",
    discussion: """
      The page shows each stroke as the model's features see it, with the model's answer. If the \
      recording has labels, the page shows the right answer too.
      """)

  @Argument(help: "The recording to draw.")
  var trace: String

  @OptionGroup var page: PageOptions

  @OptionGroup var files: FileOptions

  @OptionGroup var model: ModelOptions

  func run() throws {
    var outputs = files.outputs(beside: [trace, model.model])
    let file = try outputs.file(page.path(for: trace))
    let recording = try Trace(noting: trace)
    guard !TracePlots.charts(of: recording).isEmpty else {
      throw ToolError(
        "\(trace) has no data to draw: record some with `quillon bridge --record`", code: .misuse)
    }
    let model = try model.named()
    let strokes = AnsweredLetter.letters(
      in: recording, by: model, parameters: model.stabilizers.parameters())
    let charts = TracePlots.charts(of: recording, labels: strokes.compactMap(\.mark))
    let reader = "recognized by \(model.name)"
    let name = URL(fileURLWithPath: trace).lastPathComponent
    let report = ReportPage(
      title: name, kind: "streams and strokes",
      parts: [
        ReportPage.list(["\(recording.rows.count) rows, \(strokes.count) strokes, \(reader)"]),
        strokes.isEmpty ? "" : ReportPage.heading("Strokes"),
        InkDrawing.gallery(strokes.map(\.drawing)), ReportPage.heading("Streams"),
      ] + charts.map(\.svg))
    try file.write(report.html.utf8)
    page.opening.show(file.path)
  }
}
