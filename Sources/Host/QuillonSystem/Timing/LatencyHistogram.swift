import Histogram

/// The times that repeated work took: a histogram (G. Tene's HdrHistogram) that keeps three digits
/// of every value.
public struct LatencyHistogram: Sendable {
  /// The frame in which a classification must be ready: 10 ms, in ns.
  public static let frame: UInt64 = 10_000_000

  /// The time allowed, ns. A longer time is a miss.
  public let deadline: UInt64
  /// The exact longest time recorded, ns; 0 when there is none.
  public private(set) var maximum: UInt64 = 0
  /// The exact number of recorded times longer than ``deadline``.
  public private(set) var misses: UInt64 = 0
  // The histogram ends at two minutes. Beyond that only the miss matters.
  private var histogram = Histogram<UInt64>(highestTrackableValue: 120_000_000_000)

  /// An empty histogram.
  public init(deadline: UInt64 = LatencyHistogram.frame) { self.deadline = deadline }

  /// Adds one time, ns. It allocates nothing. Percentiles count a time above two minutes as two
  /// minutes.
  public mutating func record(_ nanoseconds: UInt64) {
    maximum = max(maximum, nanoseconds)
    if nanoseconds > deadline { misses += 1 }
    histogram.record(min(nanoseconds, histogram.highestTrackableValue))
  }

  /// How many times were recorded.
  public var count: UInt64 { histogram.totalCount }

  /// The time that `percent` of the recorded times do not exceed, ns. It is at most 0.1 % too long,
  /// and 0 when nothing was recorded.
  ///
  /// A percentage below 0 counts as 0, the shortest time. One above 100 counts as 100, the longest.
  public func percentile(_ percent: Double) -> UInt64 {
    if count == 0 { return 0 }
    return percent >= 100 ? maximum : min(histogram.valueAtPercentile(max(percent, 0)), maximum)
  }

  /// The median, the high percentiles, and the times compared with ``deadline``.
  public var report: DeadlineReport {
    DeadlineReport(
      count: count, p50: percentile(50), p99: percentile(99), p999: percentile(99.9),
      maximum: maximum, deadline: deadline, misses: misses)
  }
}
