import QuillonNumerics

/// A 3 × 3 matrix near the identity, Q2.29, that corrects scale errors and non-orthogonal axes.
@frozen
public struct GainMatrix: Equatable, Sendable {
  /// The row of the corrected x component.
  public let x: Vector3<29>
  /// The row of the corrected y component.
  public let y: Vector3<29>
  /// The row of the corrected z component.
  public let z: Vector3<29>

  /// A matrix from its rows. Each entry is clamped to ±2, which gives `apply` its headroom.
  public init(rows x: Vector3<29>, _ y: Vector3<29>, _ z: Vector3<29>) {
    self.x = Self.limited(x)
    self.y = Self.limited(y)
    self.z = Self.limited(z)
  }

  /// The identity matrix.
  public static var identity: Self {
    Self(
      rows: Vector3(.one, .zero, .zero), Vector3(.zero, .one, .zero), Vector3(.zero, .zero, .one))
  }

  /// The matrix times a vector, clamped to the vector's format.
  ///
  /// Q2.29 × Qf = Q(f+29), three terms of at most 2³⁰ · 2³¹: below 2⁶³.
  @inlinable
  public func apply<let f: Int>(to v: Vector3<f>) -> Vector3<f> {
    Vector3(x.dot(v), y.dot(v), z.dot(v))
  }

  /// The matrix times a number, Q2.29, rounded.
  public func scaled(by factor: Fixed<29>) -> Self {
    Self(rows: x.multiplied(by: factor), y.multiplied(by: factor), z.multiplied(by: factor))
  }

  /// Only once in flash for all rows.
  @inline(never)
  private static func limited(_ row: Vector3<29>) -> Vector3<29> {
    let limits = Fixed<29>(bits: -1 &<< 30)...Fixed(bits: 1 &<< 30)
    return Vector3(row.x.clamped(to: limits), row.y.clamped(to: limits), row.z.clamped(to: limits))
  }
}
