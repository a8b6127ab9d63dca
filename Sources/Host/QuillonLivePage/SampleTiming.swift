/// How evenly samples arrive by the board's clock, over about the last hundred samples.
struct SampleTiming {
  private var last: UInt32?
  private var mean = 0.0
  private var variance = 0.0

  /// Adds the timestamp of a sample. A step of more than a second, or back, does not count.
  mutating func add(_ timestamp: UInt32) {
    defer { last = timestamp }
    guard let last else { return }
    let step = Double(timestamp &- last)
    guard (1...1_000_000).contains(step) else { return }
    guard mean > 0 else { return mean = step }
    let weight = 0.02
    let difference = step - mean
    mean += weight * difference
    variance = (1 - weight) * (variance + weight * difference * difference)
  }

  /// Samples a second. Nil before the second sample.
  var rate: Double? { mean > 0 ? (10_000_000 / mean).rounded() / 10 : nil }

  /// The standard deviation of the time between two samples, µs.
  var jitter: Double? { mean > 0 ? variance.squareRoot().rounded() : nil }
}
