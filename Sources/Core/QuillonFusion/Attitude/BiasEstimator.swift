import QuillonNumerics

/// Estimates the gyroscope bias and its covariance: a Kalman filter that processes one scalar
/// measurement at a time, so that no matrix has to be inverted.
///
/// After Laidig and Seel (2023), section 3.4. At rest, the low-passed rate is the measurement. In
/// motion, a bias shows as a tilt that returns in every block. It is observable about horizontal
/// axes only. The covariance tracks which body axes have been horizontal.
struct BiasEstimator: Sendable {
  /// rad/s, each component within ±`limit`.
  private(set) var bias = Vector3<30>.zero
  /// The covariance, (0.01°/s)², Q18: three rows, symmetric. Its trace is 7,500 at most but for
  /// rounding, and no entry exceeds the trace.
  private(set) var rows: (x: Vector3<18>, y: Vector3<18>, z: Vector3<18>) = (
    Vector3(startVariance, .zero, .zero), Vector3(.zero, startVariance, .zero),
    Vector3(.zero, .zero, startVariance)
  )
  /// The change by this block's first measurement in motion, rad/s.
  private var change = Vector3<30>.zero

  /// 2°/s. The bias and every innovation are clamped to ± this value.
  static var limit: Fixed<30> { Fixed(bits: 37_480_660) }
  /// (0.5°/s)²: the variance at the start and its maximum.
  private static var startVariance: Fixed<18> { Fixed(bits: 2_500 &<< 18) }
  /// The growth of a variance per block: to (0.1°/s)² in 100 s.
  private static var growth: Fixed<18> { Fixed(bits: 26_214) }
  /// The variance of a measurement, (0.01°/s)², Q13. For a bias that converges to a variance p it
  /// is p²/growth + p, with p = (0.1°/s)² in motion and (0.03°/s)² at rest.
  private static var motionNoise: Fixed<13> { Fixed(bits: 820_019_200) }
  private static var restNoise: Fixed<13> { Fixed(bits: 6_709_248) }

  /// A block has passed. Increases the variances.
  mutating func grow() {
    change = .zero
    if rows.x.x < Self.startVariance { rows.x.x &+= Self.growth }
    if rows.y.y < Self.startVariance { rows.y.y &+= Self.growth }
    if rows.z.z < Self.startVariance { rows.z.z &+= Self.growth }
  }

  /// A measurement in motion: along `row`, a low-passed body direction of norm at most 1, the bias
  /// was wrong by `error`, rad/s, before any measurement of this block.
  mutating func observeMotion(along row: Vector3<29>, error: Fixed<30>) {
    // Q18 × Q29 = Q47, three terms: |P r| is at most the trace, 7,500.
    let u = Vector3<18>(
      rows.x.dotInRange(row), rows.y.dotInRange(row), rows.z.dotInRange(row))
    // Q18 × Q29 = Q47 → Q13, at most the trace again.
    let variance: Fixed<13> = u.dotInRange(row)
    // Q29 × Q30 = Q59 → Q30, within ±4°/s.
    let seen = Self.clamped(error) &- row.dotInRange(change)
    assert(seen.bits.magnitude <= 2 * Self.limit.bits.magnitude)
    let before = bias
    update(u, variance: variance, error: seen, noise: Self.motionNoise)
    change = change &+ (bias &- before)
  }

  /// A measurement at rest: the low-passed rate, rad/s, is the bias.
  mutating func observeRest(_ axis: Axis, rate: Vector3<23>) {
    switch axis {
    case .x: observeRest(rows.x, rows.x.x, rate.x, bias.x)
    case .y: observeRest(rows.y, rows.y.y, rate.y, bias.y)
    case .z: observeRest(rows.z, rows.z.z, rate.z, bias.z)
    }
  }

  /// An axis of the body.
  enum Axis { case x, y, z }

  @inline(never)
  private mutating func observeRest(
    _ u: Vector3<18>, _ variance: Fixed<18>, _ rate: Fixed<23>, _ bias: Fixed<30>
  ) {
    let error = rate.converted().subtractingWithSaturation(bias)
    update(u, variance: variance.converted(), error: Self.clamped(error), noise: Self.restNoise)
  }

  /// K = u/(W + variance); b ← b + K error; P ← P − K uᵀ.
  private mutating func update(
    _ u: Vector3<18>, variance: Fixed<13>, error: Fixed<30>, noise: Fixed<13>
  ) {
    // Below 100,100 + 7,500 in Q13. A negative variance could only come from rounding.
    let s = noise &+ Swift.max(variance, .zero)
    assert(s.bits > 0 && s.bits < 107_600 << 13)
    guard let reciprocal = Reciprocal(of: s.bits.magnitude) else { return }
    // Q18/Q13 · 2²⁵ = Q30; |K| is below √(2500/(4 · W)), at most 1.
    let gain = Vector3<30>(
      Fixed(bits: (reciprocal.quotient(of: u.x.bits) as Fixed<25>).bits),
      Fixed(bits: (reciprocal.quotient(of: u.y.bits) as Fixed<25>).bits),
      Fixed(bits: (reciprocal.quotient(of: u.z.bits) as Fixed<25>).bits))
    assert(gain.isWithin(.one))
    // Q30 × Q30 = Q60 → Q30, within ±8°/s before it is clamped.
    bias = Vector3(
      Self.clamped(bias.x &+ gain.x.scaled(by: error)),
      Self.clamped(bias.y &+ gain.y.scaled(by: error)),
      Self.clamped(bias.z &+ gain.z.scaled(by: error)))
    // Q30 × Q18 = Q48 → Q18; u uᵀ/s is no more than P itself.
    rows.x.x &-= u.x.scaled(by: gain.x)
    rows.y.y &-= u.y.scaled(by: gain.y)
    rows.z.z &-= u.z.scaled(by: gain.z)
    rows.x.y &-= u.y.scaled(by: gain.x)
    rows.x.z &-= u.z.scaled(by: gain.x)
    rows.y.z &-= u.z.scaled(by: gain.y)
    rows.y.x = rows.x.y
    rows.z.x = rows.x.z
    rows.z.y = rows.y.z
  }

  @inline(__always)
  private static func clamped(_ rate: Fixed<30>) -> Fixed<30> {
    rate.clamped(to: limit.negatedWithSaturation...limit)
  }

  /// True if no variance exceeds (0.2°/s)².
  var isConverged: Bool {
    let enough = Fixed<18>(bits: 400 &<< 18)
    return rows.x.x <= enough && rows.y.y <= enough && rows.z.z <= enough
  }
}
