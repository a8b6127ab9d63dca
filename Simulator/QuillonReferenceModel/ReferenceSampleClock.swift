import Foundation

/// Computes time steps from timestamps with jitter, in Double: a phase-locked loop that follows the
/// average of the timestamps and distinguishes a late sample from missing ones.
///
/// It counts whole steps of 2⁻³³ s, like a device. So every decision about time is the same on all
/// machines.
struct ReferenceSampleClock {
  /// The meaning of a timestamp.
  enum Step: Equatable {
    /// It is the first timestamp.
    case first
    /// The time did not increase.
    case none
    /// The time since the previous sample is longer than ``longestStep``.
    case gap
    /// A step: the raw time since the previous sample, µs; the smoothed time, s; and the part of
    /// it, s, in which samples are missing.
    case step(elapsed: Double, smoothed: Double, missing: Double)
  }

  /// The average time between samples, in units of 2⁻³³ s; 0 before the second sample.
  private(set) var period = 0.0
  private var last: UInt32?
  private var lag = 0.0
  private var count = 0.0

  /// The longest step, µs, that is not a gap.
  static let longestStep: UInt32 = 150_000
  /// The number of steps that form the first average.
  static let settlingCount = 32.0
  /// The largest number of consecutive samples that count as missing. If more are missing, they are one long step.
  static let mostMissing = 4
  /// The longest period with which samples count as missing, 2⁻³³ s: a step of 0.25 s has no room for one with a longer one.
  static let longestPeriod = Double(0x3F00_0000)

  mutating func advance(to timestamp: UInt32) -> Step {
    guard let last else {
      self.last = timestamp
      return .first
    }
    let difference = timestamp &- last
    self.last = timestamp
    if difference == 0 || difference >= 1 << 31 { return .none }
    guard difference <= Self.longestStep else {
      lag = 0
      return .gap
    }
    let microseconds = Double(difference)
    let elapsed =
      microseconds * 8_589 + ((microseconds / 4).rounded(.down) * 61_249 / 16_384).rounded(.down)
    count += 1
    guard count > Self.settlingCount else {
      period += ((elapsed - period) / exp2(log2(count).rounded(.up))).rounded(.down)
      return .step(elapsed: microseconds, smoothed: elapsed / 0x1p33, missing: 0)
    }
    var late = lag + elapsed - period
    let half = (period / 2).rounded(.down)
    let drift = (min(max(late, -period), period) / 2_048).rounded(.down)
    var missing = 0.0
    for _ in 0..<Self.mostMissing where late > half && period < Self.longestPeriod {
      late -= period
      missing += period
    }
    let isRegular = abs(late) <= half
    let follow = isRegular ? (late / 32).rounded(.down) : max(late, -period)
    lag = late - follow
    let step = period + missing + follow
    period += drift
    return .step(
      elapsed: microseconds, smoothed: step / 0x1p33, missing: missing / 0x1p33)
  }
}
