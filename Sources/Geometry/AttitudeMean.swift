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
  /// Σ q qᵀ row by row (w, x, y, z), Q11.20; both halves of the symmetric matrix are kept.
  var sum = SymmetricMatrix4()

  /// The mean of nothing yet.
  public init() {}

  /// Adds an attitude.
  ///
  /// Q1.30 × Q1.30 = Q2.60, one term at most 1, rounded to Q.20: error ½ · 2⁻²⁰ an entry, which
  /// turns the mean by less than 10⁻⁶ rad unless the attitudes lie close to 180° apart.
  public mutating func add(_ q: UnitQuaternion) {
    guard count < 2047 else { return }
    count &+= 1
    sum.addOuterProduct(q.w.bits, q.x.bits, q.y.bits, q.z.bits)
  }

  /// The mean, with w ≥ 0; nil before the first attitude.
  ///
  /// The matrix is squared twelve times, which raises the ratio of its two largest eigenvalues
  /// to the power 4,096, and then every column is the eigenvector. Two eigenvalues closer than 0.4 %
  /// (attitudes that stand against each other near 180°) leave a mixture of the two directions,
  /// neither of which is then much of an average.
  public var nearestRotation: UnitQuaternion? {
    guard count > 0 else { return nil }
    var power = sum
    power.normalize()
    for _ in 0..<12 { power.square() }
    return power.dominantColumn
  }
}
