import FixedPoint
import Geometry
import Motion

extension StrokeBuffer {
  /// Corrects the stored positions, back to the last moment of known rest, for the acceleration error
  /// that explains why the velocity is not 0 now although the board rests: the retroactive part of a
  /// zero-velocity update.
  ///
  /// From rest to rest the true acceleration averages to 0, so a constant error is b = ∫ a dt / T. What it
  /// did to the positions is b times the answer r of the same integrator to a constant acceleration
  /// of 1, and b·r is taken from each position. The path is then the one that the integrator would
  /// have made of the acceleration less its mean. Shrinking by constant steps is not linear and is left
  /// out of r.
  ///
  /// r is computed for ¼ m/s², so that it holds 45 s in Q8.23, and b for a quarter of the time.
  /// b: Q8.23 / Q8.23 → Q10.21. b·r: Q10.21 × Q8.23 = Q.44, one term, clamped to Q8.23.
  ///
  /// - Parameters:
  ///   - impulse: ∫ a dt since that moment, m/s: `DampedIntegrator.impulse`.
  ///   - rule: the rule that the integrator ran under.
  /// - Returns: what was taken from the last point's position, m.
  @inlinable
  public mutating func removeDrift(
    impulse: Vector3<23>, rule: IntegrationRule
  ) -> Vector3<23> {
    let start = runStart
    runStart = Swift.max(0, count &- 1)
    let quarter = quarterTime(since: start)
    guard quarter > .zero else { return .zero }
    let bias = Vector3<21>(
      impulse.x.divided(by: quarter), impulse.y.divided(by: quarter),
      impulse.z.divided(by: quarter))
    var response = AxisIntegrator()
    var correction = Vector3<23>.zero
    var index = start &+ 1
    while index < count {
      let point = points[unchecked: index]
      response.step(
        Fixed(bits: 1 &<< 21), StepCoefficients(point.ticks &* InkPoint.tick, rule))
      correction = bias.multiplied(by: response.position)
      let position: Vector3<23> = point.position()
      points[unchecked: index] = InkPoint(
        position.subtractingWithSaturation(correction), ticks: point.ticks)
      index &+= 1
    }
    return correction
  }

  /// A quarter of the time from point `start` to the last one, s, Q8.23.
  ///
  /// Ticks of 32 µs, below 2²³, as UQ23.0 × Q.30 = Q.30, one term below 2⁵³: 8 µs · 2³⁰ = 8,589.934592 is
  /// taken as 8,796,093 · 2⁻¹⁰, within 10⁻⁷.
  @inlinable
  mutating func quarterTime(since start: Int) -> Fixed<23> {
    var ticks: UInt32 = 0
    var index = start &+ 1
    while index < count {
      ticks &+= points[unchecked: index].ticks
      index &+= 1
    }
    return Fixed(
      bits: WideSum(Int32(truncatingIfNeeded: ticks), times: 8_796_093).rounded(dropping: 17))
  }
}
