/// How many messages a browser may send: so many at once, and so many a second in the long run.
///
/// A bucket of permissions that fills at a steady rate and never beyond its capacity.
public struct RateLimit: Sendable {
  private let perSecond: Double
  private let capacity: Double
  private var permissions: Double
  private var last: ContinuousClock.Instant

  /// A full bucket of `capacity` permissions that gains `perSecond` each second.
  public init(perSecond: Double, capacity: Double, now: ContinuousClock.Instant = .now) {
    self.perSecond = perSecond
    self.capacity = capacity
    permissions = capacity
    last = now
  }

  /// Takes a permission; false if there is none.
  public mutating func admits(at now: ContinuousClock.Instant = .now) -> Bool {
    permissions = min(capacity, permissions + (now - last) / .seconds(1) * perSecond)
    last = now
    guard permissions >= 1 else { return false }
    permissions -= 1
    return true
  }
}
