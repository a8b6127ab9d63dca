import QuillonNumerics

/// A symmetric 3 × 3 matrix, Q3.28.
struct SymmetricMatrix3: Equatable, Sendable {
  var xx: Fixed<28>
  var yy: Fixed<28>
  var zz: Fixed<28>
  var xy: Fixed<28>
  var xz: Fixed<28>
  var yz: Fixed<28>

  static var identity: Self {
    Self(xx: .one, yy: .one, zz: .one, xy: .zero, xz: .zero, yz: .zero)
  }

  /// The rows, Q3.28.
  var rows: (Vector3<28>, Vector3<28>, Vector3<28>) {
    (Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz))
  }

  /// The product with a matrix that commutes with this one. It is symmetric again.
  ///
  /// Q3.28 × Q3.28 = Q6.56, three terms; entries below 4 leave the sum below 2⁶².
  func times(_ other: Self) -> Self {
    let (a, b) = (rows, other.rows)
    return Self(
      xx: a.0.dot(b.0), yy: a.1.dot(b.1), zz: a.2.dot(b.2), xy: a.0.dot(b.1), xz: a.0.dot(b.2),
      yz: a.1.dot(b.2))
  }

  /// The matrix times a vector, in its format, clamped. Q3.28 × Qf = Q(f+28), three terms; entries
  /// below 4 and components below half of their range leave the sum below 2⁶³.
  func times<let f: Int>(_ v: Vector3<f>) -> Vector3<f> {
    Vector3(rows.0.dot(v), rows.1.dot(v), rows.2.dot(v))
  }

  /// Every entry times a number, Q1.30, rounded.
  func scaled(by factor: Fixed<30>) -> Self {
    Self(
      xx: xx.multiplied(by: factor), yy: yy.multiplied(by: factor), zz: zz.multiplied(by: factor),
      xy: xy.multiplied(by: factor), xz: xz.multiplied(by: factor), yz: yz.multiplied(by: factor))
  }

  /// True if all eigenvalues exceed `bound`: the leading minors of the matrix minus `bound` are
  /// positive (Sylvester).
  func isAbove(_ bound: Fixed<28>) -> Bool {
    let (x, y, z) = (xx &- bound, yy &- bound, zz &- bound)
    // Q3.28 × Q3.28 = Q6.56, two terms; the minors as Q3.28.
    func minor(_ a: Fixed<28>, _ b: Fixed<28>, _ c: Fixed<28>, _ d: Fixed<28>) -> Fixed<28> {
      var sum = WideSum(a.bits, times: b.bits)
      sum.subtract(c.bits, times: d.bits)
      return Fixed(bits: sum.saturated(dropping: 28))
    }
    let first = minor(y, z, yz, yz)
    let second = minor(xy, z, yz, xz)
    let third = minor(xy, yz, y, xz)
    let determinant: Fixed<28> = Vector3(x, xy.negatedWithSaturation, xz)
      .dot(Vector3(first, second, third))
    return x > .zero && minor(x, y, xy, xy) > .zero && determinant > .zero
  }

  /// The square root and the inverse square root of a matrix with eigenvalues in 0.1…2.
  ///
  /// This is the coupled Newton–Schulz iteration, which needs products only: Y ← Y T, Z ← Z T with
  /// T = (3 − Z Y)/2 from Y = the matrix, Z = 1 (Higham, "Functions of Matrices", 2008, equation
  /// 6.35). An eigenvalue of Z Y grows at least 1.9-fold per step while it is below ¼, and then
  /// converges quadratically. 12 steps are more than enough.
  var roots: (root: Self, inverse: Self) {
    var (y, z) = (self, Self.identity)
    for _ in 0..<12 {
      let product = z.times(y)
      let step = Self(
        xx: Self.half(.three &- product.xx), yy: Self.half(.three &- product.yy),
        zz: Self.half(.three &- product.zz), xy: Self.half(Fixed.zero &- product.xy),
        xz: Self.half(Fixed.zero &- product.xz), yz: Self.half(Fixed.zero &- product.yz))
      y = y.times(step)
      z = z.times(step)
    }
    return (y, z)
  }

  private static func half(_ value: Fixed<28>) -> Fixed<28> {
    Fixed(bits: (value.bits &+ 1) &>> 1)
  }
}

extension Fixed<28> {
  fileprivate static var three: Self { Self(bits: 3 &<< 28) }
}
