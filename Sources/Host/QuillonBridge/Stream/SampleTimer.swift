import QuillonSerialFormats

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds when samples were measured: from the board's clock if the board sends its time, otherwise
/// from the arrival times.
///
/// Arrivals come in bursts, so a single arrival is inexact. A straight line is fitted to the
/// arrival times over the sample numbers of about the last three seconds. Missing samples count
/// too: a counter shows them, or the number of bytes after damage.
public struct SampleTimer: SampleTiming {
  /// Where times come from.
  public enum Source: Equatable, Sendable {
    /// The board's clock, otherwise the arrival times.
    case measured
    /// A fixed rate, samples a second. For bytes that arrive faster than they were measured.
    case nominal(Double)
  }

  /// The memory of the line, in samples.
  private static let memory = 300.0
  /// The greatest lateness that changes the line, s. Common adapters send bursts every 16 ms.
  private static let tolerance = 0.03
  /// A sample that is later than this, s, follows a gap. The line begins again.
  private static let longestLateness = 1.0
  /// If this many samples in a row are late, they follow a gap too.
  private static let longestBurst = 100
  /// After this many points the line is better than the estimate before it.
  private static let settlingCount = 32

  /// True if the board sends its time, and it is used.
  public var hasClock: Bool { detector.isPresent && contradiction?.isIgnored != true }
  /// How the board's clock and the arrivals disagree; nil if they agree, and as long as that is not known.
  public private(set) var contradiction: ClockContradiction?
  /// The number of missing samples, as far as it is known: those that were lost, and those that got no time because it was not yet known
  /// whether the board's clock can be right.
  public private(set) var missing = 0
  /// How much faster the board's clock runs than this computer's, parts per million. Nil if the
  /// board sends no time, if it is not yet known, or if the samples do not arrive as fast as they
  /// were measured.
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
  private var detector = DeviceClockDetector()
  private var line = LineFit(memory: SampleTimer.memory)
  private var clockFit = LineFit(memory: .infinity)
  private var clock = DeviceClock()
  private var firstArrival: UInt64?
  private var lastArrival: UInt64?
  /// The number of the last sample. Missing samples count.
  private var number = 0
  private var count = 0
  /// The number of points on the line, and the first of them.
  private var points = 0
  private var start = SIMD2(0.0, 0.0)
  /// How many samples in a row were late.
  private var lateCount = 0
  /// The time between samples, s. Nil while unknown.
  private var period: Double?
  private var counter = SampleCounter()
  private var lastTime = 0.0
  /// The board's last time, µs, and the steps to its first ones.
  private var lastDeviceTime: UInt32?
  private var deviceSteps: [UInt32] = []
  private var check = ClockCheck()
  /// The board's first time, µs: the origin of the times that replace the board's.
  private var firstDeviceTime: UInt32?

  /// Creates a timer without samples.
  ///
  /// - Parameter source: Where the times come from.
  public init(_ source: Source = .measured) { self.source = source }

  /// The time from the arrival of the message before to that of this one, µs. It is 0 where bytes arrive faster than they were measured.
  public mutating func pause() -> UInt32 {
    defer { lastArrival = arrival }
    guard source == .measured, let lastArrival else { return 0 }
    return UInt32(clamping: (arrival &- lastArrival) / 1_000)
  }

  public mutating func time(
    of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool
  ) -> UInt32? {
    let start = firstArrival ?? arrival
    firstArrival = start
    let seconds = Double(arrival &- start) * 1e-9
    count += 1
    detector.add(hasTime: reading.time != nil)
    if let time = reading.time, contradiction?.isIgnored != true {
      let elapsed = Double(clock.advance(to: time)) * 1e-6
      clockFit.add(x: seconds, y: elapsed)
      measurePeriod(to: time)
      firstDeviceTime = firstDeviceTime ?? time
      contradiction = check.add(arrival: seconds, time: elapsed) ?? contradiction
      guard contradiction?.isIgnored == true else {
        guard check.isDoubtful else { return time }
        missing += 1
        return nil
      }
      period = nil
    }
    guard !hasClock else { return nil }
    let step = Int(
      counter.step(to: reading.counter, bytes: bytes, isAfterDamage: isAfterDamage))
    missing += step - 1
    number += step
    let time = max(estimate(seconds), lastTime + 0.25 * (period ?? 0))
    lastTime = time
    return UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded())) &+ (firstDeviceTime ?? 0)
  }

  /// Computes the median of the first steps of the board's clock, which lost samples do not change.
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

  /// When the sample with the current number was measured, s.
  private mutating func estimate(_ arrival: Double) -> Double {
    if case .nominal(let rate) = source { return Double(number) / rate }
    let x = Double(number)
    guard points >= Self.settlingCount, let due = line.value(at: x) else {
      return begin(x, arrival)
    }
    // Samples that were held up arrive late, in a burst. The line continues. If samples stay late,
    // time has passed without samples.
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
