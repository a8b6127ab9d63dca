import QuillonSystem

/// The length of ``TickMeter``'s ticks, and the cost of reading them. Both are measured.
public struct TickClock: Sendable {
  /// The length of a tick, ns.
  public let tick: Double
  /// The median difference between two successive readings, ticks. Every measured time includes it.
  public let overhead: UInt64
  /// How much that difference varies, ticks: its interquartile range, at least 1.
  public let step: UInt64

  /// Measures the clock for 20 ms.
  public init() {
    var differences: [UInt64] = []
    differences.reserveCapacity(20_000)
    var last = TickMeter.read()
    for _ in 0..<20_000 {
      let now = TickMeter.read()
      differences.append(now &- last)
      last = now
    }
    differences.sort()
    overhead = differences[10_000]
    step = max(differences[15_000] - differences[5_000], 1)
    let (begin, ticks) = (MonotonicClock.now(), TickMeter.read())
    var end = begin
    while end - begin < 20_000_000 { end = MonotonicClock.now() }
    tick = Double(end - begin) / Double(max(TickMeter.read() &- ticks, 1))
  }

  /// A measured time in ns, without the cost of reading the clock. A time shorter than that cost
  /// gives 0.
  public func nanoseconds(_ ticks: UInt64) -> UInt64 {
    ticks > overhead ? UInt64((Double(ticks - overhead) * tick).rounded()) : 0
  }

  /// The cost of reading the clock, ns.
  public var cost: ClockCost {
    ClockCost(overhead: Double(overhead) * tick, step: max(Double(step) * tick, 1))
  }
}

/// The cost of reading the clock.
public struct ClockCost: Codable, Equatable, Sendable {
  /// The time that every measurement includes, ns. It is subtracted.
  public var overhead: Double
  /// The clock's resolution, ns, at least 1, since times are whole ns. Smaller differences between
  /// times mean nothing.
  public var step: Double

  /// A cost from its parts.
  public init(overhead: Double, step: Double) {
    self.overhead = overhead
    self.step = step
  }
}
