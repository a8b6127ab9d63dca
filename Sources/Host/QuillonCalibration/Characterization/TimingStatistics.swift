import Foundation

/// The timing of a recording's samples.
public struct TimingStatistics: Equatable, Sendable {
  /// How many samples there are.
  public var count: Int
  /// The time from the first sample to the last, s.
  public var duration: Double
  /// The intervals between samples, s, in their order.
  public var intervals: [Double]

  /// The statistics of `times`, s, which must not decrease.
  public init(of times: [Double]) {
    count = times.count
    duration = (times.last ?? 0) - (times.first ?? 0)
    intervals = zip(times, times.dropFirst()).map { $1 - $0 }
  }

  /// The mean number of samples per second; 0 for fewer than two samples.
  public var rate: Double { duration > 0 ? Double(count - 1) / duration : 0 }

  /// The mean interval, s; 0 for fewer than two samples.
  public var meanInterval: Double { rate > 0 ? 1 / rate : 0 }

  /// The median interval, s; 0 for fewer than two samples.
  public var medianInterval: Double { intervals.sorted()[safe: intervals.count / 2] ?? 0 }

  /// The standard deviation of the intervals, s.
  public var jitter: Double {
    let squares = intervals.map { ($0 - meanInterval) * ($0 - meanInterval) }
    return (squares.reduce(0, +) / Double(max(squares.count, 1))).squareRoot()
  }

  /// The longest interval, s; 0 for fewer than two samples.
  public var longestInterval: Double { intervals.max() ?? 0 }

  /// The number of intervals longer than one and a half times the mean. Samples are missing or late
  /// there.
  public var gaps: Int { intervals.count { $0 > 1.5 * meanInterval } }

  /// The number of intervals of 0.
  public var repeated: Int { intervals.count { $0 == 0 } }

  /// True when at least a tenth of the intervals are shorter than half the mean. Then samples come
  /// in bursts, and their times are those of arrival, not of measurement.
  public var isBursty: Bool {
    10 * intervals.count { $0 < 0.5 * meanInterval } >= max(intervals.count, 1)
  }
}

extension Array {
  /// The element at `index`; nil outside of the array.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
