import QuillonWire

/// The rate and the latency of a board that recognizes letters itself, by its own status.
public struct BoardPerformance: Sendable {
  /// The figures of a board since its start.
  public struct Report: Equatable, Sendable {
    /// Samples a second by the board's clock, between the first and the last status in which samples arrived; nil before.
    public var rate: Double?
    /// The longest time from a sample's last byte to the end of its work, µs; nil for firmware that does not measure it.
    public var longestLatency: UInt32?
    /// The samples whose work was not done 10 ms after their last byte.
    public var lateSamples: UInt32
  }

  private var first: (samples: UInt32, time: UInt32)?
  private var last: (samples: UInt32, time: UInt32)?
  private var truncatedStrokes: UInt32?
  /// The figures; nil before the first status.
  public private(set) var report: Report?

  /// Nothing is known yet.
  public init() {}

  /// Adds a status with the time of its packet, µs.
  mutating func add(_ status: Status, at time: UInt32) {
    let samples = status.samples.value
    if last.map({ $0.samples < samples }) ?? true {
      // The rate counts from the first status that shows samples: before it, the board waited for them.
      if first == nil, samples > 0 { first = (samples, time) }
      last = (samples, time)
    }
    var rate: Double?
    if let first, let last, last.samples > first.samples {
      rate = Double(last.samples - first.samples) / Double(last.time &- first.time) * 1e6
    }
    report = Report(
      rate: rate, longestLatency: status.longestLatency == 0 ? nil : status.longestLatency,
      lateSamples: status.lateSamples.value)
  }

  /// True if a stroke was cut since the status before.
  mutating func takeTruncation(in status: Status) -> Bool {
    defer { truncatedStrokes = status.truncatedStrokes.value }
    return truncatedStrokes.map { $0 < status.truncatedStrokes.value } ?? false
  }

  /// The board has restarted, so its counters begin anew. The figures so far stay.
  mutating func restart() { (first, last, truncatedStrokes) = (nil, nil, nil) }
}
