import Glibc

/// Finds when samples were measured: by the board's clock if it sends its time, else from when they
/// arrive.
///
/// Arrivals come in bursts, so no sample has its own: they lie on a straight line over the samples'
/// numbers, fitted to the last three seconds or so. Samples that never came are counted too, as a counter
/// or, after damage, the number of bytes tells.
public struct SampleTimer {
  /// Where times come from.
  public enum Source: Equatable, Sendable {
    /// The board's clock, else arrivals.
    case measured
    /// So many samples a second, exactly: for what comes faster than it was measured.
    case nominal(Double)
  }

  /// How many samples the line remembers.
  private static let memory = 300.0
  /// Lateness that counts in the line, s: the bursts of common adapters are 16 ms apart.
  private static let tolerance = 0.03
  /// A sample later than that, s, follows a gap: the line begins anew.
  private static let longestLateness = 1.0
  /// So many samples in a row that are late follow a gap too.
  private static let longestBurst = 100
  /// So many points make a line that is better than what was known before.
  private static let settlingCount = 32

  /// True when the board sends its time.
  public private(set) var hasClock = false
  /// Samples that never came, by what is known of them.
  public private(set) var missing = 0
  /// By how many parts in a million the board's clock is fast against this computer's; nil when it
  /// has none, or not yet known, or its samples do not come as fast as they were measured.
  public var drift: Double? {
    guard hasClock, count > 500, let slope = clockFit.slope, abs(slope - 1) < 0.1 else {
      return nil
    }
    return (slope - 1) * 1e6
  }
  /// Samples a second by this computer's clock, missing ones included; nil when the board sends its
  /// time, or not yet known.
  public var rate: Double? { period.map { 1 / $0 } }

  private let source: Source
  private var line = LineFit(memory: SampleTimer.memory)
  private var clockFit = LineFit(memory: .infinity)
  private var clock = DeviceClock()
  private var firstArrival: UInt64?
  /// How many samples there were, missing ones included.
  private var number = 0
  private var count = 0
  /// The points on the line, and the first of them.
  private var points = 0
  private var start = SIMD2(0.0, 0.0)
  /// How many samples in a row were late.
  private var lateCount = 0
  /// s between samples, as far as known.
  private var period: Double?
  /// How many bytes a whole sample has on average.
  private var size = 0.0
  private var counter: UInt16?
  private var lastTime = 0.0

  /// A timer that has seen nothing.
  public init(_ source: Source = .measured) { self.source = source }

  /// The time of the next sample, µs modulo 2³²; nil for one without time from a board that sends it.
  ///
  /// - Parameters:
  ///   - deviceTime: the board's clock, µs modulo 2³².
  ///   - counter: the board's own count of samples, modulo 256 or more.
  ///   - arrival: when its last byte was read, ns.
  ///   - bytes: how many there were since the sample before, rejected ones included.
  ///   - isAfterDamage: true when some of them were rejected.
  public mutating func time(
    deviceTime: UInt32?, counter: UInt16?, arrival: UInt64, bytes: Int,
    isAfterDamage: Bool
  ) -> UInt32? {
    let start = firstArrival ?? arrival
    firstArrival = start
    let seconds = Double(arrival &- start) * 1e-9
    count += 1
    if let deviceTime {
      hasClock = true
      clockFit.add(x: seconds, y: Double(clock.advance(to: deviceTime)) * 1e-6)
      return deviceTime
    }
    guard !hasClock else { return nil }
    count(counter, bytes: bytes, isAfterDamage: isAfterDamage)
    let time = max(estimate(seconds), lastTime + 0.25 * (period ?? 0))
    lastTime = time
    return UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded()))
  }

  /// Numbers the sample.
  private mutating func count(_ counter: UInt16?, bytes: Int, isAfterDamage: Bool) {
    var step = 1
    if let counter, let last = self.counter {
      // The counters of all formats agree modulo 256; a repeated one is a restart.
      step = max(Int((counter &- last) & 0xFF), 1)
    } else if !isAfterDamage {
      size += (Double(bytes) - size) / (count < 4 ? 1 : 16)
    } else if size > 0 {
      step = max(Int((Double(bytes) / size).rounded()), 1)
    }
    self.counter = counter
    missing += step - 1
    number += step
  }

  /// When the sample of the current number was measured, s.
  private mutating func estimate(_ arrival: Double) -> Double {
    if case .nominal(let rate) = source { return Double(number) / rate }
    let x = Double(number)
    guard points >= Self.settlingCount, let due = line.value(at: x) else {
      return begin(x, arrival)
    }
    // What was held up on its way comes late, and then in a burst: the line goes on. Only when it
    // stays late has time passed without samples.
    let lateness = arrival - due
    lateCount = lateness > Self.tolerance ? lateCount + 1 : 0
    if lateness > Self.longestLateness || lateCount > Self.longestBurst {
      line = LineFit(memory: Self.memory)
      (points, lateCount) = (0, 0)
      return begin(x, arrival)
    }
    line.add(x: x, y: due + min(lateness, Self.tolerance))
    if let slope = line.slope, slope > 0 { period = slope }
    return due
  }

  /// The time of one of the first points of a line.
  private mutating func begin(_ x: Double, _ arrival: Double) -> Double {
    if points == 0 { start = SIMD2(x, arrival) }
    points += 1
    line.add(x: x, y: arrival)
    if points == Self.settlingCount, let slope = line.slope, slope > 0 { period = slope }
    return period.map { start.y + (x - start.x) * $0 } ?? line.value(at: x) ?? arrival
  }
}
