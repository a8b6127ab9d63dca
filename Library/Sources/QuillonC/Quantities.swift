import CQuillon
import QuillonFusion
import QuillonNumerics

// The quantities of the header and those of the core are the same integers.

extension Vector3<23> {
  @inline(__always)
  init(_ force: quillon_force) {
    self.init(Fixed(bits: force.x), Fixed(bits: force.y), Fixed(bits: force.z))
  }
}

extension Vector3<25> {
  @inline(__always)
  init(_ rate: quillon_rate) {
    self.init(Fixed(bits: rate.x), Fixed(bits: rate.y), Fixed(bits: rate.z))
  }
}

extension Vector3<19> {
  @inline(__always)
  init(_ field: quillon_field) {
    self.init(Fixed(bits: field.x), Fixed(bits: field.y), Fixed(bits: field.z))
  }
}

extension UnitQuaternion {
  @inline(__always)
  init(_ q: quillon_quaternion) {
    self.init(
      uncheckedUnit: Fixed(bits: q.w), Fixed(bits: q.x), Fixed(bits: q.y), Fixed(bits: q.z))
  }
}

extension quillon_force {
  @inline(__always)
  init(_ v: Vector3<23>) { self.init(x: v.x.bits, y: v.y.bits, z: v.z.bits) }
}

extension quillon_rate {
  @inline(__always)
  init(_ v: Vector3<25>) { self.init(x: v.x.bits, y: v.y.bits, z: v.z.bits) }
}

extension quillon_bias {
  @inline(__always)
  init(_ v: Vector3<30>) { self.init(x: v.x.bits, y: v.y.bits, z: v.z.bits) }
}

extension quillon_quaternion {
  @inline(__always)
  init(_ q: UnitQuaternion) { self.init(w: q.w.bits, x: q.x.bits, y: q.y.bits, z: q.z.bits) }
}

/// See quillon.h.
@c @implementation
public func quillon_euler_zxy(
  _ attitude: UnsafePointer<quillon_quaternion>?, _ euler: UnsafeMutablePointer<quillon_euler>?
) -> Int32 {
  guard let attitude, let euler else { return QUILLON_ERROR_NULL }
  let angles = EulerAngles(UnitQuaternion(attitude.pointee))
  euler.pointee = quillon_euler(
    roll: angles.roll.bits, pitch: angles.pitch.bits, yaw: angles.yaw.bits)
  return QUILLON_OK
}

/// See quillon.h.
///
/// With both frames turned by −90° about z, the y axis is the new x axis, and the x axis is the new y axis backward.
@c @implementation
public func quillon_euler_zyx(
  _ attitude: UnsafePointer<quillon_quaternion>?, _ euler: UnsafeMutablePointer<quillon_euler>?
) -> Int32 {
  guard let attitude, let euler else { return QUILLON_ERROR_NULL }
  let q = UnitQuaternion(attitude.pointee)
  let angles = EulerAngles(UnitQuaternion(uncheckedUnit: q.w, q.y, q.x.negatedWithSaturation, q.z))
  euler.pointee = quillon_euler(
    roll: angles.roll.negatedWithSaturation.bits, pitch: angles.pitch.bits, yaw: angles.yaw.bits)
  return QUILLON_OK
}

/// See quillon.h.
@c @implementation
public func quillon_rotate(
  _ attitude: UnsafePointer<quillon_quaternion>?, _ force: UnsafePointer<quillon_force>?,
  _ rotated: UnsafeMutablePointer<quillon_force>?
) -> Int32 {
  guard let attitude, let force, let rotated else { return QUILLON_ERROR_NULL }
  rotated.pointee = quillon_force(
    UnitQuaternion(attitude.pointee).rotate(Vector3<23>(force.pointee)))
  return QUILLON_OK
}
