import QuillonNumerics

/// Standard gravity and its removal.
public enum Gravity {
  /// 9.80665 m/s², Q8.23 (SI Brochure, 9th ed., 3rd CGPM 1901), within ½ ulp.
  public static var standard: Fixed<23> { Fixed(bits: 82_264_143) }

  /// 1/9.80665, which converts m/s² to units of gravity, Q33, within ½ ulp.
  static var inverseStandard: Fixed<33> { Fixed(bits: 875_929_557) }
}

extension InertialSample.Acceleration {
  /// The true acceleration in the reference frame, gravity removed, m/s², Q8.23, for a board with
  /// the given attitude.
  ///
  /// A specific force is f = a − g with g pointing down. In the reference frame, z up, a = q f q* −
  /// (0, 0, 9.80665). Clamped at ±256.
  @inlinable
  public func inReferenceFrame(of attitude: UnitQuaternion) -> Vector3<23> {
    switch self {
    case .linear(let a):
      return attitude.rotate(a)
    case .specificForce(let f):
      var a = attitude.rotate(f)
      a.z = a.z.subtractingWithSaturation(Gravity.standard)
      return a
    }
  }
}
