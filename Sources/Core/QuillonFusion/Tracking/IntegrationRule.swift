import QuillonNumerics

/// How acceleration is integrated to velocity and position in one time step, and how both are
/// damped.
@frozen
public struct IntegrationRule: Equatable, Sendable {
  /// The order in which velocity and position are updated.
  public var scheme: Scheme
  /// The decay rate α of velocity and position toward 0, 1/s; Q8.23, 0 for none, at most 15 (so
  /// that α times the longest step stays below 2).
  public var damping: Fixed<23>

  /// The integration schemes.
  public enum Scheme: UInt8, Sendable {
    /// v ← v + a Δt, then x ← x + v Δt.
    case euler = 0
    /// Half of a Δt before the position and half after it. Exact for a constant acceleration.
    case halfStep = 1

    /// How long the acceleration acts at a time, s, Q0.32: Δt, or Δt/2 if it acts in two halves.
    @inline(__always)
    func pushTime(of timeStep: Fixed<32>) -> Fixed<32> {
      self == .halfStep ? Fixed(bits: timeStep.bits &>> 1) : timeStep
    }
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

/// The coefficients of one time step, computed once and used for all axes.
public struct StepCoefficients: Sendable {
  /// Δt, s, Q0.32.
  public let timeStep: Fixed<32>
  /// How long the acceleration acts at a time, s, Q0.32.
  public let pushTime: Fixed<32>
  /// The decay of the velocity before each push, Q1.30: e^(−αΔt), or e^(−αΔt/2).
  public let velocityDecay: Fixed<30>
  /// e^(−αΔt), Q1.30.
  public let decay: Fixed<30>
  /// False if both decays are 1.
  public let isDamped: Bool
  /// The order of the updates.
  public let scheme: IntegrationRule.Scheme

  /// The coefficients of a step of `microseconds` (at most 2¹⁷) under `rule`.
  ///
  /// αΔt/2: Q8.23 × Q0.32 = Q.55, one term, below 1; dropping 26 bits halves it into Q.30.
  public init(_ microseconds: UInt32, _ rule: IntegrationRule) {
    timeStep = StepClock.seconds(microseconds)
    scheme = rule.scheme
    pushTime = scheme.pushTime(of: timeStep)
    isDamped = rule.damping != .zero
    guard isDamped else {
      velocityDecay = .one
      decay = .one
      return
    }
    let exponent = WideSum(rule.damping.bits, times: timeStep.bits).rounded(dropping: 26)
    let halfDecay = exponentialDecay(Fixed(bits: exponent))
    decay = halfDecay.multiplied(by: halfDecay)
    velocityDecay = scheme == .halfStep ? halfDecay : decay
  }
}
