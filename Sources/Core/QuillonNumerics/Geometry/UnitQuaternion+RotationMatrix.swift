extension UnitQuaternion {
  /// The quaternion of a rotation matrix, with w ≥ 0 unless w is the smallest component. For an
  /// orthonormal matrix each component is within 3 ulp.
  ///
  /// Row k of q qᵀ is q times its component k, and its entries are sums of matrix entries (Shepperd
  /// 1978). The row with the largest diagonal of the four, at least ¼, is normalized.
  public init(_ m: RotationMatrix) {
    let (xx, yy, zz) = (m.xAxis.x, m.yAxis.y, m.zAxis.z)
    let ww4 = Self.quarter(.one, xx, yy, zz)
    let xx4 = Self.quarter(.one, xx, yy.negatedWithSaturation, zz.negatedWithSaturation)
    let yy4 = Self.quarter(.one, xx.negatedWithSaturation, yy, zz.negatedWithSaturation)
    let zz4 = Self.quarter(.one, xx.negatedWithSaturation, yy.negatedWithSaturation, zz)
    let wx = Self.quarter(m.yAxis.z, m.zAxis.y.negatedWithSaturation)
    let wy = Self.quarter(m.zAxis.x, m.xAxis.z.negatedWithSaturation)
    let wz = Self.quarter(m.xAxis.y, m.yAxis.x.negatedWithSaturation)
    let xy = Self.quarter(m.xAxis.y, m.yAxis.x)
    let xz = Self.quarter(m.xAxis.z, m.zAxis.x)
    let yz = Self.quarter(m.yAxis.z, m.zAxis.y)
    let quaternion: UnitQuaternion?
    if ww4 >= xx4 && ww4 >= yy4 && ww4 >= zz4 {
      quaternion = UnitQuaternion(normalizing: ww4, wx, wy, wz)
    } else if xx4 >= yy4 && xx4 >= zz4 {
      quaternion = UnitQuaternion(normalizing: wx, xx4, xy, xz)
    } else if yy4 >= zz4 {
      quaternion = UnitQuaternion(normalizing: wy, xy, yy4, yz)
    } else {
      quaternion = UnitQuaternion(normalizing: wz, xz, yz, zz4)
    }
    self = quaternion ?? .identity
  }

  /// A quarter of a sum of up to four Q1.30 entries, rounded: at most 1 for a rotation matrix.
  private static func quarter(
    _ a: Fixed<30>, _ b: Fixed<30>, _ c: Fixed<30> = .zero, _ d: Fixed<30> = .zero
  ) -> Fixed<30> {
    var sum = WideSum(a.bits, times: 1)
    sum.add(b.bits, times: 1)
    sum.add(c.bits, times: 1)
    sum.add(d.bits, times: 1)
    return Fixed(bits: sum.rounded(dropping: 2))
  }
}
