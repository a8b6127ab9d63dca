/// The ellipsoid that fits a cloud of points, in Double, computed from all points at once.
public struct ReferenceEllipsoid: Sendable {
  /// Its center.
  public var center: ReferenceVector
  /// The symmetric matrix that turns the ellipsoid into a sphere: all vectors gain (p − center)
  /// have the same length. The mean of its squared singular values is 1.
  public var gain: ReferenceMatrix
  /// The radius of that sphere.
  public var radius: Double

  /// The ellipsoid that fits best; nil when the points do not determine one.
  ///
  /// The fit minimizes the squared error of r² = k + 2 b·v + vᵀ S v, where S has trace 0.
  public init?(through points: [ReferenceVector]) {
    guard points.count >= 9 else { return nil }
    let mean = points.reduce(.zero, +) / Double(points.count)
    let scale =
      (points.map { ($0 - mean).dot($0 - mean) }.reduce(0, +) / Double(points.count)).squareRoot()
    var system = Array(repeating: Array(repeating: 0.0, count: 10), count: 9)
    for point in points {
      let v = (point - mean) / scale
      let row = [
        1, 2 * v.x, 2 * v.y, 2 * v.z, v.x * v.x - v.z * v.z, v.y * v.y - v.z * v.z,
        2 * v.x * v.y, 2 * v.x * v.z, 2 * v.y * v.z,
      ]
      for i in 0..<9 {
        for j in 0..<9 { system[i][j] += row[i] * row[j] }
        system[i][9] += row[i] * v.dot(v)
      }
    }
    guard let solution = LinearSystem.solution(of: system, leastPivot: 1e-12) else { return nil }
    let c = solution.map { $0[0] }
    let a = ReferenceMatrix(
      rows: ReferenceVector(1 - c[4], -c[6], -c[7]), ReferenceVector(-c[6], 1 - c[5], -c[8]),
      ReferenceVector(-c[7], -c[8], 1 + c[4] + c[5]))
    // For a symmetric positive matrix the singular values are the eigenvalues.
    let parts = a.singularValues
    let u = parts.u
    guard parts.values.min() > 0, (u - parts.v).frobeniusNorm < 1e-6 else { return nil }
    func power(_ values: ReferenceVector) -> ReferenceMatrix {
      u * ReferenceMatrix(diagonal: values) * u.transpose
    }
    let b = ReferenceVector(c[1], c[2], c[3])
    let shift = power(1 / parts.values) * b
    let squaredRadius = c[0] + b.dot(shift)
    guard squaredRadius > 0 else { return nil }
    center = mean + scale * shift
    gain = power(parts.values.squareRoot())
    radius = scale * squaredRadius.squareRoot()
  }
}
