import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonReports
import QuillonSystem

/// The file of a profile, and the profile to compare it with.
struct ProfileOutput: ParsableArguments {
  @Option(help: "Write the profile to this HTML file.")
  var html: String?

  @OptionGroup var opening: OpenOption

  @OptionGroup var files: FileOptions

  @Option(help: "Compare with this older profile, a file with the output of --json.")
  var compare: String?

  @Option(
    help: "With --compare: how much a stage may grow. The default is 0.1, which is 10 %.")
  var tolerance: Double?

  func validate() throws {
    try (["--open": opening.open] as GivenOptions).refuse(without: "--html", unless: html != nil)
    try (["--tolerance": tolerance != nil] as GivenOptions).refuse(
      without: "--compare", unless: compare != nil)
    guard tolerance ?? 0 >= 0 else { throw ValidationError("--tolerance is a share, 0 or more.") }
  }

  /// The HTML file, if one was asked for. It must not be one of the traces.
  func page(beside traces: [String]) throws -> OutputFile? {
    var outputs = files.outputs(beside: traces + [compare])
    return try outputs.file(html)
  }

  /// Prints a profile, writes its page, and compares it. Throws if a stage grew too much.
  func show(
    _ report: ProfileReport, times: [UInt64] = [], on page: OutputFile?, isJSON: Bool
  ) throws {
    let older = try compare.map { try Self.load($0) }
    if isJSON { try Console.print(json: report) } else { try Console.print(report.table) }
    if let page {
      try page.write(
        report.html(
          times: times,
          deadline: UInt64(
            report.unit == "ns" ? report.budget?.limit ?? report.frame : report.frame)
        ).utf8)
      opening.show(page.path)
    }
    guard let older, let compare else { return try check(report) }
    let tolerance = tolerance ?? 0.1
    guard let comparison = ProfileComparison(of: report, with: older, tolerance: tolerance) else {
      throw ToolError(
        """
        \(compare) is a profile of another kind, \(older.subject.rawValue) in \(older.unit): \
        compare with one of the same kind
        """, code: .misuse)
    }
    try show(comparison, tolerance, isJSON: isJSON)
    try check(report)
  }

  /// Throws if a frame is over its budget.
  private func check(_ report: ProfileReport) throws {
    guard let budget = report.budget, budget.over > 0 else { return }
    throw ToolError(
      """
      \(budget.over) of \(budget.frames) frames are over the budget: look at the stage \
      \(budget.worst.stage), or allow more with --budget
      """, code: .negative)
  }

  /// Prints the ratios. They go to standard error if standard output holds the profile's JSON.
  private func show(_ comparison: ProfileComparison, _ tolerance: Double, isJSON: Bool) throws {
    let head = "stage             before ->        now           worst before ->        now"
    if isJSON { Console.note(head) } else { try Console.print(head) }
    for stage in comparison.stages {
      let line = String(
        format: "%@ %10.0f -> %10.0f   x %.3f %12.0f -> %10.0f   x %.3f%@",
        stage.name.padding(toLength: 12, withPad: " ", startingAt: 0), stage.before, stage.now,
        stage.ratio, stage.worstBefore, stage.worstNow, stage.worstRatio,
        stage.hasGrown ? "   grew" : "")
      if isJSON { Console.note(line) } else { try Console.print(line) }
    }
    for name in comparison.unmatched { Console.note("\(name) is in only one of the profiles") }
    let grown = comparison.stages.filter(\.hasGrown).map(\.name)
    guard grown.isEmpty else {
      throw ToolError(
        """
        \(grown.joined(separator: ", ")) grew by more than \(tolerance * 100) %: look at what \
        changed there, or measure again on an idle computer
        """, code: .negative)
    }
  }

  private static func load(_ path: String) throws -> ProfileReport {
    let bytes = try RecordingFile.readSmall(path)
    guard let report = try? JSONDecoder().decode(ProfileReport.self, from: Data(bytes)) else {
      throw ToolError(
        "\(path) is not a profile: make one with quillon profile --json", code: .misuse)
    }
    return report
  }
}
