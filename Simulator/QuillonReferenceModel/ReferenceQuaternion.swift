import Foundation

/// A quaternion (w, x, y, z) in Double. One of norm 1 is a rotation; q and −q are the same
/// rotation.
public struct ReferenceQuaternion: Equatable, Sendable {
  /// The real part.
  public var w: Double
  /// The imaginary part (x, y, z).
  public var vector: ReferenceVector

  /// A quaternion from its real and its imaginary part, not normalized.
  public init(w: Double, vector: ReferenceVector) {
    self.w = w
    self.vector = vector
  }

  /// A quaternion from its four components, not normalized.
  public init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
    self.init(w: w, vector: ReferenceVector(x, y, z))
  }

  /// The rotation by `angle` (rad) about `axis`, which may have any length. An axis of length 0
  /// gives no rotation.
  public init(angle: Double, axis: ReferenceVector) {
    let length = axis.length
    guard length > 0 else {
      self = .identity
      return
    }
    self.init(w: cos(angle / 2), vector: axis * (sin(angle / 2) / length))
  }

  /// The rotation whose axis is the direction of `rotationVector` and whose angle is its length,
  /// rad.
  public init(rotationVector: ReferenceVector) {
    self.init(angle: rotationVector.length, axis: rotationVector)
  }

  /// No rotation: (1, 0, 0, 0).
  public static let identity = ReferenceQuaternion(1, 0, 0, 0)

  /// The four components (w, x, y, z).
  public var components: SIMD4<Double> { SIMD4(w, vector.x, vector.y, vector.z) }

  /// The Euclidean norm of the four components.
  public var norm: Double { (w * w + vector.dot(vector)).squareRoot() }

  /// The quaternion of norm 1 in the same direction; the identity if all components are 0.
  public var normalized: ReferenceQuaternion {
    let norm = norm
    guard norm > 0 else { return .identity }
    return ReferenceQuaternion(w: w / norm, vector: vector / norm)
  }

  /// The conjugate (w, −x, −y, −z). For a unit quaternion it is the inverse rotation.
  public var conjugate: ReferenceQuaternion { ReferenceQuaternion(w: w, vector: -vector) }

  /// Hamilton's product. As rotations, `right` is applied first, then `left`.
  public static func * (left: Self, right: Self) -> Self {
    ReferenceQuaternion(
      w: left.w * right.w - left.vector.dot(right.vector),
      vector: left.w * right.vector + right.w * left.vector + left.vector.cross(right.vector))
  }

  /// `v` rotated: q v q*, for a q of norm 1. If the quaternion is an attitude, this turns a body
  /// vector into the same vector in the reference frame.
  public func rotate(_ v: ReferenceVector) -> ReferenceVector {
    (self * ReferenceQuaternion(w: 0, vector: v) * conjugate).vector
  }

  /// The angle of the rotation from this one to `other`, rad, 0 ... π.
  public func angle(to other: ReferenceQuaternion) -> Double {
    let step = conjugate * other
    return 2 * atan2(step.vector.length, abs(step.w))
  }
}
