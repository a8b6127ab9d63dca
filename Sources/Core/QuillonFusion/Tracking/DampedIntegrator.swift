import QuillonNumerics

/// Integrates acceleration to velocity and position and limits their drift.
///
/// Integration is unstable: any constant error in the input grows without bound. This integrator
/// combines the usual remedies: exponential damping (in the rule), shrinking by a constant amount
/// per time, and resets to zero from outside, when the pen lifts or the board is known to be at
/// rest.
public struct DampedIntegrator: Sendable {
  /// The parameters of the integrator.
  public struct Parameters: Equatable, Sendable {
    /// Scheme and exponential damping.
    public var rule: IntegrationRule
    /// By how much the speed shrinks per second, m/s², Q8.23; 0 for none.
    public var speedShrinkage: Fixed<23>
    /// By how much the distance from the origin shrinks per second, m/s, Q8.23; 0 for none.
    public var distanceShrinkage: Fixed<23>

    /// Parameters from their parts.
    public init(
      rule: IntegrationRule = .undamped, speedShrinkage: Fixed<23> = .zero,
      distanceShrinkage: Fixed<23> = .zero
    ) {
      self.rule = rule
      self.speedShrinkage = speedShrinkage
      self.distanceShrinkage = distanceShrinkage
    }

    /// True if nothing is damped and nothing shrunk.
    public var isFree: Bool {
      rule.damping == .zero && speedShrinkage == .zero && distanceShrinkage == .zero
    }
  }

  /// The parameters in use.
  public let parameters: Parameters
  private var x = AxisIntegrator()
  private var y = AxisIntegrator()
  private var z = AxisIntegrator()
  /// ∫ a dt if anything is damped or shrunk. Otherwise the velocity has the same value and this is
  /// unused.
  private var dampedImpulse = Vector3<23>.zero
  /// True if nothing is damped and nothing shrunk.
  private let isFree: Bool

  /// An integrator at rest at the origin.
  public init(_ parameters: Parameters) {
    self.parameters = parameters
    isFree = parameters.isFree
  }

  /// The velocity as it would be without damping and shrinking since its last reset: ∫ a dt, m/s,
  /// reference frame, each component clamped at ±256. At the end of a motion from rest to rest it
  /// should be 0. The damped velocity need not be.
  public var impulse: Vector3<23> { isFree ? velocity : dampedImpulse }

  /// m/s, reference frame, each component within ±256.
  public var velocity: Vector3<23> { Vector3(x.velocity, y.velocity, z.velocity) }

  /// m, reference frame, each component within ±256.
  public var position: Vector3<23> { Vector3(x.position, y.position, z.position) }

  /// Integrates one step of `microseconds` (at most 2¹⁷) with the linear acceleration `a`, m/s²,
  /// reference frame.
  public mutating func step(_ a: Vector3<23>, microseconds: UInt32) {
    guard isFree else { return stepDamped(a, microseconds: microseconds) }
    stepUndamped(a, microseconds: microseconds)
  }

  /// The same for an integrator without damping and shrinking.
  public mutating func stepUndamped(_ a: Vector3<23>, microseconds: UInt32) {
    let timeStep = StepClock.seconds(microseconds)
    x.stepUndamped(a.x, timeStep, parameters.rule.scheme)
    y.stepUndamped(a.y, timeStep, parameters.rule.scheme)
    z.stepUndamped(a.z, timeStep, parameters.rule.scheme)
  }

  private mutating func stepDamped(_ a: Vector3<23>, microseconds: UInt32) {
    let c = StepCoefficients(microseconds, parameters.rule)
    x.step(a.x, c)
    y.step(a.y, c)
    z.step(a.z, c)
    // Q8.23 × Q0.32 = Q.55, one term.
    dampedImpulse = dampedImpulse.addingWithSaturation(a.multiplied(by: c.timeStep))
    if parameters.speedShrinkage != .zero {
      setVelocity(shrunk(velocity, by: parameters.speedShrinkage.multiplied(by: c.timeStep)))
    }
    if parameters.distanceShrinkage != .zero {
      setPosition(shrunk(position, by: parameters.distanceShrinkage.multiplied(by: c.timeStep)))
    }
  }

  /// At rest at the origin again.
  public mutating func reset() {
    setVelocity(.zero)
    setPosition(.zero)
    dampedImpulse = .zero
  }

  /// The zero-velocity update. The board is known to be at rest, and the position was wrong by
  /// `error`, m.
  public mutating func stop(correctingPositionBy error: Vector3<23>) {
    setVelocity(.zero)
    dampedImpulse = .zero
    setPosition(position.subtractingWithSaturation(error))
  }

  private mutating func setVelocity(_ v: Vector3<23>) {
    x.velocity = v.x
    y.velocity = v.y
    z.velocity = v.z
  }

  private mutating func setPosition(_ p: Vector3<23>) {
    x.position = p.x
    y.position = p.y
    z.position = p.z
  }

  /// `v` with its length reduced by `amount`; zero if it is not longer than that.
  ///
  /// v − v̂ · amount avoids a division by the length: Q1.30 × Q8.23 = Q.53, one term.
  private func shrunk(_ v: Vector3<23>, by amount: Fixed<23>) -> Vector3<23> {
    // Q8.23 × Q8.23 = Q.46; the root of it is Q.23.
    let length = integerSquareRoot(wide: UInt64(bitPattern: v.squaredNorm.bits))
    guard length > amount.bits.magnitude, let direction = v.normalized else { return .zero }
    return v.subtractingWithSaturation(direction.multiplied(by: amount))
  }
}
