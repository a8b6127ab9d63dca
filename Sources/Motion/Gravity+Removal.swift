import FixedPoint
import Geometry

extension Gravity {
  /// A specific force less gravity: the linear acceleration, m/s², body frame, clamped.
  ///
  /// Q1.30 × Q8.23 = Q.53, one term.
  ///
  /// - Parameters:
  ///   - specificForce: m/s², body frame.
  ///   - vertical: the upward direction in the body frame, as `AttitudeFilter.vertical` of the same
  ///     sample, so that neither lags behind the other.
  @inlinable
  public static func removed(from specificForce: Vector3<23>, along vertical: Vector3<30>)
    -> Vector3<23>
  { specificForce.subtractingWithSaturation(vertical.multiplied(by: standard)) }
}
