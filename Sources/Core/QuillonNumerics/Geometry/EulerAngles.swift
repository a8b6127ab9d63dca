/// An attitude as three angles, in the convention of Core Motion: R = Rz(yaw) Rx(pitch) Ry(roll).
///
/// With the board held flat, face up: pitch lifts the top edge, roll lifts the left edge, yaw turns
/// counterclockwise seen from above. At pitch ±90° roll and yaw turn about the same axis, and roll
/// is set to 0.
@frozen
public struct EulerAngles: Equatable, Sendable {
  /// About the body y axis, rad, (−π, π], Q2.29.
  public var roll: Fixed<29>
  /// About the body x axis, rad, [−π/2, π/2], Q2.29.
  public var pitch: Fixed<29>
  /// About the vertical, rad, (−π, π], Q2.29.
  public var yaw: Fixed<29>

  /// Angles from their parts.
  @inlinable
  public init(roll: Fixed<29>, pitch: Fixed<29>, yaw: Fixed<29>) {
    self.roll = roll
    self.pitch = pitch
    self.yaw = yaw
  }

  /// The angles of an attitude.
  ///
  /// In the reference frame the body y axis is (−sin yaw cos pitch, cos yaw cos pitch, sin pitch).
  /// The z components of the other two axes are −cos pitch sin roll and cos pitch cos roll. Pitch
  /// comes from atan2(sin, cos), which is accurate at every angle. If cos pitch < 2⁻¹⁵, 1 ulp of
  /// the matrix changes roll and yaw by more than the error of setting roll to 0, 3·10⁻⁵ rad.
  public init(_ q: UnitQuaternion) {
    let m = RotationMatrix(q)
    // Q1.30 × Q1.30 = Q2.60, two terms, at most 1; the root of Q2.60 is Q.30.
    var horizontal = WideSum(m.yAxis.x.bits, times: m.yAxis.x.bits)
    horizontal.add(m.yAxis.y.bits, times: m.yAxis.y.bits)
    let cosine = Fixed<30>(
      bits: Int32(
        truncatingIfNeeded: integerSquareRoot(wide: UInt64(bitPattern: horizontal.bits))))
    pitch = arctangent(y: m.yAxis.z, x: cosine)
    if cosine.bits >= 1 &<< 15 {
      roll = arctangent(y: m.xAxis.z.negatedWithSaturation, x: m.zAxis.z)
      yaw = arctangent(y: m.yAxis.x.negatedWithSaturation, x: m.yAxis.y)
    } else {
      roll = .zero
      yaw = arctangent(y: m.xAxis.y, x: m.xAxis.x)
    }
  }
}

extension UnitQuaternion {
  /// The attitude with these angles: yaw about z, then pitch about the new x, then roll about the
  /// new y. Each component is within 3 ulp. Angles beyond ±π count modulo 2π.
  public init(_ angles: EulerAngles) {
    let (sinYaw, cosYaw) = sineAndCosine(of: Fixed(bits: angles.yaw.bits &>> 1))
    let (sinPitch, cosPitch) = sineAndCosine(of: Fixed(bits: angles.pitch.bits &>> 1))
    let (sinRoll, cosRoll) = sineAndCosine(of: Fixed(bits: angles.roll.bits &>> 1))
    let yaw = UnitQuaternion(uncheckedUnit: cosYaw, .zero, .zero, sinYaw)
    let pitch = UnitQuaternion(uncheckedUnit: cosPitch, sinPitch, .zero, .zero)
    let roll = UnitQuaternion(uncheckedUnit: cosRoll, .zero, sinRoll, .zero)
    self = yaw &* pitch &* roll
  }
}
