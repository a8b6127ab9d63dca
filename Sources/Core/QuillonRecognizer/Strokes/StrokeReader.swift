import QuillonFusion
import QuillonNumerics

/// Turns the positions of one stroke into ink, point by point, in two passes.
///
/// The first pass projects each point onto the writing plane, removes the drift, and finds the
/// bounds. The second pass moves and scales the coordinates into the unit square.
///
/// Drift: from rest to rest the true acceleration averages to 0. So a constant error is b =
/// ∫ a dt / T. Its effect on the positions is b times r, the response of the same integrator to a
/// constant acceleration of 1. b·r is subtracted from each position. The resulting path is the one
/// that the integrator would have made of the acceleration minus its mean. Shrinking by constant
/// steps is not linear and is left out of r.
@usableFromInline
package struct StrokeReader: Sendable {
  /// The index of the stroke among the waiting ones, 0 first, and how many slots precede it.
  @usableFromInline package var (number, start) = (0, 0)
  /// True if the points stay in memory after they have been read.
  @usableFromInline var keepsPoints = false
  /// How many slots the current pass has processed.
  @usableFromInline package var position = 0
  /// True in the second pass.
  @usableFromInline var isProjected = false
  /// The total ticks of the stroke: 0 if no times are known.
  @usableFromInline private(set) var ticks: UInt32 = 0
  private var (biasX, biasY): (Int32, Int32) = (0, 0)
  private var response = AxisIntegrator()
  /// Where the next point is in the stroke, −1…1, and the way from one point to the next, Q1.29.
  private var (place, step): (Int32, Int32) = (0, 0)
  @usableFromInline private(set) var (minX, maxX) = (Int32.max, Int32.min)
  @usableFromInline private(set) var (minY, maxY) = (Int32.max, Int32.min)
  @usableFromInline private(set) var factor: UInt32 = 0
  /// True if the pen is down on the way to the next point.
  @usableFromInline var isPenDown = true
  /// The last point, and the length of the path: Q1.14, below 2²⁵ for 1,000 points.
  private var last: (x: Int32, y: Int32)?
  private var length: Int32 = 0

  /// Begins a run of `stroke` with `bias` as its acceleration error in the plane, m/s², Q11.20.
  ///
  /// Not inlined: it is outside the loop's work.
  @inline(never)
  mutating func begin(bias: (x: Int32, y: Int32), of stroke: borrowing EndedStroke) {
    (biasX, biasY) = bias
    response = AxisIntegrator()
    beginDrift(points: Int(truncatingIfNeeded: stroke.slots) &- 1)
  }

  /// Goes to the first of `points` points. The places of ``LeverArm`` are the middles of N equal parts of −1…1, each of which covers
  /// 2^spacing points.
  ///
  /// A step: 2 / (N · 2^spacing), Q1.29. The last point lies less than a part behind the last place: below 1.13.
  private mutating func beginDrift(points: Int) {
    let spacing = LeverArm.spacing(of: points)
    let parts = (points &- 1) &>> spacing &+ 1
    let span = Int32(truncatingIfNeeded: parts &<< spacing)
    let quotient: Fixed<29> = Fixed<0>(bits: 2).divided(by: Fixed<0>(bits: span))
    step = quotient.bits
    place = (step &<< Int32(truncatingIfNeeded: spacing)) &>> 1 &- 1 &<< 29
  }

  /// Projects a point of `stroke` onto the plane and removes its drift. x and y are in half the
  /// unit of the stroke, m in Q9.22, over 2^`stroke.shift`. The shift is chosen so that position,
  /// drift and their difference fit in 16 bits.
  ///
  /// r is computed for ¼ m/s², so that it holds 45 s in Q8.23, and b for a quarter of the time.
  /// b·r: Q11.20 × Q8.23 = Q.43, one term, rounded to Q9.22. It wraps beyond 512 m, but positions
  /// are clamped before that.
  @inline(__always)
  mutating func project(
    _ point: inout InkPoint, of stroke: borrowing EndedStroke, under rule: IntegrationRule,
    undamped: Bool
  ) {
    let shift = Int32(truncatingIfNeeded: stroke.shift)
    let (x, y) = stroke.plane.coordinates(of: point, droppingBits: shift)
    respond(to: point.ticks &* InkPoint.tick, rule, undamped: undamped)
    let driftX = WideSum(biasX, times: response.position.bits).wrappedInLine(dropping: 21)
    let driftY = WideSum(biasY, times: response.position.bits).wrappedInLine(dropping: 21)
    assert(place.magnitude < 606_661_838)
    let rest = stroke.drift.value(at: place &>> 14)
    place &+= step
    point.move(toX: x &- driftX &>> shift &- rest.x, y: y &- driftY &>> shift &- rest.y)
  }

  /// Adds a point in the plane to the bounds and the total time.
  @inline(__always)
  mutating func measure(_ point: InkPoint) {
    ticks &+= point.ticks
    minX = Swift.min(minX, Int32(truncatingIfNeeded: point.x))
    maxX = Swift.max(maxX, Int32(truncatingIfNeeded: point.x))
    minY = Swift.min(minY, Int32(truncatingIfNeeded: point.y))
    maxY = Swift.max(maxY, Int32(truncatingIfNeeded: point.y))
  }

  /// Integrates ¼ m/s² for a time step.
  @inline(__always)
  private mutating func respond(
    to microseconds: UInt32, _ rule: IntegrationRule, undamped: Bool
  ) {
    let quarter = Fixed<23>(bits: 1 &<< 21)
    if undamped || rule.damping == .zero {
      response.stepUndamped(quarter, StepClock.seconds(microseconds), rule.scheme)
    } else {
      response.step(quarter, StepCoefficients(microseconds, rule))
    }
  }

  /// Ends the first pass and sets the scale. The scale is at least the minimum size of the stroke,
  /// so that smaller strokes are not magnified further.
  ///
  /// factor = ⌊2³⁰ / scale⌋, with a scale of 1…2³⁰.
  mutating func endProjection(of stroke: borrowing EndedStroke) {
    position = 0
    isProjected = true
    let size = Swift.max(maxX &- minX, maxY &- minY)
    let scale = Swift.max(size, Self.minimumSize(of: stroke), 1)
    assert(scale <= 1 << 30)
    let quotient: Fixed<0> = Fixed<0>(bits: 1 &<< 30).divided(by: Fixed<0>(bits: scale))
    factor = UInt32(bitPattern: quotient.bits)
    if factor &* UInt32(bitPattern: scale) > 1 &<< 30 { factor &-= 1 }
  }

  /// The minimum size of a stroke in the unit of its points in the plane.
  private static func minimumSize(of stroke: borrowing EndedStroke) -> Int32 {
    stroke.minimumSize.bits &>> (Int32(truncatingIfNeeded: stroke.shift) &+ 1)
  }

  /// Continues the path to a point of the unit square, Q1.14. The length of a step is estimated as
  /// max + ⅜ min of the differences' magnitudes.
  @usableFromInline
  mutating func advance(toX x: Int32, y: Int32) {
    if let last {
      let (a, b) = (x &- last.x, y &- last.y)
      let (width, height) = (a < 0 ? 0 &- a : a, b < 0 ? 0 &- b : b)
      length &+= Swift.max(width, height) &+ (3 &* Swift.min(width, height) &+ 4) &>> 3
      assert(length < 1 << 25)
    }
    last = (x, y)
  }

  /// The shape of the stroke that has been read.
  ///
  /// Size: half the unit over 2^shift, in 16 bits; clamped if it exceeds 31 bits. Narrowness: as
  /// `rescaled`.
  func shape(of stroke: borrowing EndedStroke) -> StrokeShape {
    guard maxX >= minX else { return StrokeShape() }
    let (width, height) = (maxX &- minX, maxY &- minY)
    let shift = Int32(truncatingIfNeeded: stroke.shift) &+ 1
    let size = Swift.max(width, height)
    let narrow = UInt32(bitPattern: Swift.min(width, height))
    return StrokeShape(
      size: size > Int32.max &>> shift ? .max : Fixed(bits: size &<< shift),
      narrowness: Fixed(bits: Int32(bitPattern: (narrow &* factor &+ 0x8000) &>> 16)),
      length: Fixed(bits: length), isTooSmall: size < Self.minimumSize(of: stroke))
  }

  /// The position of a point of the plane in the unit square, Q1.14, within 2⁻¹⁴ of the exact
  /// quotient.
  ///
  /// (x − minX) in 16 bits, at most the scale, × ⌊2³⁰ / scale⌋ = Q.30, one term, at most 2³⁰.
  /// Dropping 16 bits leaves Q.14.
  @inlinable @inline(__always)
  func rescaled(_ point: InkPoint) -> (x: Int32, y: Int32) {
    let right = UInt32(bitPattern: Int32(truncatingIfNeeded: point.x) &- minX)
    let down = UInt32(bitPattern: Int32(truncatingIfNeeded: point.y) &- minY)
    assert(UInt64(right) * UInt64(factor) <= 1 << 30)
    assert(UInt64(down) * UInt64(factor) <= 1 << 30)
    return (
      Int32(bitPattern: (right &* factor &+ 0x8000) &>> 16),
      Int32(bitPattern: (down &* factor &+ 0x8000) &>> 16)
    )
  }
}
