/// The average of many attitudes: the direction of the sum of their quaternions. Each quaternion is
/// added with the sign that turns it toward the sum so far.
///
/// q and −q are the same attitude, and the nearer of the two counts. The direction of the sum is
/// close to the intuitive mean rotation. It differs from the rotation nearest to the sum of the
/// matrices (Markley, Cheng, Crassidis, Oshman, "Averaging quaternions", 2007) by terms of the
/// third order in the angles between the attitudes (Gramkow, "On averaging rotations", 2001). It
/// needs four sums instead of ten, and no eigenvector.
///
/// It is for attitudes near each other, as during a stroke. If they are far apart, the rotation may
/// be far from the nearest and depend on the order in which they were added. Headings of 90° and
/// 270° have no mean, and 0° is returned. `isUnambiguous` detects this; `ChordalMean` is right for
/// all attitudes.
///
/// The sum is Q11.20. It accepts 2,047 attitudes; later ones are ignored.
public struct AttitudeMean: Sendable {
  /// How many attitudes are in the sum, 0…2,047.
  public private(set) var count: Int32 = 0
  /// The sum of the quaternions, Q11.20 each.
  package private(set) var (w, x, y, z): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)

  /// A mean without attitudes.
  public init() {}

  /// Adds an attitude. If it is half a turn away to within half a degree, either sign may be
  /// chosen.
  ///
  /// The sign: Q11.11 × Q1.8, four terms whose sum is at most the product of both lengths, 2³⁰ but for rounding. The
  /// sum: Q1.30 rounded to Q1.20, 2,047 terms of at most 1: below 2³¹.
  public mutating func add(_ q: UnitQuaternion) {
    guard count < 2047 else { return }
    count &+= 1
    let likeness =
      (w &>> 9) &* (q.w.bits &>> 22) &+ (x &>> 9) &* (q.x.bits &>> 22)
      &+ (y &>> 9) &* (q.y.bits &>> 22) &+ (z &>> 9) &* (q.z.bits &>> 22)
    let sign: Int32 = likeness < 0 ? -1 : 1
    w &+= sign &* Self.rounded(q.w)
    x &+= sign &* Self.rounded(q.x)
    y &+= sign &* Self.rounded(q.y)
    z &+= sign &* Self.rounded(q.z)
    assert(Swift.max(w.magnitude, x.magnitude) <= UInt32(bitPattern: count) << 20)
    assert(Swift.max(y.magnitude, z.magnitude) <= UInt32(bitPattern: count) << 20)
  }

  /// Q1.30 → Q1.20, rounded.
  @inline(__always)
  private static func rounded(_ c: Fixed<30>) -> Int32 { (c.bits &+ 0x200) &>> 10 }

  /// The mean, with w ≥ 0; nil before the first attitude, or if all cancel out.
  public var rotation: UnitQuaternion? {
    let sign: Int32 = w < 0 ? -1 : 1
    return UnitQuaternion(
      normalizing: Fixed<20>(bits: sign &* w), Fixed(bits: sign &* x), Fixed(bits: sign &* y),
      Fixed(bits: sign &* z))
  }

  /// True if one rotation is certainly nearest to the attitudes, as it always is if all are within a
  /// quarter turn of their mean, less half a degree. False if there may be none, and before the
  /// first attitude. It does not show how near that rotation is to this mean.
  ///
  /// If the sum of n quaternions is longer than n/√2, the largest eigenvalue of the sum of q qᵀ is
  /// more than half of its trace, n: the square of the sum is at most n times that eigenvalue. Then
  /// no other is as large. Q11.20 × Q11.20 = Q22.40, four terms, together at most n²: below 2⁶². The
  /// limit is n² (½ + 2⁻⁸), because the terms are rounded; the factor is 129 in Q8.
  public var isUnambiguous: Bool {
    var square = WideSum(w, times: w)
    square.add(x, times: x)
    square.add(y, times: y)
    square.add(z, times: z)
    return square.bits > WideSum(high: count &* count &* 129, low: 0).bits
  }
}
