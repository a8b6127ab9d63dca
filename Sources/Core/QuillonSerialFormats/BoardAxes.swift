import QuillonNumerics

/// The axes of a board or of the Earth as a maker defines them. Converts to this project's axes: x
/// right, y forward (up the long side of a handheld board), z up (out of the face).
///
/// All three are right-handed. "Forward" is the direction that the maker prints as x, where z is
/// not alone.
enum BoardAxes {
  /// x right, y forward, z up; x east, y north: this project's own.
  case rightForwardUp
  /// x forward, y left, z up; x north, y west (NWU).
  case forwardLeftUp
  /// x forward, y right, z down; x north, y east (NED).
  case forwardRightDown

  /// The vector in this project's axes.
  func vector<let f: Int>(_ v: Vector3<f>?) -> Vector3<f>? {
    guard let v else { return nil }
    return switch self {
    case .rightForwardUp: v
    case .forwardLeftUp: Vector3(v.y.negatedWithSaturation, v.x, v.z)
    case .forwardRightDown: Vector3(v.y, v.x, v.z.negatedWithSaturation)
    }
  }

  /// An attitude in this project's axes. `q` rotates from a body with these axes to an Earth with
  /// the axes `earth`. The result first converts from this project's axes to the maker's, then
  /// applies `q`, then converts back.
  func attitude(_ q: UnitQuaternion?, onEarth earth: BoardAxes) -> UnitQuaternion? {
    guard let q else { return nil }
    guard earth != self else {
      // Both conversions are the same: the rotation axis is converted like a vector, and the angle
      // stays.
      let axis = vector(q.vector)
      return axis.map { UnitQuaternion(uncheckedUnit: q.w, $0.x, $0.y, $0.z) }
    }
    return earth.turn &* q &* turn.conjugate
  }

  /// The rotation of `vector`: none; a quarter turn about z; a half turn about the line between x
  /// and y. √½ in Q1.30.
  private var turn: UnitQuaternion {
    let root = Fixed<30>(bits: 759_250_125)
    return switch self {
    case .rightForwardUp: .identity
    case .forwardLeftUp: UnitQuaternion(uncheckedUnit: root, .zero, .zero, root)
    case .forwardRightDown: UnitQuaternion(uncheckedUnit: .zero, root, root, .zero)
    }
  }
}
