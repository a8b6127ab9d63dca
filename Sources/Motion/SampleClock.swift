import FixedPoint

/// Makes even time steps of jittering timestamps, and tells a late sample from missing ones.
///
/// Boards sample evenly but stamp unevenly, so the steps follow the average of the timestamps: a
/// phase-locked loop (gains 1/16 for the phase, 1/512 for the period). No time is gained or lost over
/// the long run. Whole numbers throughout, exactly defined, so that every machine takes the same
/// decisions.
struct SampleClock: Sendable {
  /// What a timestamp says.
  enum Step: Equatable, Sendable {
    /// The first timestamp: nothing is known yet.
    case first
    /// The same time again, or an earlier one: not a sample.
    case none
    /// More than 150 ms: what happened in between is not known.
    case gap
    /// A step.
    case step(Interval)
  }

  /// A step in time.
  struct Interval: Equatable, Sendable {
    /// By the timestamps, µs, 1…150,000.
    var elapsed: Int32
    /// Smoothed, s, Q33, 0…0.25.
    var smoothed: Fixed<33>
    /// The part of it in which samples are missing, s, Q33; 0 almost always.
    var missing: Fixed<33>

    /// No time, as before the first sample.
    static var none: Self { Self(elapsed: 0, smoothed: .zero, missing: .zero) }
  }

  /// The average time between samples, 2⁻¹² µs, up to 150 ms; 0 before the second one.
  private(set) var period: Int32 = 0
  /// How far the steps given out lie behind the timestamps, 2⁻¹² µs.
  private var lag: Int32 = 0
  private var last: UInt32 = 0
  private var count: UInt32 = 0

  /// The steps of which the first average is made.
  private static var settlingCount: UInt32 { 16 }
  /// The most samples in a row that count as missing; beyond them it is one long step.
  private static var mostMissing: Int32 { 4 }

  /// Takes the next timestamp, µs modulo 2³².
  ///
  /// 150 ms are 6.2 · 10⁸ steps of 2⁻¹² µs and |lag| stays below half of that plus a period: no sum
  /// reaches 2³¹.
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
    let elapsed = microseconds &<< 12
    guard count > Self.settlingCount else {
      // The mean of count differences, but with gains that are powers of two.
      let shift = 32 &- Int32(truncatingIfNeeded: (count &- 1).leadingZeroBitCount)
      period &+= (elapsed &- period) &>> shift
      count &+= 1
      return .step(
        Interval(elapsed: microseconds, smoothed: Self.seconds(elapsed), missing: .zero))
    }
    var late = lag &+ elapsed &- period
    let half = period &>> 1
    let drift = Swift.min(Swift.max(late, 0 &- period), period) &>> 9
    var missing: Int32 = 0
    while late > half && missing < Self.mostMissing &* period {
      late &-= period
      missing &+= period
    }
    let isRegular = late <= half && late >= 0 &- half
    let follow = isRegular ? late &>> 4 : Swift.max(late, 0 &- period)
    lag = late &- follow
    let step = period &+ missing &+ follow
    period &+= drift
    return .step(
      Interval(
        elapsed: microseconds, smoothed: Self.seconds(step), missing: Self.seconds(missing)))
  }

  /// 2⁻¹² µs as seconds, Q33, rounded; 0.25 s and more clamped.
  ///
  /// Q12 µs × Q30 = Q42 µs, one term; 1.048576 · 2³⁰ · 2⁻²⁹ turns it into Q33 s.
  @inline(__always)
  private static func seconds(_ time: Int32) -> Fixed<33> {
    time == 0 ? .zero : Fixed(bits: WideSum(time, times: 1_125_899_907).saturated(dropping: 29))
  }
}
