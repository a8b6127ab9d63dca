/// The singular value decomposition of a matrix: m = u · diag(values) · vᵀ.
public struct ReferenceSingularValues: Sendable {
  /// Orthogonal; its determinant may be −1.
  public var u: ReferenceMatrix
  /// The singular values, ≥ 0, in descending order.
  public var values: ReferenceVector
  /// Orthogonal; its determinant may be −1.
  public var v: ReferenceMatrix
}

extension ReferenceMatrix {
  /// The singular value decomposition, by Hestenes' one-sided Jacobi rotations (Golub and Van Loan,
  /// "Matrix Computations", 4th edition, section 8.6).
  ///
  /// Pairs of columns are rotated until all columns are orthogonal. Their lengths are then the
  /// singular values. The columns of `u` that belong to a singular value of 0 are completed to an
  /// orthogonal matrix.
  public var singularValues: ReferenceSingularValues {
    var work = [columns.0, columns.1, columns.2]
    var v = [
      ReferenceVector(1, 0, 0), ReferenceVector(0, 1, 0), ReferenceVector(0, 0, 1),
    ]
    var sweeps = 0
    var turned = true
    while turned && sweeps < 60 {
      turned = false
      for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        let mixed = work[p].dot(work[q])
        guard abs(mixed) > 1e-16 * work[p].length * work[q].length else { continue }
        turned = true
        let zeta = (work[q].dot(work[q]) - work[p].dot(work[p])) / (2 * mixed)
        let tangent =
          (zeta < 0 ? -1 : 1) / (abs(zeta) + (1 + zeta * zeta).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = cosine * tangent
        (work[p], work[q]) = (cosine * work[p] - sine * work[q], sine * work[p] + cosine * work[q])
        (v[p], v[q]) = (cosine * v[p] - sine * v[q], sine * v[p] + cosine * v[q])
      }
      sweeps += 1
    }
    let order = [0, 1, 2].sorted { work[$0].length > work[$1].length }
    let values = ReferenceVector(
      work[order[0]].length, work[order[1]].length, work[order[2]].length)
    return ReferenceSingularValues(
      u: Self.orthogonal(order.map { work[$0] }, lengths: values), values: values,
      v: ReferenceMatrix(columns: v[order[0]], v[order[1]], v[order[2]]))
  }

  /// The rotation nearest to this matrix in the Frobenius norm (Kabsch 1976; Markley 1988).
  ///
  /// It is u · diag(1, 1, ±1) · vᵀ, with the sign that makes the determinant +1. Scaling the matrix
  /// does not change it. For the zero matrix it is the identity.
  public var nearestRotation: ReferenceMatrix {
    let parts = singularValues
    let sign: Double = parts.u.determinant * parts.v.determinant < 0 ? -1 : 1
    return parts.u * ReferenceMatrix(diagonal: ReferenceVector(1, 1, sign)) * parts.v.transpose
  }

  /// Orthogonal columns, divided by their lengths. Columns that are negligible compared with the
  /// first are replaced by vectors that complete the basis.
  private static func orthogonal(
    _ columns: [ReferenceVector], lengths: ReferenceVector
  ) -> ReferenceMatrix {
    guard lengths.x > 0 else { return .identity }
    let negligible = 1e-14 * lengths.x
    let first = columns[0] / lengths.x
    let second =
      lengths.y > negligible ? columns[1] / lengths.y : first.anyPerpendicular
    let third =
      lengths.z > negligible ? columns[2] / lengths.z : first.cross(second)
    return ReferenceMatrix(columns: first, second, third)
  }
}

extension SIMD3<Double> {
  /// A unit vector at right angles to this unit vector.
  fileprivate var anyPerpendicular: Self {
    let helper = abs(x) < 0.6 ? Self(1, 0, 0) : Self(0, 1, 0)
    let perpendicular = cross(helper)
    return perpendicular / perpendicular.length
  }
}
