import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel

extension Vector3 {
  /// The components, exact.
  public var reference: ReferenceVector { double }
}

extension UnitQuaternion {
  /// The nearest quaternion with Q1.30 components.
  public init(_ q: ReferenceQuaternion) {
    self.init(
      uncheckedUnit: Fixed(q.w), Fixed(q.vector.x), Fixed(q.vector.y), Fixed(q.vector.z))
  }

  /// The components, exact; the norm is 1 within 10⁻⁹ only.
  public var reference: ReferenceQuaternion {
    ReferenceQuaternion(w.double, x.double, y.double, z.double)
  }
}

extension RotationMatrix {
  /// The entries, exact.
  public var reference: ReferenceMatrix {
    ReferenceMatrix(columns: xAxis.reference, yAxis.reference, zAxis.reference)
  }
}

extension SeededRandom {
  /// A rotation, uniform over all rotations.
  public mutating func rotation() -> ReferenceQuaternion {
    ReferenceQuaternion(normal(), normal(), normal(), normal()).normalized
  }

  /// A direction, uniform over the sphere.
  public mutating func direction() -> ReferenceVector {
    let v = ReferenceVector(normal(), normal(), normal())
    return v / v.length
  }

  /// A 32-bit word that is often extreme: any word, a small one or one near an end of the range.
  public mutating func edgyWord() -> Int32 {
    let word = Int32(truncatingIfNeeded: next())
    return switch index(below: 4) {
    case 0: word >> 24
    case 1: (word < 0 ? Int32.min : Int32.max) &- word >> 28
    default: word
    }
  }
}
