import QuillonNumerics

/// The device motion in other forms. Each is computed when it is read.
extension DeviceMotion {
  /// The attitude as a matrix.
  public var rotationMatrix: RotationMatrix { RotationMatrix(attitude) }

  /// The attitude as roll, pitch and yaw.
  public var eulerAngles: EulerAngles { EulerAngles(attitude) }

  /// The attitude relative to the attitude `start` in the same frame: the rotation since then. Core
  /// Motion's multiplyByInverseOfAttitude.
  public func attitude(relativeTo start: UnitQuaternion) -> UnitQuaternion {
    (start.conjugate &* attitude).renormalized
  }

  /// Gravity, which points down, m/s², body frame, Q8.23. It is computed as the linear acceleration
  /// for a specific force of 0, as in free fall.
  public var gravity: Vector3<23> { Gravity.removed(from: .zero, along: up) }

  /// Gravity in units of 9.80665 m/s², body frame, Q1.30: a direction.
  public var gravityInG: Vector3<30> { up.negatedWithSaturation }

  /// The true acceleration in units of 9.80665 m/s², body frame, Q5.26 (±32).
  ///
  /// Q8.23 × Q.33 = Q.56, one term; error below 1 ulp.
  public var linearAccelerationInG: Vector3<26> {
    linearAcceleration.multiplied(by: Gravity.inverseStandard)
  }

  /// The part of the true acceleration that is at right angles to gravity, m/s², body frame, Q8.23,
  /// clamped. Each component is within 5 ulp for accelerations of up to 157 m/s².
  ///
  /// It is a − u (u · a), with `up` normalized to u, as a quaternion, whose code is there already.
  /// Q1.30 × Q8.23 = Q9.53, three terms, |u| = 1: below 2⁶³, → Q23, clamped. The vertical part clamps
  /// only where |a| exceeds 256 m/s².
  public var horizontalAcceleration: Vector3<23> {
    let unit = UnitQuaternion(normalizing: .zero, up.x, up.y, up.z)
    guard let u = unit?.vector else { return linearAcceleration }
    let vertical: Fixed<23> = u.dot(linearAcceleration)
    return linearAcceleration.subtractingWithSaturation(u.multiplied(by: vertical))
  }

  /// The same in the reference frame, where it has no z component. Each component is within 8 ulp
  /// for accelerations of up to 157 m/s². The attitude is normalized first.
  public var horizontalAccelerationInReferenceFrame: Vector3<23> {
    let q = attitude
    guard let unit = UnitQuaternion(normalizing: q.w, q.x, q.y, q.z) else { return .zero }
    let acceleration = unit.rotate(linearAcceleration)
    return Vector3(acceleration.x, acceleration.y, .zero)
  }

  /// The compass heading of the board's top edge, its y axis: 0 is north, 90° east. Nil in a frame
  /// without north. It is meaningless while the edge points straight up or down.
  ///
  /// The axis is at (2(xy − wz), 1 − 2(x² + z²)) along the frame's north and west. Half of it is
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
