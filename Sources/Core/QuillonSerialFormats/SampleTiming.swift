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

/// Detects whether a board sends its time.
///
/// The second time in a row counts: a single one may be a number of a line whose beginning was lost. After 31 samples in a row without
/// a time, the board sends none anymore.
public struct DeviceClockDetector: Sendable {
  /// 0 without a time, 1 after a single one; above that, the samples that may still come without one.
  private var patience: UInt8 = 0

  /// A detector without samples.
  public init() {}

  /// True if the board sends its time, so that a sample without one has lost it.
  public var isPresent: Bool { patience > 1 }

  /// Adds the next sample.
  public mutating func add(hasTime: Bool) {
    if hasTime {
      patience = patience == 0 ? 1 : 32
    } else {
      patience = isPresent ? patience &- 1 : 0
    }
  }
}

/// Determines the time of samples with the board's clock, or else by counting.
///
/// A board without a clock is assumed to keep its rate exactly.
public struct CountingClock: SampleTiming {
  /// The sample period, µs.
  private let period: UInt32
  private var deviceClock = DeviceClockDetector()
  private var time: UInt32 = 0
  private var counter = SampleCounter()

  /// A clock for boards that measure at a fixed rate if they send no time.
  ///
  /// - Parameter period: The sample period, µs.
  public init(period: UInt32) { self.period = period }

  public mutating func time(
    of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool
  ) -> UInt32? {
    deviceClock.add(hasTime: reading.time != nil)
    if let deviceTime = reading.time {
      time = deviceTime
      return time
    }
    guard !deviceClock.isPresent else { return nil }
    let step = counter.step(to: reading.counter, bytes: bytes, isAfterDamage: isAfterDamage)
    time &+= step &* period
    return time
  }
}
