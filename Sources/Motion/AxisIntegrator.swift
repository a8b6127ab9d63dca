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
  /// a Δt and v Δt: Q8.23 × Q1.30 = Q.53, one term, at most 33 after the longest step; half of it by
  /// dropping one bit more. Decays round toward zero, so that a state left alone reaches 0 and stays
  /// there. Every sum saturates: no input drives the state past ±256, so it never wraps.
  @inlinable
  public mutating func step(_ a: Fixed<23>, _ c: StepCoefficients) {
    switch c.scheme {
    case .halfStep:
      let half = Fixed<23>(bits: WideSum(a.bits, times: c.timeStep.bits).rounded(dropping: 31))
      velocity = velocity.decayed(by: c.halfDecay).addingWithSaturation(half)
      move(c)
      velocity = velocity.decayed(by: c.halfDecay).addingWithSaturation(half)
    case .euler:
      let whole = Fixed<23>(bits: WideSum(a.bits, times: c.timeStep.bits).rounded(dropping: 30))
      velocity = velocity.decayed(by: c.decay).addingWithSaturation(whole)
      move(c)
    }
  }

  @inlinable @inline(__always)
  mutating func move(_ c: StepCoefficients) {
    position = position.decayed(by: c.decay).addingWithSaturation(
      velocity.multiplied(by: c.timeStep))
  }
}
