import FixedPoint

/// How acceleration becomes velocity and position in one time step, and how both are damped.
@frozen
public struct IntegrationRule: Equatable, Sendable {
  /// The order in which velocity and position are updated.
  public var scheme: Scheme
  /// The rate α, 1/s, at which velocity and position decay toward 0; Q8.23, 0 for none, at most
  /// 15 (so that α times the longest step stays below 2).
  public var damping: Fixed<23>

  /// The two schemes of a first course in integration.
  public enum Scheme: UInt8, Sendable {
    /// v ← v + a Δt, then x ← x + v Δt.
    case euler = 0
    /// Half of a Δt before and half after the position: exact for a constant acceleration.
    case halfStep = 1
  }

  /// A rule from its parts; `damping` is clamped to 0…15.
  @inlinable
  public init(scheme: Scheme, damping: Fixed<23> = .zero) {
    self.scheme = scheme
    self.damping = damping.clamped(to: .zero...Fixed(bits: 15 &<< 23))
  }

  /// Half-step, no damping.
  @inlinable
  public static var undamped: Self { Self(scheme: .halfStep) }
}

/// The numbers of one time step, derived once and used for all axes.
@frozen
public struct StepCoefficients: Sendable {
  /// Δt, s, Q1.30.
  public let timeStep: Fixed<30>
  /// e^(−αΔt/2), Q1.30.
  public let halfDecay: Fixed<30>
  /// e^(−αΔt), Q1.30.
  public let decay: Fixed<30>
  /// The order of the updates.
  public let scheme: IntegrationRule.Scheme

  /// The coefficients of a step of `microseconds` (below 2¹⁷) under `rule`.
  ///
  /// αΔt/2: Q8.23 × Q1.30 = Q.53, one term, below 1; dropping 24 bits halves it into Q.30.
  public init(_ microseconds: UInt32, _ rule: IntegrationRule) {
    timeStep = StepClock.seconds(microseconds)
    scheme = rule.scheme
    if rule.damping == .zero {
      halfDecay = .one
      decay = .one
    } else {
      let exponent = WideSum(rule.damping.bits, times: timeStep.bits).rounded(dropping: 24)
      halfDecay = exponentialDecay(Fixed(bits: exponent))
      decay = halfDecay.multiplied(by: halfDecay)
    }
  }
}
