import FixedPoint

/// Velocity and position along one axis: the double integrator that every axis runs, and that
/// drift removal runs once more on a constant acceleration to learn what an error leads to.
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

  /// One time step under the acceleration `a`, m/s², Q8.23.
  ///
  /// a Δt and v Δt: Q8.23 × Q0.32 = Q.55, one term, at most 34 after the longest step; Q.23 is the
  /// upper word. Decays round toward zero, so that a state left alone reaches 0 and stays
  /// there. Every sum saturates: no input drives the state past ±256, so it never wraps.
  public mutating func step(_ a: Fixed<23>, _ c: StepCoefficients) {
    let push: Fixed<23> = a.multiplied(by: c.pushTime)
    if c.isDamped { decay(c) }
    velocity = velocity.addingWithSaturation(push)
    position = position.addingWithSaturation(velocity.multiplied(by: c.timeStep))
    guard c.scheme == .halfStep else { return }
    if c.isDamped { velocity = velocity.decayed(by: c.velocityDecay) }
    velocity = velocity.addingWithSaturation(push)
  }

  private mutating func decay(_ c: StepCoefficients) {
    velocity = velocity.decayed(by: c.velocityDecay)
    position = position.decayed(by: c.decay)
  }
}
