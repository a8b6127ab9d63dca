import QuillonNumerics

extension Gravity {
  /// A specific force minus gravity: the linear acceleration, m/s², body frame, clamped.
  ///
  /// 9.80665 in Q26 × Q1.30 = Q24 by a short product, → Q23: within 2 ulp.
  ///
  /// - Parameters:
  ///   - specificForce: m/s², body frame.
  ///   - vertical: The upward direction in the body frame. Use `NineAxisAHRS.vertical` of the same
  ///     sample, so that neither lags behind the other.
  @inlinable
  public static func removed(from specificForce: Vector3<23>, along vertical: Vector3<30>)
    -> Vector3<23>
  {
    specificForce.subtractingWithSaturation(
      Vector3(pull(vertical.x), pull(vertical.y), pull(vertical.z)))
  }

  @inlinable @inline(__always)
  static func pull(_ component: Fixed<30>) -> Fixed<23> {
    Fixed(bits: (shortProduct(component.bits, 658_113_141) &+ 2) &>> 1)
  }
}
