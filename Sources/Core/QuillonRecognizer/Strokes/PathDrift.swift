/// A drift of a path in its plane: what remains in the positions if the velocity is not 0 at both ends of a stroke.
///
/// It is the same as a constant velocity and a constant acceleration. At u, from −1 at the beginning to 1 at the end, it is
/// first · u + second · (3u² − 1) / 2.
struct PathDrift: Sendable {
  /// The coefficients of u, in the unit of the points in the plane.
  var first: (x: Int16, y: Int16) = (0, 0)
  /// Those of (3u² − 1) / 2.
  var second: (x: Int16, y: Int16) = (0, 0)

  /// No drift.
  static var none: Self { Self() }

  /// The drift at `u`, Q1.15, below 1.13, up to a constant.
  ///
  /// Coefficients: 16 bits × Q1.15, one term, below 2³¹. 3u²/2: the factor 1.5 comes after the product.
  func value(at u: Int32) -> (x: Int32, y: Int32) {
    assert(Int64(u) * Int64(u) < 1 << 31)
    let square = (u &* u) &>> 15
    return (
      Self.value(first.x, u) &+ (3 &* Self.value(second.x, square)) &>> 1,
      Self.value(first.y, u) &+ (3 &* Self.value(second.y, square)) &>> 1
    )
  }

  private static func value(_ coefficient: Int16, _ u: Int32) -> Int32 {
    assert((Int64(coefficient) * Int64(u)).magnitude < 1 << 31)
    return (Int32(truncatingIfNeeded: coefficient) &* u) &>> 15
  }
}
