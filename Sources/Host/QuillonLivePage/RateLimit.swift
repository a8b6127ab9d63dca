/// Limits the messages of a browser: a number at once, and a number a second in the long run.
///
/// It is a token bucket. It fills at a constant rate up to its capacity.
public struct RateLimit: Sendable {
  private let perSecond: Double
  private let capacity: Double
  private var permissions: Double
  private var last: ContinuousClock.Instant

  /// Creates a full bucket.
  ///
  /// - Parameters:
  ///   - perSecond: The permissions that it gains each second.
  ///   - capacity: The greatest number of permissions.
  ///   - now: The current time.
  public init(perSecond: Double, capacity: Double, now: ContinuousClock.Instant = .now) {
    self.perSecond = perSecond
    self.capacity = capacity
    permissions = capacity
    last = now
  }

  /// Consumes a permission.
  ///
  /// - Parameter now: The current time.
  /// - Returns: False if there was no permission.
  public mutating func admits(at now: ContinuousClock.Instant = .now) -> Bool {
    permissions = min(capacity, permissions + (now - last) / .seconds(1) * perSecond)
    last = now
    guard permissions >= 1 else { return false }
    permissions -= 1
    return true
  }
}
