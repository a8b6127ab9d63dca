import QuillonSystem

/// The times of a stage: a histogram and their exact sum.
struct StageHistogram {
  private(set) var histogram = LatencyHistogram()
  private var sum = 0.0

  /// Adds the time of a run, ns.
  mutating func add(_ nanoseconds: UInt64) {
    histogram.record(nanoseconds)
    sum += Double(nanoseconds)
  }

  /// The figures under `name`; nil when nothing was added.
  func figures(name: String) -> StageFigures? {
    guard histogram.count > 0 else { return nil }
    return StageFigures(
      name: name, count: Int(histogram.count), mean: sum / Double(histogram.count),
      percentiles: StageFigures.Percentiles(histogram), max: Double(histogram.maximum))
  }
}

extension StageFigures.Percentiles {
  /// The percentiles of a histogram, ns.
  public init(_ histogram: LatencyHistogram) {
    self.init(
      p50: Double(histogram.percentile(50)), p90: Double(histogram.percentile(90)),
      p99: Double(histogram.percentile(99)), p999: Double(histogram.percentile(99.9)),
      p9999: Double(histogram.percentile(99.99)))
  }
}
