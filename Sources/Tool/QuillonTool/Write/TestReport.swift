import Foundation
import QuillonReports
import QuillonTraining

/// Prints what a test asks and finds: lines for people, or JSON lines.
struct TestReport {
  let isJSON: Bool

  /// Prints one answer.
  func show(_ answer: LetterTest.Answer) throws {
    if isJSON { return try Console.print(json: AnswerLine(answer)) }
    guard !answer.label.isEmpty else {
      return try Console.print("\(answer.prompt.printable)  not read as a letter  wrong")
    }
    let doubt = answer.isRejected ? ", rejected" : ""
    try Console.print(
      "\(answer.prompt.printable)  read as \(answer.label.printable)"
        + String(format: "  margin %6.3f", answer.margin) + doubt
        + (answer.isRight ? "" : "  wrong"))
  }

  /// Prints what the test came to.
  func show(_ result: LetterTestResult) throws {
    if isJSON { return try Console.print(json: ResultLine(result: result)) }
    let rounds = result.rounds.enumerated().map { index, right in
      let written = min(result.written - index * result.labels, result.labels)
      return "round \(index + 1)     \(right) of \(written) right"
    }
    let mixed = result.mixedUp.map { mistake in
      "\(mistake.written) as \(mistake.read)" + (mistake.count > 1 ? " (\(mistake.count))" : "")
    }
    let worst = result.worst.map { "\($0.label) (\($0.right) of \($0.written))" }
    try Console.print(
      ([""] + rounds + [
        "in all      \(result.right) of \(result.written) right"
          + String(format: ", %.1f %%", result.accuracy * 100)
          + (result.rejected > 0 ? "; \(result.rejected) rejected" : ""),
        "mixed up    \(mixed.isEmpty ? "nothing" : mixed.joined(separator: ", "))",
        "worst       \(worst.isEmpty ? "nothing written" : worst.joined(separator: ", "))",
      ]).map(\.printable).joined(separator: "\n"))
  }

  /// The worst letters as an SVG picture.
  static func picture(_ result: LetterTestResult) -> String {
    InkDrawing.picture(
      title: "\(result.right) of \(result.written) right; the worst:",
      result.worst.map { worst in
        let reading = worst.rejected ? "rejected" : "as \(worst.read)"
        return InkDrawing(
          strokes: [worst.ink.map { SIMD2($0[0], $0[1]) }],
          caption: "\(worst.label) \(reading), \(worst.right) of \(worst.written)",
          isMarked: worst.read != worst.label || worst.rejected)
      })
  }

  private struct AnswerLine: Encodable {
    let event = "answer"
    var prompt: String
    var label: String
    var margin: Double
    var rejected: Bool
    var right: Bool

    init(_ answer: LetterTest.Answer) {
      prompt = answer.prompt
      label = answer.label
      margin = answer.margin
      rejected = answer.isRejected
      right = answer.isRight
    }
  }

  private struct ResultLine: Encodable {
    let event = "result"
    var result: LetterTestResult
  }
}
