import QuillonFusion
import QuillonNumerics

/// Turns the positions of one stroke into ink, point by point, in two passes.
///
/// The first pass sees each point in the writing plane, takes the drift off, and finds the bounds. The
/// second moves and scales the plane's coordinates into the unit square.
///
/// Drift: from rest to rest the true acceleration averages to 0, so a constant error is b = ∫ a dt / T. What
/// it did to the positions is b times the answer r of the same integrator to a constant acceleration of 1,
/// and b·r is taken from each position. The path is then the one that the integrator would have made of
/// the acceleration less its mean. Shrinking by constant steps is not linear and is left out of r.
@usableFromInline
package struct StrokeReader: Sendable {
  /// Which of the strokes that wait is read, 0 first, and how many slots precede it.
  @usableFromInline package var (number, start) = (0, 0)
  /// Whether its points stay where they are when they have been read.
  @usableFromInline var keepsPoints = false
  /// How many slots the current pass has gone through.
  @usableFromInline package var position = 0
  /// True in the second pass.
  @usableFromInline var isProjected = false
  /// All ticks of the stroke: 0 when no times are known.
  @usableFromInline private(set) var ticks: UInt32 = 0
  private var (biasX, biasY): (Int32, Int32) = (0, 0)
  private var response = AxisIntegrator()
  @usableFromInline private(set) var (minX, maxX) = (Int32.max, Int32.min)
  @usableFromInline private(set) var (minY, maxY) = (Int32.max, Int32.min)
  @usableFromInline private(set) var factor: UInt32 = 0
  /// Whether the pen is down on the way to the next point.
  @usableFromInline var isPenDown = true
  /// Where the last point lay, and how far the pen went: Q1.14, of 1,000 points below 2²⁵.
  private var last: (x: Int32, y: Int32)?
  private var length: Int32 = 0

  /// A run begins, with `bias` as its error in the plane, m/s², Q11.20.
  mutating func begin(bias: (x: Int32, y: Int32)) {
    (biasX, biasY) = bias
    response = AxisIntegrator()
  }

  /// Moves a point of `stroke` into the plane and takes its drift off: x and y in half the unit of the
  /// stroke, m in Q9.22, over 2^`stroke.shift`, which is chosen so that position, drift and their
  /// difference fit in 16 bits.
  ///
  /// r is computed for ¼ m/s², so that it holds 45 s in Q8.23, and b for a quarter of the time.
  /// b·r: Q11.20 × Q8.23 = Q.43, one term, rounded to Q9.22. It wraps past 512 m, where positions have
  /// clamped before.
  @inline(__always)
  mutating func project(
    _ point: inout InkPoint, of stroke: borrowing EndedStroke, under rule: IntegrationRule,
    undamped: Bool
  ) {
    let shift = Int32(truncatingIfNeeded: stroke.shift)
    let (x, y) = stroke.plane.coordinates(of: point, droppingBits: shift)
    respond(to: point.ticks &* InkPoint.tick, rule, undamped: undamped)
    let driftX = WideSum(biasX, times: response.position.bits).rounded(dropping: 21)
    let driftY = WideSum(biasY, times: response.position.bits).rounded(dropping: 21)
    point.move(toX: x &- driftX &>> shift, y: y &- driftY &>> shift)
  }

  /// Takes a point that has been moved into the plane.
  @inline(__always)
  mutating func measure(_ point: InkPoint) {
    ticks &+= point.ticks
    minX = Swift.min(minX, Int32(truncatingIfNeeded: point.x))
    maxX = Swift.max(maxX, Int32(truncatingIfNeeded: point.x))
    minY = Swift.min(minY, Int32(truncatingIfNeeded: point.y))
    maxY = Swift.max(maxY, Int32(truncatingIfNeeded: point.y))
  }

  /// Lets ¼ m/s² act for a time step.
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

  /// The first pass is over: nothing below the stroke's minimum size is magnified further.
  ///
  /// factor = ⌊2³⁰ / scale⌋, with a scale of 1…2³⁰.
  mutating func endProjection(of stroke: borrowing EndedStroke) {
    position = 0
    isProjected = true
    let size = Swift.max(maxX &- minX, maxY &- minY)
    let scale = Swift.max(
      size, stroke.minimumSize.bits &>> (Int32(truncatingIfNeeded: stroke.shift) &+ 1), 1)
    let quotient: Fixed<0> = Fixed<0>(bits: 1 &<< 30).divided(by: Fixed<0>(bits: scale))
    factor = UInt32(bitPattern: quotient.bits)
    if factor &* UInt32(bitPattern: scale) > 1 &<< 30 { factor &-= 1 }
  }

  /// Goes on to a point of the unit square, Q1.14: max + ⅜ min of the differences' magnitudes.
  @usableFromInline
  mutating func advance(toX x: Int32, y: Int32) {
    if let last {
      let (a, b) = (x &- last.x, y &- last.y)
      let (width, height) = (a < 0 ? 0 &- a : a, b < 0 ? 0 &- b : b)
      length &+= Swift.max(width, height) &+ (3 &* Swift.min(width, height) &+ 4) &>> 3
    }
    last = (x, y)
  }

  /// The shape of the stroke that has been read.
  ///
  /// Size: half the unit over 2^shift, in 16 bits; clamped where its 31 bits would be left. Narrowness as
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
      length: Fixed(bits: length))
  }

  /// Where a point of the plane lies in the unit square, Q1.14, within 2⁻¹⁴ of the exact quotient.
  ///
  /// (x − minX) in 16 bits, at most the scale, × ⌊2³⁰ / scale⌋ = Q.30, one term, at most 2³⁰; dropping 16
  /// leaves Q.14.
  @inlinable @inline(__always)
  func rescaled(_ point: InkPoint) -> (x: Int32, y: Int32) {
    let right = UInt32(bitPattern: Int32(truncatingIfNeeded: point.x) &- minX)
    let down = UInt32(bitPattern: Int32(truncatingIfNeeded: point.y) &- minY)
    return (
      Int32(bitPattern: (right &* factor &+ 0x8000) &>> 16),
      Int32(bitPattern: (down &* factor &+ 0x8000) &>> 16)
    )
  }
}
