import Foundation

/// Euler angles as Core Motion defines them: R = Rz(yaw) · Rx(pitch) · Ry(roll).
public struct ReferenceEulerAngles: Equatable, Sendable {
  /// About y, applied first, rad, (−π, π].
  public var roll: Double
  /// About x, applied second, rad, −π/2 ... π/2.
  public var pitch: Double
  /// About z, applied last, rad, (−π, π].
  public var yaw: Double

  /// Angles from their values, rad, unchecked.
  public init(roll: Double, pitch: Double, yaw: Double) {
    self.roll = roll
    self.pitch = pitch
    self.yaw = yaw
  }
}

extension ReferenceQuaternion {
  /// The rotation Rz(yaw) · Rx(pitch) · Ry(roll).
  public init(_ angles: ReferenceEulerAngles) {
    self =
      ReferenceQuaternion(angle: angles.yaw, axis: ReferenceVector(0, 0, 1))
      * ReferenceQuaternion(angle: angles.pitch, axis: ReferenceVector(1, 0, 0))
      * ReferenceQuaternion(angle: angles.roll, axis: ReferenceVector(0, 1, 0))
  }

  /// The rotation of the matrix `m`, with w ≥ 0 (Shepperd 1978: divide by the largest of the four
  /// components). `m` must be a rotation except for rounding; for another matrix use its
  /// `nearestRotation`.
  public init(_ m: ReferenceMatrix) {
    let trace = m[0, 0] + m[1, 1] + m[2, 2]
    let fourSquares = [
      1 + trace, 1 + 2 * m[0, 0] - trace, 1 + 2 * m[1, 1] - trace, 1 + 2 * m[2, 2] - trace,
    ]
    let wx = m[2, 1] - m[1, 2]
    let wy = m[0, 2] - m[2, 0]
    let wz = m[1, 0] - m[0, 1]
    let xy = m[0, 1] + m[1, 0]
    let xz = m[0, 2] + m[2, 0]
    let yz = m[1, 2] + m[2, 1]
    let largest = fourSquares.max() ?? 0
    let direction: ReferenceQuaternion
    if largest == fourSquares[0] {
      direction = ReferenceQuaternion(largest, wx, wy, wz)
    } else if largest == fourSquares[1] {
      direction = ReferenceQuaternion(wx, largest, xy, xz)
    } else if largest == fourSquares[2] {
      direction = ReferenceQuaternion(wy, xy, largest, yz)
    } else {
      direction = ReferenceQuaternion(wz, xz, yz, largest)
    }
    let unit = direction.normalized
    self = unit.w < 0 ? ReferenceQuaternion(w: -unit.w, vector: -unit.vector) : unit
  }

  /// The Euler angles of this unit quaternion. Where the pitch is within 1e-8 of ±π/2, roll and yaw
  /// turn about the same axis. Then the roll is 0, and the yaw contains the whole angle.
  public var eulerAngles: ReferenceEulerAngles {
    let m = ReferenceMatrix(self)
    let cosinePitch = hypot(m[2, 0], m[2, 2])
    let pitch = atan2(m[2, 1], cosinePitch)
    guard cosinePitch > 1e-8 else {
      return ReferenceEulerAngles(
        roll: 0, pitch: pitch, yaw: Self.halfOpen(atan2(m[1, 0], m[0, 0])))
    }
    return ReferenceEulerAngles(
      roll: Self.halfOpen(atan2(-m[2, 0], m[2, 2])), pitch: pitch,
      yaw: Self.halfOpen(atan2(-m[0, 1], m[1, 1])))
  }

  private static func halfOpen(_ angle: Double) -> Double {
    angle <= -Double.pi ? Double.pi : angle
  }
}
