/// A rotation as a quaternion w + xi + yj + zk of norm 1, each component Q1.30.
///
/// As an attitude it rotates vectors from the body frame to the reference frame. A quaternion and
/// its negative are the same rotation.
@frozen
public struct UnitQuaternion: Equatable, Sendable {
  /// cos(φ/2), Q1.30.
  public var w: Fixed<30>
  /// The axis times sin(φ/2), x component, Q1.30.
  public var x: Fixed<30>
  /// The axis times sin(φ/2), y component, Q1.30.
  public var y: Fixed<30>
  /// The axis times sin(φ/2), z component, Q1.30.
  public var z: Fixed<30>

  /// A quaternion from components that the caller guarantees to have norm 1 within a few ulp. For
  /// other numbers use `init(normalizing:…)`.
  @inlinable @inline(__always)
  public init(uncheckedUnit w: Fixed<30>, _ x: Fixed<30>, _ y: Fixed<30>, _ z: Fixed<30>) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// No rotation: (1, 0, 0, 0).
  @inlinable @inline(__always)
  public static var identity: Self { Self(uncheckedUnit: .one, .zero, .zero, .zero) }
}
