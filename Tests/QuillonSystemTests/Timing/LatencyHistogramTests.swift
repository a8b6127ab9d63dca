import QuillonReferenceModel
import QuillonSystem
import Testing

@Suite struct LatencyHistogramTests {
  @Test func anEmptyHistogramReportsZeros() {
    let report = LatencyHistogram().report
    let times = [report.p50, report.p99, report.p999, report.maximum]
    #expect(times.allSatisfy { $0 == 0 })
    #expect(report.count == 0 && report.misses == 0)
    #expect(report.deadline == 10_000_000)
    #expect(report.share == 0)
  }

  @Test func percentilesOfAUniformDistributionAreItsQuantiles() {
    var histogram = LatencyHistogram()
    for microseconds: UInt64 in 1...10_000 { histogram.record(microseconds * 1000) }
    let report = histogram.report
    #expect(report.count == 10_000)
    #expect(isWithinThreeDigits(report.p50, 5_000_000))
    #expect(isWithinThreeDigits(report.p99, 9_900_000))
    #expect(isWithinThreeDigits(report.p999, 9_990_000))
    #expect(report.maximum == 10_000_000)
    #expect(report.misses == 0)
    #expect(abs(report.share - 0.999) < 0.001)
  }

  @Test func percentilesOfRandomTimesAreThoseOfTheSortedTimes() {
    let seed: UInt64 = 4_711
    var random = SeededRandom(seed: seed)
    let times = (0..<5000).map { _ in random.next() >> random.index(below: 64) & (1 << 36 - 1) }
    var histogram = LatencyHistogram()
    for time in times { histogram.record(time) }
    let sorted = times.sorted()
    for (percent, rank) in [(0.0, 1), (1, 50), (50, 2500), (99, 4950), (99.9, 4995), (100, 5000)] {
      #expect(
        isWithinThreeDigits(histogram.percentile(percent), sorted[rank - 1]),
        "percentile \(percent), seed \(seed)")
    }
    #expect(histogram.percentile(-1) == histogram.percentile(0))
    #expect(histogram.percentile(101) == histogram.maximum)
  }

  @Test func missesAreCountedToTheNanosecond() {
    var histogram = LatencyHistogram(deadline: 9_999_999)
    for time: UInt64 in [9_999_998, 9_999_999, 10_000_000, 10_000_001] { histogram.record(time) }
    #expect(histogram.misses == 2)
  }

  @Test func timesPastTheRangeAreNotLost() {
    var histogram = LatencyHistogram()
    histogram.record(.max)
    histogram.record(0)
    #expect(histogram.count == 2)
    #expect(histogram.misses == 1)
    #expect(histogram.maximum == .max)
    #expect(histogram.percentile(100) == .max)
    #expect(isWithinThreeDigits(histogram.percentile(99), 120_000_000_000))
  }

  @Test func theReportIsOneLineInMicroseconds() {
    var histogram = LatencyHistogram()
    for _ in 0..<999 { histogram.record(1500) }
    histogram.record(12_000_000)
    #expect(
      histogram.report.description
        == "1000 times: p50 1.5 µs, p99 1.5 µs, p99.9 1.5 µs, max 12000.0 µs; "
        + "p99.9 is 0.0 % of 10000.0 µs, 1 missed")
  }

  /// True when `value` is `exact` or up to 0.1 % longer.
  private func isWithinThreeDigits(_ value: UInt64, _ exact: UInt64) -> Bool {
    value >= exact && Double(value) <= Double(exact) * 1.001 + 1
  }
}
