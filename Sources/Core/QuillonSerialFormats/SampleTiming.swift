/// Determines when samples were measured.
///
/// `CountingClock` does it from the bytes alone. A host, which knows when bytes arrive, has a clock of
/// its own.
public protocol SampleTiming: Sendable {
  /// The time of the sample that begins with this reading, µs modulo 2³².
  ///
  /// Nil for a reading without time from a board that sends time.
  ///
  /// - Parameters:
  ///   - reading: The message that begins the sample.
  ///   - bytes: The number of bytes since the sample before, skipped ones included.
  ///   - isAfterDamage: True if some of these bytes were skipped.
  mutating func time(of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool) -> UInt32?

  /// The time since the last message arrived, µs, for the message that is complete now; 0 if that is not known.
  mutating func pause() -> UInt32
}

extension SampleTiming {
  /// The default: not known.
  @inlinable @inline(__always)
  public mutating func pause() -> UInt32 { 0 }
}

/// Determines the time of samples with the board's clock, or else by counting.
///
/// A board without a clock is assumed to keep its rate exactly.
public struct CountingClock: SampleTiming {
  /// The sample period, µs.
  private let period: UInt32
  private var hasClock = false
  private var time: UInt32 = 0
  private var counter = SampleCounter()

  /// A clock for boards that measure at a fixed rate if they send no time.
  ///
  /// - Parameter period: The sample period, µs.
  public init(period: UInt32) { self.period = period }

  public mutating func time(
    of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool
  ) -> UInt32? {
    if let time = reading.time {
      hasClock = true
      return time
    }
    guard !hasClock else { return nil }
    let step = counter.step(to: reading.counter, bytes: bytes, isAfterDamage: isAfterDamage)
    time &+= step &* period
    return time
  }
}
