/// A 3 × 3 matrix in Double, stored as its three columns.
public struct ReferenceMatrix: Equatable, Sendable {
  /// The columns, left to right.
  public var columns: (ReferenceVector, ReferenceVector, ReferenceVector)

  /// A matrix from its columns.
  public init(columns a: ReferenceVector, _ b: ReferenceVector, _ c: ReferenceVector) {
    columns = (a, b, c)
  }

  /// A matrix from its rows.
  public init(rows a: ReferenceVector, _ b: ReferenceVector, _ c: ReferenceVector) {
    columns = (
      ReferenceVector(a.x, b.x, c.x),
      ReferenceVector(a.y, b.y, c.y),
      ReferenceVector(a.z, b.z, c.z)
    )
  }

  /// The matrix that scales the axes by the components of `diagonal`.
  public init(diagonal: ReferenceVector) {
    self.init(
      columns: ReferenceVector(diagonal.x, 0, 0), ReferenceVector(0, diagonal.y, 0),
      ReferenceVector(0, 0, diagonal.z))
  }

  /// The rotation matrix of `q`, which is normalized first. The columns are the rotated axes.
  public init(_ q: ReferenceQuaternion) {
    let unit = q.normalized
    self.init(
      columns: unit.rotate(ReferenceVector(1, 0, 0)), unit.rotate(ReferenceVector(0, 1, 0)),
      unit.rotate(ReferenceVector(0, 0, 1)))
  }

  /// The unit matrix.
  public static let identity = ReferenceMatrix(diagonal: ReferenceVector(1, 1, 1))

  /// The zero matrix.
  public static let zero = ReferenceMatrix(diagonal: ReferenceVector(0, 0, 0))

  /// The component in `row` and `column`, each 0, 1 or 2.
  public subscript(row: Int, column: Int) -> Double {
    switch column {
    case 0: columns.0[row]
    case 1: columns.1[row]
    default: columns.2[row]
    }
  }

  /// The transpose. For a rotation it is the inverse.
  public var transpose: ReferenceMatrix {
    ReferenceMatrix(rows: columns.0, columns.1, columns.2)
  }

  /// The determinant: +1 for a rotation, −1 for a rotation with a reflection.
  public var determinant: Double { columns.0.dot(columns.1.cross(columns.2)) }

  /// The square root of the sum of the squares of all components.
  public var frobeniusNorm: Double {
    (columns.0.dot(columns.0) + columns.1.dot(columns.1) + columns.2.dot(columns.2)).squareRoot()
  }

  /// The sum, component by component.
  public static func + (left: Self, right: Self) -> Self {
    ReferenceMatrix(
      columns: left.columns.0 + right.columns.0, left.columns.1 + right.columns.1,
      left.columns.2 + right.columns.2)
  }

  /// The difference, component by component.
  public static func - (left: Self, right: Self) -> Self {
    ReferenceMatrix(
      columns: left.columns.0 - right.columns.0, left.columns.1 - right.columns.1,
      left.columns.2 - right.columns.2)
  }

  /// The matrix times the column vector `v`.
  public static func * (matrix: Self, v: ReferenceVector) -> ReferenceVector {
    matrix.columns.0 * v.x + matrix.columns.1 * v.y + matrix.columns.2 * v.z
  }

  /// The matrix product. As maps, `right` is applied first, then `left`.
  public static func * (left: Self, right: Self) -> Self {
    ReferenceMatrix(
      columns: left * right.columns.0, left * right.columns.1, left * right.columns.2)
  }

  /// True when all nine components are equal.
  public static func == (left: Self, right: Self) -> Bool { left.columns == right.columns }
}
