import Glibc

/// Finds when samples were measured: from the board's clock if the board sends its time, otherwise
/// from the arrival times.
///
/// Arrivals come in bursts, so one arrival says little. A straight line is fitted to the arrival
/// times over the sample numbers of about the last three seconds. Missing samples count too: a
/// counter shows them, or the number of bytes after damage.
public struct SampleTimer {
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

  /// True if the board sends its time.
  public private(set) var hasClock = false
  /// The number of missing samples, as far as it is known.
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
  /// The sample rate by this computer's clock, 1/s, missing samples included. Nil if the board
  /// sends its time or if the rate is not yet known.
  public var rate: Double? { period.map { 1 / $0 } }

  private let source: Source
  private var line = LineFit(memory: SampleTimer.memory)
  private var clockFit = LineFit(memory: .infinity)
  private var clock = DeviceClock()
  private var firstArrival: UInt64?
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
  /// The mean number of bytes of a whole sample.
  private var size = 0.0
  private var counter: UInt16?
  private var lastTime = 0.0

  /// Creates a timer without samples.
  ///
  /// - Parameter source: Where the times come from.
  public init(_ source: Source = .measured) { self.source = source }

  /// The time of the next sample, µs modulo 2³².
  ///
  /// - Parameters:
  ///   - deviceTime: The board's clock, µs modulo 2³². Nil if the sample has no time.
  ///   - counter: The board's sample counter, modulo 256 or more. Nil if it sends none.
  ///   - arrival: When the last byte of the sample was read, ns.
  ///   - bytes: The number of bytes since the sample before, rejected ones included.
  ///   - isAfterDamage: True if some of these bytes were rejected.
  /// - Returns: The time. Nil for a sample without time from a board that sends its time.
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

  /// Finds the number of the sample.
  private mutating func count(_ counter: UInt16?, bytes: Int, isAfterDamage: Bool) {
    var step = 1
    if let counter, let last = self.counter {
      // All counters agree modulo 256. A repeated value is a restart.
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
