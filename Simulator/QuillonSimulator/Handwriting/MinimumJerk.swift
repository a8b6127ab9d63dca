/// The speed profile of an unhurried point-to-point movement, which has the least mean squared
/// jerk: s = 10τ³ − 15τ⁴ + 6τ⁵.
///
/// Source: Flash and Hogan 1985, "The coordination of arm movements: an experimentally confirmed
/// mathematical model", Journal of Neuroscience 5(7), section "Unconstrained point-to-point
/// movements".
///
/// At both ends speed and acceleration are 0, so that movements can be joined and overlaid.
public struct MinimumJerk: Equatable, Sendable {
  /// The share of the movement's length that is done, 0 ... 1.
  public var progress: Double
  /// Its derivative with respect to τ; at most 1.875, at τ = 1/2.
  public var speed: Double
  /// Its second derivative with respect to τ; its magnitude is at most 10/√3.
  public var acceleration: Double

  /// The profile at the share τ of the movement's duration. τ is clamped to 0 ... 1.
  public init(at tau: Double) {
    let t = min(max(tau, 0), 1)
    let rest = 1 - t
    progress = t * t * t * (10 + t * (6 * t - 15))
    speed = 30 * t * t * rest * rest
    acceleration = 60 * t * rest * (1 - 2 * t)
  }
}
