import QuillonNumerics

/// The same motion in the forms that are easiest to use; each is computed when it is asked for.
extension DeviceMotion {
  /// The attitude as a matrix.
  public var rotationMatrix: RotationMatrix { RotationMatrix(attitude) }

  /// The attitude as roll, pitch and yaw.
  public var eulerAngles: EulerAngles { EulerAngles(attitude) }

  /// The attitude as seen by the board when it stood in attitude `start`, of the same frame: what it
  /// has turned since. Core Motion's multiplyByInverseOfAttitude.
  public func attitude(relativeTo start: UnitQuaternion) -> UnitQuaternion {
    (start.conjugate &* attitude).renormalized
  }

  /// Gravity, which points down, m/s², body frame, Q8.23: what is left of a specific force of 0, as in
  /// free fall.
  public var gravity: Vector3<23> { Gravity.removed(from: .zero, along: up) }

  /// Gravity in units of 9.80665 m/s², body frame, Q1.30: a direction.
  public var gravityInG: Vector3<30> { up.negatedWithSaturation }

  /// The true acceleration in units of 9.80665 m/s², body frame, Q5.26 (±32).
  ///
  /// Q8.23 × Q.33 = Q.56, one term; error below 1 ulp.
  public var linearAccelerationInG: Vector3<26> {
    linearAcceleration.multiplied(by: Gravity.inverseStandard)
  }

  /// Where the board's top edge, its y axis, points on the compass: 0 is north, 90° east; nil in a
  /// frame without north. It has no meaning while the edge points straight up or down.
  ///
  /// The axis lies at (2(xy − wz), 1 − 2(x² + z²)) over the frame's north and west; half of it is
  /// enough for an angle. Q1.30 × Q1.30 = Q2.60, two terms and ½, at most 1; → Q30.
  public var heading: BinaryAngle? {
    guard frame.hasNorth else { return nil }
    let q = attitude
    var north = WideSum(q.x.bits, times: q.y.bits)
    north.subtract(q.w.bits, times: q.z.bits)
    var east = WideSum(q.x.bits, times: q.x.bits)
    east.add(q.z.bits, times: q.z.bits)
    east.subtract(1 &<< 29, times: 1 &<< 30)
    return BinaryAngle(
      radians: arctangent(
        y: Fixed<30>(bits: east.rounded(dropping: 30)), x: Fixed(bits: north.rounded(dropping: 30))
      ))
  }
}
