/// The average of many attitudes: the direction of the sum of their quaternions, each with the sign that
/// turns it toward the sum of those before it.
///
/// q and −q are the same attitude, and of the two the nearer one counts. The sum's direction is the
/// rotation that a hand would call the middle; it differs from the one that is nearest to the sum of the
/// matrices (Markley, Cheng, Crassidis, Oshman, "Averaging quaternions", 2007) by terms of the third order
/// in the angles between them (Gramkow, "On averaging rotations", 2001), and needs four sums instead of
/// ten, and no eigenvector.
///
/// The sum is Q11.20. It takes 2,047 attitudes; later ones are left out.
public struct AttitudeMean: Sendable {
  /// How many attitudes are in the sum, 0…2,047.
  public private(set) var count: Int32 = 0
  /// The sum of the quaternions, Q11.20 each.
  package private(set) var (w, x, y, z): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)

  /// The mean of nothing yet.
  public init() {}

  /// Adds an attitude. Of two that are half a turn apart to within half a degree, either sign may be taken.
  ///
  /// The sign: Q11.11 × Q1.8, four terms that together are at most the product of both lengths, 2³⁰.
  /// The sum: Q1.30 rounded to Q1.20, 2,047 terms of at most 1: below 2³¹.
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
  }

  /// Q1.30 in Q1.20.
  @inline(__always)
  private static func rounded(_ c: Fixed<30>) -> Int32 { (c.bits &+ 0x200) &>> 10 }

  /// The mean, with w ≥ 0; nil before the first attitude, or when all cancel out.
  public var rotation: UnitQuaternion? {
    let sign: Int32 = w < 0 ? -1 : 1
    return UnitQuaternion(
      normalizing: Fixed<20>(bits: sign &* w), Fixed(bits: sign &* x), Fixed(bits: sign &* y),
      Fixed(bits: sign &* z))
  }
}
