import QuillonNumerics

/// A board's attitude and position as a 4 × 4 matrix of homogeneous coordinates in Double, for
/// graphics.
///
/// It multiplies column vectors from the left: matrix · (x, y, z, 1) is the place in the reference
/// frame of a point that is at (x, y, z) in the body frame. The reference frame is right-handed, and
/// its z axis points up. Many graphics libraries have y up; they need another rotation before it.
public struct HomogeneousMatrix: Equatable, Sendable {
  /// The first column: the body x axis in the reference frame, and 0.
  public let xAxis: SIMD4<Double>
  /// The second column: the body y axis in the reference frame, and 0.
  public let yAxis: SIMD4<Double>
  /// The third column: the body z axis in the reference frame, and 0.
  public let zAxis: SIMD4<Double>
  /// The fourth column: the position in the reference frame, and 1.
  public let position: SIMD4<Double>

  /// The matrix of `attitude`, body to reference frame, and `position`, in any unit.
  ///
  /// The attitude is normalized in Double first, so that each entry is within 2·10⁻¹⁵. One
  /// whose four components are 0 counts as no rotation.
  public init(attitude: UnitQuaternion, position: SIMD3<Double> = .zero) {
    let components = attitude.double
    let norm = (components * components).sum().squareRoot()
    let q = norm > 0 ? components / norm : UnitQuaternion.identity.double
    let (w, x, y, z) = (q[0], q[1], q[2], q[3])
    xAxis = SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0)
    yAxis = SIMD4(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0)
    zAxis = SIMD4(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0)
    self.position = SIMD4(position, 1)
  }

  private init(_ columns: [SIMD4<Double>]) {
    (xAxis, yAxis, zAxis, position) = (columns[0], columns[1], columns[2], columns[3])
  }

  /// The matrix that applies `b` first and then `a`, as of a part in the axes of a body that is itself in the reference frame.
  public static func * (a: Self, b: Self) -> Self {
    Self(
      [b.xAxis, b.yAxis, b.zAxis, b.position].map { column in
        let (x, y) = (a.xAxis * column.x, a.yAxis * column.y)
        return x + y + a.zAxis * column.z + a.position * column.w
      })
  }

  /// The 16 entries, column after column, as OpenGL, Metal, WebGPU and three.js read them.
  public var columnMajor: [Double] {
    [xAxis, yAxis, zAxis, position].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  /// The 16 entries, row after row, as NumPy reads them.
  public var rowMajor: [Double] {
    (0..<4).flatMap { [xAxis[$0], yAxis[$0], zAxis[$0], position[$0]] }
  }
}
