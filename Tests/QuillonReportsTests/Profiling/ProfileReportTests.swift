import Foundation
import FoundationXML
import QuillonReports
import Testing

@Suite struct ProfileReportTests {
  private func report(_ p50: Double, name: String = "fuse", unit: String = "ns") -> ProfileReport {
    let percentiles = StageFigures.Percentiles(
      p50: p50, p90: p50 + 1, p99: p50 + 2, p999: 50_000, p9999: 60_000)
    return ProfileReport(
      subject: .host, source: "<test>", unit: unit, frame: 10_000_000, samples: 10,
      stages: [
        StageFigures(
          name: name, count: 10, mean: p50, percentiles: percentiles, max: 70_000)
      ], clock: ClockCost(overhead: 12, step: 3), recordingCost: 0.02)
  }

  @Test func `The table has a row for each stage, and the share of the frame`() {
    let lines = report(100).table.split(separator: "\n").map(String.init)
    #expect(lines[0].split(separator: " ").first == "stage,")
    #expect(lines[1].hasPrefix("fuse"))
    #expect(lines[1].hasSuffix("0.50 %"))
    #expect(lines.contains("recording a sample costs 2.00 % of its own time"))
    #expect(Set(lines.prefix(2).map(\.count)).count == 1)
  }

  @Test func `A report comes back from its file`() throws {
    let report = report(100)
    let file = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(ProfileReport.self, from: file) == report)
  }

  @Test(arguments: [(110.0, false), (111, true), (90, false)])
  func `A stage that grew beyond the tolerance is told`(now: Double, hasGrown: Bool) throws {
    let comparison = try #require(
      ProfileComparison(of: report(now), with: report(100), tolerance: 0.1))
    #expect(comparison.hasGrown == hasGrown)
    #expect(comparison.stages.map(\.ratio) == [now / 100])
  }

  @Test(arguments: [(100.0, 900.0, false), (100, 1101, true), (111, 1000, true)])
  func `Of counted instructions the greatest decides, too`(
    mean: Double, worst: Double, hasGrown: Bool
  ) throws {
    func board(_ mean: Double, _ worst: Double) -> ProfileReport {
      ProfileReport(
        subject: .board, source: "", unit: "instructions", frame: 1, samples: 1,
        stages: [StageFigures(name: "fuse", count: 1, mean: mean, max: worst)])
    }
    let comparison = try #require(
      ProfileComparison(of: board(mean, worst), with: board(100, 1000), tolerance: 0.1))
    #expect(comparison.hasGrown == hasGrown)
    #expect(comparison.stages[0].worstRatio == worst / 1000)
  }

  @Test func `The worst of measured times is shown but does not decide`() throws {
    var slow = report(100)
    slow.stages[0].percentiles?.p999 = 500_000
    let comparison = try #require(
      ProfileComparison(of: slow, with: report(100), tolerance: 0.1))
    #expect(comparison.stages[0].worstRatio == 10)
    #expect(!comparison.hasGrown)
  }

  @Test func `What the clock can't tell is no growth`() throws {
    let comparison = try #require(
      ProfileComparison(of: report(13), with: report(10), tolerance: 0.1))
    #expect(!comparison.hasGrown)
  }

  /// The clock's steps are 3 ns. What took 0 of them may take one and a bit, whatever share of nothing that is.
  @Test(arguments: [(4.0, false), (6, false), (7, true)])
  func `What took less than a step is compared as one step`(now: Double, hasGrown: Bool) throws {
    let comparison = try #require(
      ProfileComparison(of: report(now), with: report(0), tolerance: 1))
    #expect(comparison.hasGrown == hasGrown)
  }

  @Test func `Only profiles of a kind are compared, and stages of one only are named`() throws {
    #expect(
      ProfileComparison(of: report(1), with: report(1, unit: "instructions"), tolerance: 0) == nil)
    let comparison = try #require(
      ProfileComparison(of: report(1), with: report(1, name: "old"), tolerance: 0))
    #expect(comparison.stages.isEmpty)
    #expect(comparison.unmatched == ["fuse", "old"])
  }

  @Test func `The page stands alone and is well formed`() throws {
    let page = report(100).html(times: (1...4_000).map { $0 * 10 } + [20_000_000])
    for outside in ["http-equiv", "src=", "href=", "url(", "@import", "import "] {
      #expect(!page.contains(outside), "\(outside)")
    }
    #expect(page.components(separatedBy: "<svg").count - 1 == 3)
    #expect(page.contains("deadline, 10 ms"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("&lt;test&gt;"))
    let start = try #require(page.range(of: "<body>"))
    let end = try #require(page.range(of: "</body>"))
    let parser = XMLParser(data: Data(page[start.lowerBound..<end.upperBound].utf8))
    #expect(parser.parse(), "\(parser.parserError?.localizedDescription ?? "")")
    for broken in ["nan", "inf"] { #expect(!page.contains("\"\(broken)"), "\(broken)") }
  }

  @Test func `A page without times has the shares and the table`() {
    let page = report(100).html()
    #expect(page.components(separatedBy: "<svg").count - 1 == 1)
  }
}
