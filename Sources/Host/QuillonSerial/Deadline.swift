/// A moment after which waiting ends.
struct Deadline {
  private static let longest = Duration.seconds(86_400 * 365)
  private let instant: ContinuousClock.Instant

  /// `timeout` from now; less than nothing counts as nothing, more than a year as a year.
  init(after timeout: Duration) {
    instant = .now + min(max(timeout, .zero), Self.longest)
  }

  /// True when no time is left.
  var hasPassed: Bool { instant <= .now }

  /// The time left in whole milliseconds, at most `limit`. Rounded up, else the last millisecond
  /// would be spent looking at the clock.
  func milliseconds(atMost limit: Int32 = .max) -> Int32 {
    let left = max(instant - .now, .zero).components
    let whole =
      left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(min(whole, Int64(limit)))
  }
}
