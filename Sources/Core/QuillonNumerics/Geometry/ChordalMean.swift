/// The mean of many attitudes whose rotation matrix is nearest to the mean of their rotation
/// matrices (chordal L2 mean; Markley, Cheng, Crassidis, Oshman, "Averaging quaternions", 2007).
///
/// `AttitudeMean` needs much less work. Use this mean for attitudes that are far apart. The signs of
/// the quaternions and the order in which they are added change no bit of it. If no rotation is
/// nearest, it gives none.
///
/// It sums the products q qᵀ. A rotation matrix consists of sums of these products, so their sum has
/// all that the sum of the rotation matrices has. The mean is the eigenvector of its largest
/// eigenvalue.
public struct ChordalMean: Sendable {
  /// How many attitudes are in the sum, 0…2,047. Later ones are ignored.
  public private(set) var count: Int32 = 0
  private var products = QuaternionProducts()

  /// A mean without attitudes.
  public init() {}

  /// Adds an attitude.
  public mutating func add(_ q: UnitQuaternion) {
    guard count < 2047 else { return }
    count &+= 1
    products.add(q)
  }

  /// The mean, with w ≥ 0. Nil before the first attitude, and if the mean is ambiguous.
  ///
  /// It is ambiguous if the two largest eigenvalues of the sum differ by less than 0.3 %, and clear
  /// if they differ by 0.4 %: two headings of 90° and 270° have no mean, nor have any two that are
  /// half a turn apart within 0.1°.
  ///
  /// If the two largest eigenvalues of the mean of q qᵀ differ by d, which is 1 for equal attitudes,
  /// the rotation is within 4·10⁻⁶ / d rad: each entry is within 2⁻²¹, the matrix of these errors
  /// within 2⁻¹⁹, and the angle is twice that of the eigenvector.
  ///
  /// After squaring the matrix twelve times its eigenvalues are raised to the power 4,096, and only
  /// the largest is left: each row has the direction of its eigenvector. The next one is then below
  /// 2⁻²⁰ of it, or the mean is ambiguous.
  public var rotation: UnitQuaternion? {
    var m = products
    guard m.largest > 0 else { return nil }
    m.normalize()
    for _ in 0..<12 { m.square() }
    let row = m.dominantRow
    guard m.isOfRankOne(row) else { return nil }
    let sign: Int32 = row.w < 0 ? -1 : 1
    return UnitQuaternion(
      normalizing: Fixed<30>(bits: sign &* row.w), Fixed(bits: sign &* row.x),
      Fixed(bits: sign &* row.y), Fixed(bits: sign &* row.z))
  }
}
