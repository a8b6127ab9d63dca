import Foundation
import Plotting
import Training

/// How a model did, as a page with pictures.
struct EvaluationPage {
  /// How many mistakes are drawn.
  private static let drawn = 24

  let matrix: ConfusionMatrix
  /// Letters with their ink, right ones among them.
  let letters: [AnsweredLetter]

  /// The page. Of the mistakes those are drawn first of which the model was surest.
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
            + (silent > 0 ? ["\(silent) were no letters to the device"] : [])),
        ReportPage.heading("What was taken for what"),
        CountMatrix(labels: matrix.labels, counts: matrix.counts).html,
        BarList(title: "Share recognized, by letter", bars: bars).svg,
        mistakes.isEmpty
          ? "" : ReportPage.heading("Worst mistakes, the surest first"),
        InkDrawing.gallery(mistakes.prefix(Self.drawn).map(\.drawing)),
      ]
    ).html
  }
}
