/// Detects a chip that measures half of gravity at rest, because it has twice the range at the same setting as a relative with the same
/// identity. Seven looks in a row are enough, within 1.2 s.
struct HalfOfGravity: Sendable {
  /// Looks in a row with half of gravity; `enough` from then on, `off` if none is looked at.
  private var looks: UInt8

  private static var enough: UInt8 { 7 }
  private static var off: UInt8 { 8 }

  /// Looks unless `isLooking` is false.
  init(isLooking: Bool) { looks = isLooking ? 0 : Self.off }

  /// True once the chip is known as one of twice the range.
  var isFound: Bool { looks == Self.enough }

  /// True if nothing is looked at.
  var isOff: Bool { looks == Self.off }

  /// Looks at a sample in counts of 0.244 mg and 70 m°/s. True if the chip is known from it on.
  ///
  /// Half of gravity is 2,049 counts; 10 % more or less are allowed. Rest is less than 10°/s about each axis, 143 counts.
  ///
  /// Q15.0 × Q15.0 → Q32.0, 3 terms, exact: 3 · 2³⁰ is below 2³².
  @inline(never)
  mutating func revises(_ counts: SensorCounts) -> Bool {
    guard looks < Self.enough else { return false }
    let squares =
      Self.square(counts.force.x) &+ Self.square(counts.force.y) &+ Self.square(counts.force.z)
    let isHalf = squares >= 1_844 * 1_844 && squares <= 2_254 * 2_254
    let rate = counts.rate
    let isAtRest =
      Self.square(rate.x) < 143 * 143 && Self.square(rate.y) < 143 * 143
      && Self.square(rate.z) < 143 * 143
    looks = isHalf && isAtRest ? looks &+ 1 : 0
    return isFound
  }

  private static func square(_ count: Int16) -> UInt32 {
    let count = Int32(truncatingIfNeeded: count)
    return UInt32(bitPattern: count &* count)
  }
}
