import Foundation
import QuillonReports
import QuillonTraining

/// The result of an evaluation as a page with pictures.
struct EvaluationPage {
  /// The number of mistakes that are drawn.
  private static let drawn = 24

  let matrix: ConfusionMatrix
  /// The model that was asked. Nil for a linear one, and for several.
  var model: NetworkModel?
  /// The evaluation of a packed model, with writers and margins. Nil for a linear model.
  var evaluation: NetworkEvaluation?
  /// Letters with their ink, right ones included.
  let letters: [AnsweredLetter]

  /// The page. It draws the mistakes with the greatest margins.
  func html(source: String) -> String {
    let mistakes = letters.filter(\.isWrong).sorted { $0.margin > $1.margin }
    let silent = matrix.unanswered.reduce(0, +)
    let bars = matrix.labels.indices.compactMap { index in
      matrix.rate(of: index).map { rate in
        BarList.Bar(
          name: matrix.labels[index], share: rate, text: String(format: "%.1f %%", rate * 100))
      }
    }
    return ReportPage(
      title: source, kind: "evaluation",
      parts: [
        ReportPage.list(
          [
            String(
              format: "%d of %d right, %.1f %%", matrix.correct, matrix.n, matrix.accuracy * 100)
          ] + ["below: a row for each letter, a column for each answer"]
            + (silent > 0 ? ["the device abandoned \(silent)"] : [])),
        ReportPage.heading("Answers for each letter"),
        CountMatrix(labels: matrix.labels, counts: matrix.counts).html,
        BarList(title: "Share recognized, by letter", bars: bars).svg,
        evaluation.map(Self.writers) ?? "",
        evaluation.map(Self.rejection) ?? "",
        evaluation.map(Self.calibration) ?? "",
        model.map(Self.cost) ?? "",
        mistakes.isEmpty
          ? "" : ReportPage.heading("Worst mistakes, the surest first"),
        InkDrawing.gallery(mistakes.prefix(Self.drawn).map(\.drawing)),
      ]
    ).html
  }

  private static func writers(_ evaluation: NetworkEvaluation) -> String {
    let spread =
      evaluation.writers.interval.map {
        String(
          format: "other writers: %.1f to %.1f %% with 95 %% probability; ", $0.lowerBound * 100,
          $0.upperBound * 100)
      } ?? ""
    return ReportPage.heading("By writer, the worst first")
      + ReportPage.list([
        spread + String(format: "mean of writers %.1f %%", evaluation.writers.macro * 100)
      ])
      + ReportPage.table(
        ["writer", "letters", "right", "share", "rejected by the model's threshold"],
        evaluation.writers.rows
          .sorted { ($0.value.accuracy, $0.key) < ($1.value.accuracy, $1.key) }
          .map {
            [
              $0.key, "\($0.value.n)", "\($0.value.correct)", percent($0.value.accuracy),
              percent($0.value.rejectedShare),
            ]
          })
  }

  private static func rejection(_ evaluation: NetworkEvaluation) -> String {
    let rates = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3]
    // Rates that reject the same letters are one row.
    var rejecting: [RejectionTable.Row] = []
    for row in rates.map(evaluation.rejection.rejecting) where row.margin != rejecting.last?.margin
    {
      rejecting.append(row)
    }
    let rows = [evaluation.rejection.byModel] + rejecting
    return ReportPage.heading("When the least sure answers are rejected")
      + ReportPage.table(
        ["least margin", "rejected", "of the others right"],
        rows.map { row in
          [
            row.margin.map { $0.isFinite ? String(format: "%.3f", $0) : "–" }
              ?? "the model's threshold",
            percent(row.rejected), percent(row.accuracy),
          ]
        })
  }

  /// The points of the curves.
  private static let points = 20

  private static func calibration(_ evaluation: NetworkEvaluation) -> String {
    let bins = evaluation.rejection.calibration(bins: 10)
    guard bins.count > 1 else { return "" }
    let rejected = (0...points).map {
      evaluation.rejection.rejecting(0.5 * Double($0) / Double(points))
    }
    return ReportPage.heading("What margins mean")
      + Chart(
        title: "Right answers, by their probability against the strongest rival",
        x: PlotAxis("probability by the margin", bounds: 0...1),
        y: PlotAxis("share right", bounds: 0...1),
        series: [
          Chart.Series(
            "as probable as told",
            points: [SIMD2(bins[0].probability, bins[0].probability), SIMD2(1, 1)],
            mark: .dashedLine, color: 1),
          Chart.Series(
            "a tenth of the answers each", points: bins.map { SIMD2($0.probability, $0.accuracy) }),
        ]
      ).svg
      + Chart(
        title: "Right answers of those that are left, when the least sure are rejected",
        x: PlotAxis("share rejected", bounds: 0...1),
        y: PlotAxis("share right of the others", bounds: 0...1),
        series: [
          Chart.Series("", points: rejected.map { SIMD2($0.rejected, $0.accuracy) })
        ]
      ).svg
  }

  /// Microcontrollers without a floating-point unit in use, and their clocks, MHz.
  private static let boards = [
    ("xiao-sense, nano33ble-sense, feather-sense", 64.0), ("feather-f405, stm32f405", 168.0),
  ]

  private static func cost(_ model: NetworkModel) -> String {
    let instructions = model.cortexM4Instructions
    return ReportPage.heading("What a letter costs")
      + ReportPage.list([
        "\(model.bytes.count) bytes of weights, \(model.products) products",
        String(
          format: "about %.0f thousand instructions of a Cortex-M4 for the scores",
          instructions / 1_000),
      ])
      + ReportPage.table(
        ["board", "clock, MHz", "scores, ms, at one instruction a cycle"],
        boards.map {
          [$0.0, String(format: "%.0f", $0.1), String(format: "%.1f", instructions / $0.1 / 1_000)]
        })
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.1f %%", share * 100)
  }
}
