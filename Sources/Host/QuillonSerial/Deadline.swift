/// A moment at which waiting ends.
struct Deadline {
  private static let longest = Duration.seconds(86_400 * 365)
  private let instant: ContinuousClock.Instant

  /// A deadline `timeout` from now. A negative timeout counts as zero, and one of more than a year
  /// as a year.
  init(after timeout: Duration) {
    instant = .now + min(max(timeout, .zero), Self.longest)
  }

  /// True when no time is left.
  var hasPassed: Bool { instant <= .now }

  /// The time left in whole milliseconds, at most `limit`. It is rounded up; otherwise the caller
  /// would poll without sleeping during the last millisecond.
  func milliseconds(atMost limit: Int32 = .max) -> Int32 {
    let left = max(instant - .now, .zero).components
    let whole =
      left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(min(whole, Int64(limit)))
  }
}
