/// A rotation as a 3 × 3 matrix of Q1.30 entries. Matrix times body vector is the same vector in
/// the reference frame. The columns are the body axes in the reference frame.
@frozen
public struct RotationMatrix: Equatable, Sendable {
  /// The body x axis in the reference frame.
  public var xAxis: Vector3<30>
  /// The body y axis in the reference frame.
  public var yAxis: Vector3<30>
  /// The body z axis in the reference frame.
  public var zAxis: Vector3<30>

  /// A matrix from its columns. The caller guarantees that they are orthonormal.
  @inlinable
  public init(uncheckedColumns x: Vector3<30>, _ y: Vector3<30>, _ z: Vector3<30>) {
    xAxis = x
    yAxis = y
    zAxis = z
  }

  /// The matrix of `q`. Each entry is within 1 ulp, plus the error of the norm of `q`.
  ///
  /// Diagonal 1 − 2 (b² + c²), others 2 (ab ± cd) (Diebel 2006, eq. 125, transposed). Q1.30 × Q1.30
  /// = Q2.60, two terms of at most 1 and the constant 1, doubled by dropping 29 bits: no overflow.
  public init(_ q: UnitQuaternion) {
    let (w, x, y, z) = (q.w.bits, q.x.bits, q.y.bits, q.z.bits)
    xAxis = Vector3(
      Self.oneMinusTwice(y, y, z, z), Self.twice(x, y, plus: w, z), Self.twice(x, z, minus: w, y))
    yAxis = Vector3(
      Self.twice(x, y, minus: w, z), Self.oneMinusTwice(x, x, z, z), Self.twice(y, z, plus: w, x))
    zAxis = Vector3(
      Self.twice(x, z, plus: w, y), Self.twice(y, z, minus: w, x), Self.oneMinusTwice(x, x, y, y))
  }

  /// The matrix times a body vector: the vector in the reference frame.
  ///
  /// Q1.30 × Qf = Q(30+f), three terms, |row| = 1, so |result| ≤ |v|: no overflow of the sum,
  /// clamped to Qf.
  public func rotate<let f: Int>(_ v: Vector3<f>) -> Vector3<f> {
    Vector3(
      Vector3(xAxis.x, yAxis.x, zAxis.x).dot(v), Vector3(xAxis.y, yAxis.y, zAxis.y).dot(v),
      Vector3(xAxis.z, yAxis.z, zAxis.z).dot(v))
  }

  /// The transposed matrix times a reference vector: the vector in the body frame. Arithmetic as in
  /// `rotate`.
  public func rotateBack<let f: Int>(_ v: Vector3<f>) -> Vector3<f> {
    Vector3(xAxis.dot(v), yAxis.dot(v), zAxis.dot(v))
  }

  private static func oneMinusTwice(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Fixed<30> {
    var sum = WideSum(bits: 1 &<< 59)
    sum.subtract(a, times: b)
    sum.subtract(c, times: d)
    return Fixed(bits: sum.rounded(dropping: 29))
  }

  private static func twice(_ a: Int32, _ b: Int32, plus c: Int32, _ d: Int32) -> Fixed<30> {
    var sum = WideSum(a, times: b)
    sum.add(c, times: d)
    return Fixed(bits: sum.rounded(dropping: 29))
  }

  private static func twice(_ a: Int32, _ b: Int32, minus c: Int32, _ d: Int32) -> Fixed<30> {
    var sum = WideSum(a, times: b)
    sum.subtract(c, times: d)
    return Fixed(bits: sum.rounded(dropping: 29))
  }
}
