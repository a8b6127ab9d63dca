import Histogram

/// How long something took, many times over: a histogram (G. Tene's HdrHistogram) that keeps three
/// digits of every value.
public struct LatencyHistogram: Sendable {
  /// The 10 ms frame in which a verdict must be out, ns.
  public static let frame: UInt64 = 10_000_000

  /// What is longer is a miss, ns.
  public let deadline: UInt64
  /// The longest time recorded, exactly, ns; 0 when there is none.
  public private(set) var maximum: UInt64 = 0
  /// How many recorded times were longer than ``deadline``, exactly.
  public private(set) var misses: UInt64 = 0
  // Two minutes: past that, what matters is that it was a miss.
  private var histogram = Histogram<UInt64>(highestTrackableValue: 120_000_000_000)

  /// An empty histogram.
  public init(deadline: UInt64 = LatencyHistogram.frame) { self.deadline = deadline }

  /// Adds one time, ns. Allocates nothing. Percentiles count more than two minutes as two minutes.
  public mutating func record(_ nanoseconds: UInt64) {
    maximum = max(maximum, nanoseconds)
    if nanoseconds > deadline { misses += 1 }
    histogram.record(min(nanoseconds, histogram.highestTrackableValue))
  }

  /// How many times were recorded.
  public var count: UInt64 { histogram.totalCount }

  /// The time that `percent` of the recorded ones do not exceed, ns, at most 0.1 % too long; 0 when
  /// there is none. Below 0 counts as 0, the shortest; above 100 as 100, the longest.
  public func percentile(_ percent: Double) -> UInt64 {
    if count == 0 { return 0 }
    return percent >= 100 ? maximum : min(histogram.valueAtPercentile(max(percent, 0)), maximum)
  }

  /// The figures that matter.
  public var report: DeadlineReport {
    DeadlineReport(
      count: count, p50: percentile(50), p99: percentile(99), p999: percentile(99.9),
      maximum: maximum, deadline: deadline, misses: misses)
  }
}
