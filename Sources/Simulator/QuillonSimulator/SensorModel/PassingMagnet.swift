import QuillonReferenceModel

/// A magnet that somebody carries past the board, straight and evenly.
public struct PassingMagnet: Equatable, Sendable {
  /// Its strength and the direction of its north pole, A m², reference frame; a small loudspeaker's
  /// has about 1.
  public var moment: ReferenceVector
  /// When it is nearest, s.
  public var time: Double
  /// Where it then is, m from the board, reference frame; not 0.
  public var place: ReferenceVector
  /// How it moves, m/s, reference frame.
  public var velocity: ReferenceVector

  /// A magnet from its parts.
  public init(
    moment: ReferenceVector, time: Double, place: ReferenceVector, velocity: ReferenceVector
  ) {
    self.moment = moment
    self.time = time
    self.place = place
    self.velocity = velocity
  }

  /// What it adds to the field at the board, µT, reference frame: that of a dipole,
  /// (μ₀/4π) (3 (m·r̂) r̂ − m)/r³ with μ₀/4π = 0.1 µT m/A (Jackson 1999, "Classical Electrodynamics",
  /// eq. 5.56).
  func field(at moment: Double) -> ReferenceVector {
    let r = place + velocity * (moment - time)
    let distance = r.length
    let direction = r / distance
    let shape = 3 * self.moment.dot(direction) * direction - self.moment
    return shape * (0.1 / (distance * distance * distance))
  }
}
