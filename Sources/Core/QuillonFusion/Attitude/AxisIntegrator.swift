import QuillonNumerics

/// Velocity and position along one axis. Every axis runs this double integrator. Drift removal also
/// runs it on a constant acceleration to find the effect of a constant error.
@frozen
public struct AxisIntegrator: Equatable, Sendable {
  /// m/s, Q8.23, clamped at ±256.
  public var velocity: Fixed<23>
  /// m, Q8.23, clamped at ±256.
  public var position: Fixed<23>

  /// At rest at the origin.
  @inlinable @inline(__always)
  public init() {
    velocity = .zero
    position = .zero
  }

  /// Integrates one time step with the acceleration `a`, m/s², Q8.23.
  ///
  /// a Δt and v Δt: Q8.23 × Q0.32 = Q.55, one term, at most 34 after the longest step; Q.23 is the
  /// upper word. Decays round toward zero, so that a state without input reaches 0 and stays there.
  /// Every sum saturates at ±256, so the state never wraps.
  public mutating func step(_ a: Fixed<23>, _ c: StepCoefficients) {
    guard c.isDamped else { return stepUndamped(a, c.timeStep, c.scheme) }
    let push: Fixed<23> = a.multiplied(by: c.pushTime)
    velocity = velocity.decayed(by: c.velocityDecay).addingWithSaturation(push)
    position = position.decayed(by: c.decay)
    move(c.timeStep)
    guard c.scheme == .halfStep else { return }
    velocity = velocity.decayed(by: c.velocityDecay).addingWithSaturation(push)
  }

  /// Integrates one step of `timeStep`, s, Q0.32, without damping. Arithmetic as above.
  @inline(__always)
  public mutating func stepUndamped(
    _ a: Fixed<23>, _ timeStep: Fixed<32>, _ scheme: IntegrationRule.Scheme
  ) {
    let push: Fixed<23> = a.multiplied(by: scheme.pushTime(of: timeStep))
    velocity = velocity.addingWithSaturation(push)
    move(timeStep)
    if scheme == .halfStep { velocity = velocity.addingWithSaturation(push) }
  }

  @inline(__always)
  private mutating func move(_ timeStep: Fixed<32>) {
    position = position.addingWithSaturation(velocity.multiplied(by: timeStep))
  }
}
