import Glibc

/// Finds when samples were measured: by the board's clock if it sends its time, else from when they
/// arrive.
///
/// Arrivals come in bursts, so no sample has its own: they lie on a straight line over the samples'
/// numbers, fitted to the last three seconds or so. Samples that never came are counted too, as far as a
/// counter, or damaged bytes before a late one, tell of them.
struct SampleTimer {
  /// Where times come from.
  enum Source: Equatable, Sendable {
    /// The board's clock, else arrivals.
    case measured
    /// So many samples a second, exactly: for what comes faster than it was measured.
    case nominal(Double)
  }

  /// A sample later than that by the line, s, was held up or follows a gap: the line begins anew.
  private static let longestLateness = 0.15
  /// So many points make a line that is better than what was known before.
  private static let settlingCount = 32

  /// Samples that never came, by what is known of them.
  private(set) var missing = 0
  /// By how many parts in a million the board's clock is fast against this computer's; nil when it
  /// has none, or not yet known.
  var drift: Double? {
    guard hasClock, count > 500, let slope = clockFit.slope else { return nil }
    return (slope - 1) * 1e6
  }

  private let source: Source
  private var line = LineFit(memory: 300)
  private var clockFit = LineFit(memory: .infinity)
  private var clock = DeviceClock()
  private var hasClock = false
  private var firstArrival: UInt64?
  /// How many samples there were, missing ones included.
  private var number = 0
  private var count = 0
  /// The points on the line, and the first of them.
  private var points = 0
  private var start = SIMD2(0.0, 0.0)
  /// s between samples, as far as known.
  private var period: Double?
  private var counter: UInt16?
  private var lastArrival = 0.0
  private var lastTime = 0.0

  init(_ source: Source = .measured) { self.source = source }

  /// The time of the next sample, µs modulo 2³²; nil for one without time from a board that sends it.
  ///
  /// - Parameters:
  ///   - deviceTime: the board's clock, µs modulo 2³².
  ///   - counter: the board's own count of samples, modulo 256 or more.
  ///   - arrival: when its last byte was read, ns.
  ///   - isAfterDamage: true when bytes were rejected since the sample before.
  mutating func time(
    deviceTime: UInt32?, counter: UInt16?, arrival: UInt64, isAfterDamage: Bool
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
    count(counter, at: seconds, isAfterDamage: isAfterDamage)
    let time = max(estimate(seconds), lastTime + 0.25 * (period ?? 0))
    (lastArrival, lastTime) = (seconds, time)
    return UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded()))
  }

  /// Numbers the sample.
  private mutating func count(_ counter: UInt16?, at arrival: Double, isAfterDamage: Bool) {
    var step = 1
    if let counter, let last = self.counter {
      // The counters of all formats agree modulo 256; a repeated one is a restart.
      step = max(Int((counter &- last) & 0xFF), 1)
    } else if isAfterDamage, let period, points >= Self.settlingCount {
      step = max(Int(min((arrival - lastArrival) / period, 50).rounded()), 1)
    }
    self.counter = counter
    missing += step - 1
    number += step
  }

  /// When the sample of the current number was measured, s.
  private mutating func estimate(_ arrival: Double) -> Double {
    if case .nominal(let rate) = source { return Double(number) / rate }
    let x = Double(number)
    if points > 0, let period, points >= Self.settlingCount,
      arrival - (line.value(at: x) ?? start.y + (x - start.x) * period) > Self.longestLateness
    {
      line = LineFit(memory: 300)
      points = 0
    }
    if points == 0 { start = SIMD2(x, arrival) }
    points += 1
    line.add(x: x, y: arrival)
    if points >= Self.settlingCount, let slope = line.slope, slope > 0 {
      period = slope
      return line.value(at: x) ?? arrival
    }
    return period.map { start.y + (x - start.x) * $0 } ?? line.value(at: x) ?? arrival
  }
}
