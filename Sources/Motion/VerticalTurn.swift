import FixedPoint
import Geometry

/// A rotation about the vertical: half of what a quaternion has to be told.
struct VerticalTurn: Equatable, Sendable {
  /// cos(φ/2), Q1.30.
  private let w: Fixed<30>
  /// sin(φ/2), Q1.30.
  private let z: Fixed<30>

  /// No turn.
  static var none: Self { Self(w: .one, z: .zero) }

  private init(w: Fixed<30>, z: Fixed<30>) {
    self.w = w
    self.z = z
  }

  /// The turn by an angle, rad, Q2.29, counterclockwise as seen from above.
  init(by angle: Fixed<29>) {
    let half = sineAndCosine(of: Fixed(bits: angle.bits &>> 1))
    self.init(w: half.cosine, z: half.sine)
  }

  /// The turn that leads from one attitude to another that differs by nothing but such a turn.
  init(from start: UnitQuaternion, to end: UnitQuaternion) {
    let turn = end &* start.conjugate
    let unit = UnitQuaternion(normalizing: turn.w, .zero, .zero, turn.z) ?? .identity
    self.init(w: unit.w, z: unit.z)
  }

  /// The attitude `q`, turned.
  ///
  /// The quaternion product (w, 0, 0, z) · q. Q1.30 × Q1.30 = Q2.60, two terms, at most 1; rounded
  /// to Q1.30.
  func applied(to q: UnitQuaternion) -> UnitQuaternion {
    UnitQuaternion(
      uncheckedUnit: Self.sum(w, q.w, z, q.z.negatedWithSaturation),
      Self.sum(w, q.x, z, q.y.negatedWithSaturation), Self.sum(w, q.y, z, q.x),
      Self.sum(w, q.z, z, q.w))
  }

  @inline(__always)
  private static func sum(_ a: Fixed<30>, _ b: Fixed<30>, _ c: Fixed<30>, _ d: Fixed<30>)
    -> Fixed<30>
  {
    var sum = WideSum(a.bits, times: b.bits)
    sum.add(c.bits, times: d.bits)
    return Fixed(bits: sum.rounded(dropping: 30))
  }
}
