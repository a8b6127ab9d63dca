import FixedPoint

/// The average of many attitudes: the rotation nearest to the sum of their matrices.
///
/// The rotation R nearest to a sum M of rotation matrices maximizes tr(Rᵀ M). Written with the
/// quaternion r of R that is Σ (4 (r·q)² − 1) over the quaternions q of the sum, so r is the dominant
/// eigenvector of Σ q qᵀ (Markley, Cheng, Crassidis, Oshman, "Averaging quaternions", 2007, sec. 2).
/// It is the same rotation that a singular value decomposition of M gives, needs no decomposition,
/// and q and −q count alike because q qᵀ does not know the sign.
///
/// The sum holds the ten distinct entries in Q11.20. It takes 2,047 attitudes; later ones are left out.
public struct AttitudeMean: Sendable {
  /// How many attitudes are in the sum, 0…2,047.
  public private(set) var count: Int32 = 0
  /// Σ q qᵀ, Q11.20.
  var sum = SymmetricMatrix4()

  /// The mean of nothing yet.
  public init() {}

  /// Adds an attitude, rounded to Q1.14: within 1.3·10⁻⁴ rad of what it is.
  ///
  /// Q1.14 × Q1.14 = Q2.28 in 32 bits, one term at most 1, rounded down to Q.20.
  public mutating func add(_ q: UnitQuaternion) {
    guard count < 2047 else { return }
    count &+= 1
    let (w, x) = (Self.rounded(q.w), Self.rounded(q.x))
    let (y, z) = (Self.rounded(q.y), Self.rounded(q.z))
    sum.ww &+= (w &* w) &>> 8
    sum.wx &+= (w &* x) &>> 8
    sum.wy &+= (w &* y) &>> 8
    sum.wz &+= (w &* z) &>> 8
    sum.xx &+= (x &* x) &>> 8
    sum.xy &+= (x &* y) &>> 8
    sum.xz &+= (x &* z) &>> 8
    sum.yy &+= (y &* y) &>> 8
    sum.yz &+= (y &* z) &>> 8
    sum.zz &+= (z &* z) &>> 8
  }

  /// Q1.30 in Q1.14, as one half of a word.
  @inline(__always)
  private static func rounded(_ c: Fixed<30>) -> Int32 {
    Int32(truncatingIfNeeded: Int16(truncatingIfNeeded: (c.bits &+ 0x8000) &>> 16))
  }

  /// The mean, with w ≥ 0; nil before the first attitude.
  ///
  /// The matrix is squared twelve times, which raises the ratio of its two largest eigenvalues
  /// to the power 4,096, and then every row is the eigenvector. Two eigenvalues closer than 0.4 %
  /// (attitudes that stand against each other near 180°) leave a mixture of the two directions,
  /// neither of which is then much of an average. 14 bits are enough on the way, because multiplying by the
  /// full matrix once more takes most of their rounding off again.
  public var nearestRotation: UnitQuaternion? {
    guard count > 0 else { return nil }
    var matrix = sum
    matrix.normalize(toBits: 30)
    var power = matrix
    power.normalize(toBits: 14)
    for _ in 0..<12 { power.square() }
    return matrix.image(of: power.dominantRow)
  }
}
