import QuillonNumerics

/// Drift that the arm's turning shows.
///
/// The mean acceleration is removed, as if the hand were at rest at both ends. A hand that already moves when the pen goes down leaves a
/// drift: a polynomial of degree 1 and 2 over time. The integrated path p has it, and the path y of ``LeverArm`` does not. y is a
/// distorted copy of p, with a gain g. So what such polynomials find in p − g y is drift, as far as it is more likely an error of p than of y.
///
/// With the orthogonal polynomials P₁ = z and P₂ = 3z² − (N² − 1) over N places, z = 1 − N, 3 − N … N − 1 (Gram; Abramowitz and Stegun
/// 1964, 22.17), a and c are the coefficients of p and y. Their residuals give g and the variance ρ of p − g y, and R² = 1 − ρ
/// over the variance of p. The coefficient j of the drift is (aⱼ − g cⱼ) · σⱼ² / (σⱼ² + (2j + 1) ρ / 4R⁴): the mean of a normal distribution
/// (Wiener 1949), with σ₁² = (0.06 m/s · T)² / 8 and σ₂² = (0.06 m/s · T)² / 72 for velocities of 0.06 m/s at either end. A hand that does
/// not turn has no R², so nothing is removed.
extension StrokeQueue {
  /// A sum for each axis.
  private typealias Pair = (x: Int32, y: Int32)

  /// Stores the attitude of the newest point, for its place on the lever arm. `rule` is that of ``end(impulse:rule:minimumSize:time:)``.
  package mutating func turn(to attitude: UnitQuaternion, _ rule: PlaneRule) {
    arm.add(attitude, point: open.points &- 1, rule)
  }

  /// The drift of the stroke that has ended, in `plane`; none if too little is known. `ticks` is its duration.
  ///
  /// Not inlined: its temporary values are off the stack before the stroke waits.
  @inline(never)
  mutating func armDrift(_ plane: WritingPlane, ticks: UInt32) -> PathDrift {
    // On a stroke of a few mm, the places on the arm are out of range.
    guard Features.hasLeverArm, open.shift > 2, open.slots == open.points &+ 1,
      arm.covers(open.points),
      let last = Reciprocal(of: UInt32(truncatingIfNeeded: open.points &- 1))
    else { return .none }
    var fit = ArmFit(count: arm.count)
    fill(&fit, plane, biasDrift(plane, ticks: ticks), last)
    fit.solve()
    return fit.drift(
      velocity: Self.velocityDrift(ticks, droppingBits: open.shift),
      noise: Self.noise &>> open.shift)
  }

  /// Adds all places to `fit`. `last` is 1 over the index of the last point.
  @inline(never)
  private mutating func fill(
    _ fit: inout ArmFit, _ plane: WritingPlane, _ bend: Pair, _ last: Reciprocal
  ) {
    var index = 0
    while index < arm.count {
      let share: Fixed<15> = last.quotient(of: Int32(truncatingIfNeeded: index &<< arm.spacing))
      fit.add(place(index, plane, bend, (share.bits &* share.bits) &>> 15), at: index)
      index &+= 1
    }
  }

  /// 3 mm, the noise of both paths, in half the unit of positions: Q9.22.
  private static var noise: Int32 { 12_583 }

  /// How far the bias of the acceleration moves the last point in the plane, in the unit of the points there.
  ///
  /// T²/8, the response to ¼ m/s²: T in Q8.23 is 268.4 · ticks, as 1,125,899,907 · 2⁻²²; Q8.23 × Q8.23 = Q.46 → Q8.23. The product with the
  /// bias: as in `StrokeReader.project`.
  @inline(never)
  private mutating func biasDrift(_ plane: WritingPlane, ticks: UInt32) -> Pair {
    let bias = plane.coordinates(of: points[unchecked: open.bias])
    let time = Self.seconds(ticks)
    let response = ArmFit.product(time, time, 26)
    let (x, y) = (
      ArmFit.product(bias.x, response, 21) &>> open.shift,
      ArmFit.product(bias.y, response, 21) &>> open.shift
    )
    return (Swift.min(Swift.max(x, -32_768), 32_767), Swift.min(Swift.max(y, -32_768), 32_767))
  }

  /// Ticks as s, Q8.23.
  private static func seconds(_ ticks: UInt32) -> Int32 {
    ArmFit.product(Int32(truncatingIfNeeded: ticks), 1_125_899_907, 22)
  }

  /// 0.06 m/s · T in half the unit of positions over 2^`bits`.
  ///
  /// 0.06 = 64,424,509 · 2⁻³⁰: Q8.23 × Q.30 = Q.53, one term → Q9.22.
  private static func velocityDrift(_ ticks: UInt32, droppingBits bits: Int32) -> Int32 {
    ArmFit.product(seconds(ticks), 64_424_509, 31) &>> bits
  }

  /// Both paths at place `index`, in the unit of the points in the plane. `bend` is the last point's displacement by the bias. It grows
  /// with the square of time: `square`, Q1.15, is that of the share of time.
  ///
  /// Q.0 × Q1.15, `bend` clamped to 16 bits, one term below 2³¹.
  @inline(never)
  private mutating func place(
    _ index: Int, _ plane: WritingPlane, _ bend: Pair, _ square: Int32
  ) -> PathProducts.Coordinates {
    let slot = points.count &- open.slots &+ 1 &+ index &<< arm.spacing
    let point = points[unchecked: points.index(slot)]
    let (x, y) = plane.coordinates(of: point, droppingBits: open.shift)
    let turned = plane.coordinates(of: arm[unchecked: index], droppingBits: open.shift)
    return [
      x &- (bend.x &* square &+ 1 &<< 14) &>> 15, y &- (bend.y &* square &+ 1 &<< 14) &>> 15,
      turned.x, turned.y,
    ]
  }
}
