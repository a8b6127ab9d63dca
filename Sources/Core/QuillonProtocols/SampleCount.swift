/// Determines the time of samples from the bytes alone: with the board's clock, or else by
/// counting.
///
/// A board without a clock is assumed to keep its rate exactly. Missing samples are counted with
/// the board's counter, or else, after damage, with the number of bytes. So time continues
/// correctly after a gap.
struct SampleCount: Sendable {
  /// The sample period, µs.
  let period: UInt32
  /// The most missing samples that are counted at a time. A larger number would mean a pause of a
  /// second.
  private static let longestGap: UInt32 = 100

  private var hasClock = false
  private var time: UInt32 = 0
  private var counter: UInt16?
  /// The number of bytes of the last undamaged sample; 0 before it.
  private var size: UInt32 = 0
  /// The decoder's accepted and rejected bytes up to the last sample.
  private var previous: (accepted: UInt32, rejected: UInt32) = (0, 0)

  /// A count for boards that measure every `period` µs.
  init(period: UInt32) { self.period = period }

  /// The time of the sample that begins with this reading, µs modulo 2³². Nil for a reading without
  /// time from a board that sends time.
  mutating func time(of reading: SensorReading, _ counters: DecodeCounters) -> UInt32? {
    if let time = reading.time {
      hasClock = true
      return time
    }
    guard !hasClock else { return nil }
    let rejected = counters.rejected
    let isDamaged = rejected != previous.rejected
    let bytes = counters.accepted &- previous.accepted &+ (rejected &- previous.rejected)
    previous = (counters.accepted, rejected)
    time &+= step(to: reading.counter, bytes: bytes, isDamaged: isDamaged) &* period
    return time
  }

  /// The number of samples since the last one.
  private mutating func step(to next: UInt16?, bytes: UInt32, isDamaged: Bool) -> UInt32 {
    defer { counter = next }
    if let next, let counter {
      // The counters of all formats are valid modulo 256. A repeated value means a restart.
      let step = UInt32(truncatingIfNeeded: (next &- counter) & 0xFF)
      return step > 0 ? step : 1
    }
    guard isDamaged, size > 0 else {
      size = bytes
      return 1
    }
    // Rounded to nearest, at least 1.
    var (step, rest): (UInt32, UInt32) = (1, bytes)
    while step < Self.longestGap, rest >= size &+ size &>> 1 {
      rest &-= size
      step &+= 1
    }
    return step
  }
}
