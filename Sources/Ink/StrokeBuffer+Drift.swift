import FixedPoint
import Geometry
import Motion

extension StrokeBuffer {
  /// Corrects the stored positions, back to the last moment of known zero velocity, for a velocity
  /// that ought to be 0 now: the retroactive part of a zero-velocity update.
  ///
  /// A constant error b of the acceleration makes the velocity b·s and the position b·r, where s and r
  /// are the answer of the same integrator to a constant acceleration of 1. The end velocity gives
  /// b = v/s, and b·r is taken from each position. Without damping that removes exactly the
  /// mean acceleration. Shrinking by constant steps is not linear and is left out of s and r.
  ///
  /// s and r are computed for an acceleration of ¼ m/s², so that they hold 45 s in Q8.23. b/4: Q8.23 /
  /// Q8.23 → Q10.21. b·r: Q10.21 × Q8.23 = Q.44, one term, clamped to Q8.23.
  ///
  /// - Parameters:
  ///   - velocity: the integrator's velocity at the last point, m/s.
  ///   - rule: the rule that it ran under.
  /// - Returns: what was taken from the last point's position, m.
  @inlinable
  public mutating func removeDrift(
    endVelocity velocity: Vector3<23>, rule: IntegrationRule
  ) -> Vector3<23> {
    defer { runStart = Swift.max(0, count &- 1) }
    let end = response(under: rule) { _, _, _ in }
    guard end.velocity.bits > 0 else { return .zero }
    let bias = Vector3<21>(
      velocity.x.divided(by: end.velocity), velocity.y.divided(by: end.velocity),
      velocity.z.divided(by: end.velocity))
    _ = response(under: rule) { points, index, response in
      let point = points[unchecked: index]
      let position: Vector3<23> = point.position()
      points[unchecked: index] = InkPoint(
        position.subtractingWithSaturation(bias.multiplied(by: response.position)),
        ticks: point.ticks)
    }
    return bias.multiplied(by: end.position)
  }

  /// Runs the integrator from `runStart` to the last point on a constant ¼ m/s²; hands the
  /// points, the index and its state at each point to `body`; returns its last state.
  @inlinable @inline(__always)
  mutating func response(
    under rule: IntegrationRule,
    _ body: (inout InlineArray<capacity, InkPoint>, Int, AxisIntegrator) -> Void
  ) -> AxisIntegrator {
    var axis = AxisIntegrator()
    var index = runStart &+ 1
    while index < count {
      let microseconds = points[unchecked: index].ticks &* InkPoint.tick
      axis.step(Fixed(bits: 1 &<< 21), StepCoefficients(microseconds, rule))
      body(&points, index, axis)
      index &+= 1
    }
    return axis
  }
}
