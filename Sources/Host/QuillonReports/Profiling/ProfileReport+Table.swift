import Foundation

extension ProfileReport {
  /// The column heads of ``rows``.
  public var heads: [String] {
    let percentiles = hasPercentiles ? ["p50", "p90", "p99", "p99.9", "p99.99"] : ["mean"]
    return ["stage, \(unit)", "runs"] + percentiles + ["max"]
      + [hasPercentiles ? "p99.9 of frame" : "max of frame"]
  }

  /// A row of text for each stage: its name, the number of runs, the figures, and the share of the frame that ``StageFigures/bad``
  /// takes.
  public var rows: [[String]] {
    stages.map { stage in
      let figures =
        stage.percentiles.map { [$0.p50, $0.p90, $0.p99, $0.p999, $0.p9999] } ?? [stage.mean]
      return [stage.name, "\(stage.count)"] + (figures + [stage.max]).map(Self.number)
        + [Self.percent(stage.bad / frame)]
    }
  }

  /// The table as text for the user, followed by ``remarks``.
  public var table: String {
    let lines = [heads] + rows
    let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let table = lines.map { line in
      line.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + padding : padding + text
      }.joined(separator: "  ")
    }
    return (table + [""] + remarks).joined(separator: "\n")
  }

  /// What a reader should know about the figures, one sentence each.
  public var remarks: [String] {
    var remarks = ["\(samples) samples of \(source)"]
    if let budget { remarks.append(words(of: budget)) }
    if subject == .board {
      remarks.append(
        """
        the frame is 10 ms of the board's clock at two cycles an instruction; penUp, features, pathFeatures \
        and modelScores are spread over the samples that follow; penUpFrame is the largest part of \
        penUp in one sample
        """)
    }
    if let clock {
      remarks.append(
        String(
          format: """
            reading the clock takes %.1f ns, which is subtracted; differences below %.1f ns mean \
            nothing
            """, clock.overhead, clock.step))
    }
    if let recordingCost {
      remarks.append(
        "recording a sample costs \(Self.percent(max(recordingCost, 0))) of its own time")
    }
    for (name, value) in (sizes ?? [:]).sorted(by: { $0.key < $1.key }) {
      remarks.append("\(name): \(Self.number(value))")
    }
    return remarks
  }

  /// The frames over the budget, and the worst one.
  private func words(of budget: FrameBudget) -> String {
    let worst = budget.worst
    let place = [
      worst.time.map { String(format: "at %.2f s", $0) }, worst.letter.map { "letter \($0)" },
      "stage \(worst.stage)",
    ].compactMap(\.self).joined(separator: ", ")
    return """
      frames over the budget of \(Self.number(budget.limit)) \(unit): \(budget.over) of \(budget.frames); \
      the worst took \(Self.number(worst.cost)) \(unit) (\(place))
      """
  }

  private var hasPercentiles: Bool { stages.contains { $0.percentiles != nil } }

  private static func number(_ value: Double) -> String { String(format: "%.0f", value) }

  /// A share as a percentage with its sign.
  static func percent(_ share: Double) -> String {
    String(format: share < 0.001 ? "%.4f %%" : "%.2f %%", share * 100)
  }
}
