import QuillonNumerics

/// A rotation about the vertical, stored as the two nonzero components of its quaternion.
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

  /// The turn by an angle, rad, Q2.29, counterclockwise seen from above.
  init(by angle: Fixed<29>) {
    let half = sineAndCosine(of: Fixed(bits: angle.bits &>> 1))
    self.init(w: half.cosine, z: half.sine)
  }

  /// The turn from one attitude to another. The two may differ by such a turn only.
  init(from start: UnitQuaternion, to end: UnitQuaternion) {
    let turn = end &* start.conjugate
    let unit = UnitQuaternion(normalizing: turn.w, .zero, .zero, turn.z) ?? .identity
    self.init(w: unit.w, z: unit.z)
  }

  /// The attitude `q` after the turn.
  func applied(to q: UnitQuaternion) -> UnitQuaternion { q.turnedAboutVertical((z, w)) }
}
