/// Measured times compared with the time allowed; all in ns.
public struct DeadlineReport: Equatable, Sendable {
  /// How many times were measured.
  public var count: UInt64
  /// The median.
  public var p50: UInt64
  /// The time that 99 % do not exceed.
  public var p99: UInt64
  /// The time that 99.9 % do not exceed.
  public var p999: UInt64
  /// The longest.
  public var maximum: UInt64
  /// The time allowed.
  public var deadline: UInt64
  /// How many times were longer than allowed.
  public var misses: UInt64

  /// ``p999`` as a share of the time allowed: 1 is all of it; infinite when no time is allowed.
  public var share: Double { deadline == 0 ? .infinity : Double(p999) / Double(deadline) }
}

extension DeadlineReport: CustomStringConvertible {
  /// One line, times in µs.
  public var description: String {
    "\(count) times: p50 \(microseconds(p50)) µs, p99 \(microseconds(p99)) µs, "
      + "p99.9 \(microseconds(p999)) µs, max \(microseconds(maximum)) µs; "
      + "p99.9 is \(tenths(share * 100)) % of \(microseconds(deadline)) µs, \(misses) missed"
  }

  private func microseconds(_ nanoseconds: UInt64) -> Double { tenths(Double(nanoseconds) / 1000) }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
