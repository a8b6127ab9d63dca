import QuillonNumerics

/// Detects when a board is at rest: rate and specific force have stayed near their own low-passed
/// values for a period (Laidig and Seel 2023, section 3.3). The samples are tested one by one. The
/// low-passes run once per block.
struct SpecificForceStationaryDetector: Sendable {
  /// The coefficients of the test, computed once.
  struct Coefficients: Equatable, Sendable {
    /// The coefficients of the low-passes, τ = 0.5 s.
    let lowPass: LowPassCoefficients
    /// The square of the rate tolerance, in squares of 2⁻¹⁹ rad/s.
    let rateSquare: UInt32
    /// The square of the specific force tolerance, in squares of 2⁻¹⁵ m/s².
    let forceSquare: UInt32
    /// How long the quiet must last, µs, at least 1, so that a moment without quiet is never rest.
    let period: Int32

    init(_ parameters: SixAxisAHRS.Parameters) {
      lowPass = LowPassCoefficients(timeConstant: Fixed(bits: 1 &<< 15))
      rateSquare = Self.square(parameters.restRateTolerance.bits &>> 6)
      forceSquare = Self.square(parameters.restForceTolerance.bits &>> 8)
      period = Swift.max(parameters.restPeriod, 1)
    }

    private static func square(_ tolerance: Int32) -> UInt32 {
      let magnitude = Swift.min(tolerance.magnitude, 32_767)
      return magnitude &* magnitude
    }
  }

  /// The low-passed rate, rad/s.
  private(set) var rate = Vector3<23>.zero
  private var force = Vector3<21>.zero
  private var rateFilter = LowPass<23>()
  private var quietTime: Int32 = 0
  private var forceFilter = LowPass<21>()
  /// True if the low-passed rate itself exceeds the largest bias.
  private var isTurning = false

  /// True if the quiet has lasted for the period.
  @inline(__always)
  func isAtRest(_ c: Coefficients) -> Bool { quietTime >= c.period }

  /// Processes a sample, `elapsed` µs after the one before.
  @inline(__always)
  mutating func observe(
    rate sample: Vector3<25>, force sampleForce: Vector3<23>, elapsed: Int32, _ c: Coefficients
  ) {
    let turn = Self.square(
      Self.deviation(sample.x.bits &>> 6, rate.x.bits &>> 4),
      Self.deviation(sample.y.bits &>> 6, rate.y.bits &>> 4),
      Self.deviation(sample.z.bits &>> 6, rate.z.bits &>> 4))
    let push = Self.square(
      Self.deviation(sampleForce.x.bits &>> 8, force.x.bits &>> 6),
      Self.deviation(sampleForce.y.bits &>> 8, force.y.bits &>> 6),
      Self.deviation(sampleForce.z.bits &>> 8, force.z.bits &>> 6))
    let isQuiet = !isTurning && turn < c.rateSquare && push < c.forceSquare
    quietTime = isQuiet ? Swift.min(quietTime &+ elapsed, c.period) : 0
  }

  /// The difference, clamped to 16 bits. Larger differences exceed every tolerance anyway.
  @inline(__always)
  private static func deviation(_ a: Int32, _ b: Int32) -> Int32 {
    Swift.min(Swift.max(a &- b, -32_768), 32_767)
  }

  /// The sum of the squares of three 16-bit numbers, below 2³².
  @inline(__always)
  private static func square(_ x: Int32, _ y: Int32, _ z: Int32) -> UInt32 {
    assert(Int16(exactly: x) != nil && Int16(exactly: y) != nil && Int16(exactly: z) != nil)
    return UInt32(bitPattern: x &* x) &+ UInt32(bitPattern: y &* y) &+ UInt32(bitPattern: z &* z)
  }

  /// Processes the means of a block.
  mutating func closeBlock(
    rate meanRate: Vector3<23>, force meanForce: Vector3<21>, _ c: Coefficients
  ) {
    rate = rateFilter.step(meanRate, c.lowPass)
    force = forceFilter.step(meanForce, c.lowPass)
    isTurning = !rate.isWithin(BiasEstimator.limit.converted())
  }

  /// True if the board turns by 20°/s or more on average.
  @inline(__always)
  var isRotating: Bool {
    // Q23 × Q23 = Q46; (20°/s)² = 0.121847.
    rate.squaredNorm.bits >= 8_574_218_114_012
  }

  /// Marks the board as not at rest.
  mutating func disturb() { quietTime = 0 }

  /// Restarts.
  mutating func restart() {
    rateFilter.restart()
    forceFilter.restart()
    quietTime = 0
  }
}
