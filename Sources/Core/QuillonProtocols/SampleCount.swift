/// Tells when samples were measured where nothing but their bytes is known: by the board's clock, else by counting.
///
/// A board without a clock is taken to keep its rate exactly. Samples that never came are counted as its counter tells,
/// else, after damage, the number of bytes: so time goes on over a gap.
struct SampleCount: Sendable {
  /// µs from one sample to the next.
  let period: UInt32
  /// So many samples at most are made up for at a time: no rate is off by more than that without a pause of a second.
  private static let longestGap: UInt32 = 100

  private var hasClock = false
  private var time: UInt32 = 0
  private var counter: UInt16?
  /// How many bytes a sample has, as the last one that was not damaged had; 0 before.
  private var size: UInt32 = 0
  /// What the decoder had accepted and rejected up to the last sample.
  private var settled: (accepted: UInt32, rejected: UInt32) = (0, 0)

  /// A count for boards that measure every `period` µs.
  init(period: UInt32) { self.period = period }

  /// The time of the sample that begins with this reading, µs modulo 2³²; nil for one without time from a board that sends
  /// it.
  mutating func time(of reading: SensorReading, _ tally: DecodeCounters) -> UInt32? {
    if let time = reading.time {
      hasClock = true
      return time
    }
    guard !hasClock else { return nil }
    let rejected = tally.rejected
    let isDamaged = rejected != settled.rejected
    let bytes = tally.accepted &- settled.accepted &+ (rejected &- settled.rejected)
    settled = (tally.accepted, rejected)
    time &+= step(to: reading.counter, bytes: bytes, isDamaged: isDamaged) &* period
    return time
  }

  /// How many samples have passed since the last one.
  private mutating func step(to next: UInt16?, bytes: UInt32, isDamaged: Bool) -> UInt32 {
    defer { counter = next }
    if let next, let counter {
      // The counters of all formats agree modulo 256; a repeated one is a restart.
      let step = UInt32(truncatingIfNeeded: (next &- counter) & 0xFF)
      return step > 0 ? step : 1
    }
    guard isDamaged, size > 0 else {
      size = bytes
      return 1
    }
    // To the nearest, and 1 at least.
    var (step, rest): (UInt32, UInt32) = (1, bytes)
    while step < Self.longestGap, rest >= size &+ size &>> 1 {
      rest &-= size
      step &+= 1
    }
    return step
  }
}
