import Glibc
import QuillonProtocols

/// Finds when samples were measured: by the board's clock if it sends its time, else from when they
/// arrive.
///
/// Arrivals come in bursts, so no sample has its own: they lie on a straight line over the samples'
/// numbers, fitted to the last three seconds or so. Samples that never came are counted too, as a counter
/// or, after damage, the number of bytes tells.
public struct SampleTimer: SampleClock {
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
  /// Samples a second, missing ones included: by the board's clock, else by this computer's; nil if not yet known.
  public var rate: Double? {
    if case .nominal(let rate) = source, !hasClock { return rate }
    return period.map { 1 / $0 }
  }
  /// When the last byte of the next sample was read, ns. Set it before each sample.
  public var arrival: UInt64 = 0

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
  private var counter = SampleCounter()
  private var lastTime = 0.0
  /// The board's last time, µs, and the steps to its first ones.
  private var lastDeviceTime: UInt32?
  private var deviceSteps: [UInt32] = []

  /// A timer that has seen nothing.
  public init(_ source: Source = .measured) { self.source = source }

  public mutating func time(
    of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool
  ) -> UInt32? {
    let start = firstArrival ?? arrival
    firstArrival = start
    let seconds = Double(arrival &- start) * 1e-9
    count += 1
    if let time = reading.time {
      hasClock = true
      clockFit.add(x: seconds, y: Double(clock.advance(to: time)) * 1e-6)
      measurePeriod(to: time)
      return time
    }
    guard !hasClock else { return nil }
    let step = Int(
      counter.step(to: reading.counter, bytes: bytes, isAfterDamage: isAfterDamage))
    missing += step - 1
    number += step
    let time = max(estimate(seconds), lastTime + 0.25 * (period ?? 0))
    lastTime = time
    return UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded()))
  }

  /// Takes the median of the first steps of the board's clock, which lost samples do not change.
  private mutating func measurePeriod(to time: UInt32) {
    guard deviceSteps.count < Self.settlingCount else { return }
    if let lastDeviceTime, time &- lastDeviceTime < 1 << 31 {
      deviceSteps.append(time &- lastDeviceTime)
    }
    lastDeviceTime = time
    guard deviceSteps.count == Self.settlingCount else { return }
    let median = deviceSteps.sorted()[deviceSteps.count / 2]
    period = median > 0 ? Double(median) * 1e-6 : nil
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
