/// How long the ticks of ``TickMeter`` are, and what reading them costs: both measured.
public struct TickClock: Sendable {
  /// ns a tick.
  public let tick: Double
  /// What two successive readings differ by, the median, ticks: as much is in every time that is taken.
  public let overhead: UInt64
  /// How much that difference varies, ticks, at least 1: from the lowest to the highest quarter.
  public let step: UInt64

  /// Measures for 20 ms.
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

  /// The ns of a time that was taken, without what reading the clock adds to it.
  public func nanoseconds(_ ticks: UInt64) -> UInt64 {
    ticks > overhead ? UInt64((Double(ticks - overhead) * tick).rounded()) : 0
  }

  /// The cost in ns.
  public var cost: ClockCost {
    ClockCost(overhead: Double(overhead) * tick, step: max(Double(step) * tick, 1))
  }
}

/// What it costs to read the clock.
public struct ClockCost: Codable, Equatable, Sendable {
  /// What is in every time that is taken, ns, and is subtracted from it.
  public var overhead: Double
  /// What the clock can tell, ns, at least 1, as times are whole ns: smaller differences between times
  /// mean nothing.
  public var step: Double

  /// A cost from its parts.
  public init(overhead: Double, step: Double) {
    self.overhead = overhead
    self.step = step
  }
}
