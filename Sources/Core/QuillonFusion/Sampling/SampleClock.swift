import QuillonNumerics

/// Makes even time steps from jittering timestamps. Distinguishes late samples from missing ones.
///
/// Boards sample evenly but put uneven timestamps, so the steps follow the average of the
/// timestamps with a phase-locked loop (gains 1/32 for the phase, 1/2048 for the period: damped at
/// 0.7). No time is gained or lost in the long run. It counts whole steps of 2⁻³³ s, which are
/// exactly defined, so that every machine makes the same decisions.
struct SampleClock: Sendable {
  /// The meaning of a timestamp.
  enum Step: Equatable, Sendable {
    /// The first timestamp. There is no step yet.
    case first
    /// The same or an earlier time: not a new sample.
    case none
    /// More than 150 ms. The motion in between is unknown.
    case gap
    /// A step.
    case step(Interval)
  }

  /// A time step.
  struct Interval: Equatable, Sendable {
    /// The step by the timestamps, µs, 1…150,000.
    var microseconds: Int32
    /// The smoothed step, s, Q33, 0…0.25.
    var smoothed: Fixed<33>
    /// The part of the step in which samples are missing, s, Q33; almost always 0.
    var missing: Fixed<33>

    /// No time, as before the first sample.
    static var none: Self { Self(microseconds: 0, smoothed: .zero, missing: .zero) }
  }

  /// The average time between samples, 2⁻³³ s, up to 150 ms; 0 before the second one.
  private(set) var period: Int32 = 0
  /// How far the returned steps are behind the timestamps, 2⁻³³ s.
  private var lag: Int32 = 0
  private var last: UInt32 = 0
  private var count: UInt32 = 0

  /// True after the first timestamp.
  @inline(__always)
  var hasBegun: Bool { count > 0 }

  /// The number of steps in the first average.
  private static var settlingCount: UInt32 { 32 }
  /// The most samples in a row that count as missing. A longer pause is one long step.
  private static var mostMissing: Int32 { 4 }
  /// With longer periods, 123 ms, none counts as missing: the step would not fit.
  private static var longestPeriod: Int32 { 0x3F00_0000 }

  /// Advances to the next timestamp, µs modulo 2³².
  ///
  /// 150 ms are 1.29 · 10⁹ steps, and the lag stays below half of that. Samples are missing only with periods up to
  /// 123 ms. So no sum reaches 2³¹.
  mutating func advance(to timestamp: UInt32) -> Step {
    let difference = timestamp &- last
    last = timestamp
    guard count > 0 else {
      count = 1
      return .first
    }
    if difference == 0 || difference >= 1 &<< 31 { return .none }
    guard difference <= 150_000 else {
      lag = 0
      return .gap
    }
    let microseconds = Int32(truncatingIfNeeded: difference)
    let elapsed = Self.steps(microseconds)
    guard count > Self.settlingCount else {
      // The mean of count differences, but with gains that are powers of two.
      let shift = 32 &- Int32(truncatingIfNeeded: (count &- 1).leadingZeroBitCount)
      period &+= (elapsed &- period) &>> shift
      count &+= 1
      return .step(
        Interval(microseconds: microseconds, smoothed: Fixed(bits: elapsed), missing: .zero))
    }
    assert(lag.magnitude < 644_245_095)
    assert((Int64(lag) + Int64(elapsed) - Int64(period)).magnitude < 1 << 31)
    var late = lag &+ elapsed &- period
    let half = period &>> 1
    let drift = Swift.min(Swift.max(late, 0 &- period), period) &>> 11
    var (missing, missed): (Int32, Int32) = (0, 0)
    while late > half && missed < Self.mostMissing && period < Self.longestPeriod {
      late &-= period
      missing &+= period
      missed &+= 1
    }
    let isRegular = late <= half && late >= 0 &- half
    let follow = isRegular ? late &>> 5 : Swift.max(late, 0 &- period)
    lag = late &- follow
    assert((Int64(period) + Int64(missing) + Int64(follow)).magnitude < 1 << 31)
    let step = period &+ missing &+ follow
    period &+= drift
    return .step(
      Interval(
        microseconds: microseconds, smoothed: Fixed(bits: step), missing: Fixed(bits: missing)))
  }

  /// Up to 150,000 µs in steps of 2⁻³³ s, relative error below 10⁻⁸: 2³³/10⁶ = 8589 + 61249.4 ·
  /// 2⁻¹⁶.
  @inline(__always)
  private static func steps(_ microseconds: Int32) -> Int32 {
    // 37,500 · 61,249 is below 2³².
    let quarter = UInt32(bitPattern: microseconds) &>> 2
    assert(microseconds <= 150_000)
    assert(UInt64(quarter) * 61_249 < 1 << 32)
    return microseconds &* 8_589 &+ Int32(bitPattern: (quarter &* 61_249) &>> 14)
  }
}
