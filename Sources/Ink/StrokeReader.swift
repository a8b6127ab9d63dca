import FixedPoint
import Geometry
import Motion

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
struct StrokeReader: Sendable {
  /// How many slots the current pass has gone through.
  @usableFromInline var position = 0
  /// True in the second pass.
  @usableFromInline var isProjected = false
  /// All ticks of the stroke: 0 when no times are known.
  @usableFromInline private(set) var ticks: UInt32 = 0
  private var (biasX, biasY): (Int32, Int32) = (0, 0)
  private var response = AxisIntegrator()
  @usableFromInline private(set) var (minX, maxX) = (Int32.max, Int32.min)
  @usableFromInline private(set) var (minY, maxY) = (Int32.max, Int32.min)
  @usableFromInline private(set) var shift: UInt32 = 0
  @usableFromInline private(set) var factor: UInt32 = 0

  /// A run begins, with `bias` as its error in the plane, m/s², Q11.20.
  mutating func begin(bias: (x: Int32, y: Int32)) {
    (biasX, biasY) = bias
    response = AxisIntegrator()
  }

  /// A point of the stroke, seen in `plane`, in the plane with its drift taken off: x and y in half the
  /// unit of the stroke, m in Q9.22.
  ///
  /// r is computed for ¼ m/s², so that it holds 45 s in Q8.23, and b for a quarter of the time.
  /// b·r: Q11.20 × Q8.23 = Q.43, one term, clamped to Q9.22.
  @inline(__always)
  mutating func project(
    _ point: InkPoint, on plane: WritingPlane, _ rule: IntegrationRule
  ) -> InkPoint {
    let (x, y) = plane.coordinates(of: point)
    ticks &+= point.ticks
    respond(to: point.ticks &* InkPoint.tick, rule)
    let driftX = WideSum(biasX, times: response.position.bits).saturated(dropping: 21)
    let driftY = WideSum(biasY, times: response.position.bits).saturated(dropping: 21)
    let projected = InkPoint(
      Vector3<22>(
        Fixed(bits: x).subtractingWithSaturation(Fixed(bits: driftX)),
        Fixed(bits: y).subtractingWithSaturation(Fixed(bits: driftY)), .zero),
      ticks: point.ticks)
    let (storedX, storedY) = Self.coordinates(of: projected)
    minX = Swift.min(minX, storedX)
    maxX = Swift.max(maxX, storedX)
    minY = Swift.min(minY, storedY)
    maxY = Swift.max(maxY, storedY)
    return projected
  }

  /// Lets ¼ m/s² act for a time step.
  @inline(__always)
  private mutating func respond(to microseconds: UInt32, _ rule: IntegrationRule) {
    let quarter = Fixed<23>(bits: 1 &<< 21)
    if rule.damping == .zero {
      response.stepUndamped(quarter, StepClock.seconds(microseconds), rule.scheme)
    } else {
      response.step(quarter, StepCoefficients(microseconds, rule))
    }
  }

  /// The first pass is over: nothing below `minimumSize`, in the unit of the stroke, is magnified
  /// further.
  ///
  /// The scale is shifted to 16 bits, s < 2¹⁶, and factor = ⌊2³⁰ / s⌋.
  mutating func endProjection(minimumSize: Fixed<23>) {
    position = 0
    isProjected = true
    // Coordinates within ±2³⁰ differ by less than 2³¹.
    let size = Swift.max(maxX &- minX, maxY &- minY)
    let scale = UInt32(bitPattern: Swift.max(size, minimumSize.bits &>> 1, 1))
    let bits = 32 &- scale.leadingZeroBitCount
    shift = UInt32(truncatingIfNeeded: Swift.max(bits &- 16, 0))
    let divisor = scale &>> shift
    let quotient = Fixed<0>(bits: 1 &<< 30).divided(by: Fixed<0>(bits: Int32(bitPattern: divisor)))
      as Fixed<0>
    factor = UInt32(bitPattern: quotient.bits)
    if factor &* divisor > 1 &<< 30 { factor &-= 1 }
  }

  /// Where a point of the plane lies in the unit square, Q1.14, within 2⁻¹⁴ of the exact quotient.
  ///
  /// (x − minX) in 16 bits × ⌊2³⁰/s⌋ = Q.30, one term, at most 2³⁰ + s; dropping 16 leaves Q.14.
  @inlinable @inline(__always)
  func rescaled(_ point: InkPoint) -> (x: Int32, y: Int32) {
    let (x, y) = Self.coordinates(of: point)
    let right = UInt32(bitPattern: x &- minX) &>> shift
    let down = UInt32(bitPattern: y &- minY) &>> shift
    return (
      Int32(bitPattern: (right &* factor &+ 0x8000) &>> 16),
      Int32(bitPattern: (down &* factor &+ 0x8000) &>> 16)
    )
  }

  @inlinable @inline(__always)
  static func coordinates(of point: InkPoint) -> (x: Int32, y: Int32) {
    (
      Int32(truncatingIfNeeded: point.x) &<< point.exponent,
      Int32(truncatingIfNeeded: point.y) &<< point.exponent
    )
  }
}
