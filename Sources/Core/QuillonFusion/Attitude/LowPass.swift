import QuillonNumerics

/// A second-order Butterworth low-pass of a vector, with one value per block and a time constant of
/// seconds.
///
/// It consists of two integrators with the trapezoidal rule. Its transfer function is that of the
/// textbook's direct form (Laidig and Seel 2023, section 3.1), but its gain for a constant is
/// exactly 1 however the coefficients are rounded. The integrators keep 32 bits below the step of
/// their format, so that no small addition is lost.
///
/// Until it has as many values as the time constant spans, the output is their mean.
struct LowPass<let fractionBits: Int>: Sendable {
  /// A vector with 32 more fraction bits.
  private struct Integrator {
    var x = WideSum()
    var y = WideSum()
    var z = WideSum()

    /// The vector in the format of the filter, rounded toward −∞.
    @inline(__always)
    var vector: Vector3<fractionBits> {
      Vector3(Fixed(bits: x.words.high), Fixed(bits: y.words.high), Fixed(bits: z.words.high))
    }

    /// Sets another value and keeps the bits below the step.
    @inline(__always)
    mutating func replace(by v: Vector3<fractionBits>) {
      x = WideSum(high: v.x.bits, low: x.words.low)
      y = WideSum(high: v.y.bits, low: y.words.low)
      z = WideSum(high: v.z.bits, low: z.words.low)
    }
  }

  /// The slope of the value, roughly times the time constant.
  private var slope = Integrator()
  private var value = Integrator()
  private var count: UInt32 = 0

  /// Filters the next value and returns the output. The input must keep three bits of headroom.
  ///
  /// The error e of the value drives both integrators: s ← s + 2a₂e − 2(1−a₁)s, v ← v + 2a₂s +
  /// 2a₃e, output (v + v')/2. Qf × Q32 = Q(f+32), which is the integrators' own format.
  mutating func step(_ input: Vector3<fractionBits>, _ c: LowPassCoefficients)
    -> Vector3<fractionBits>
  {
    let before = value.vector
    let error = input &- before
    assert(!input.x.bits.subtractingReportingOverflow(before.x.bits).overflow)
    assert(!input.y.bits.subtractingReportingOverflow(before.y.bits).overflow)
    assert(!input.z.bits.subtractingReportingOverflow(before.z.bits).overflow)
    guard count >= c.startCount else { return average(error, before) }
    stepAxis(error.x.bits, &slope.x, &value.x, c)
    stepAxis(error.y.bits, &slope.y, &value.y, c)
    stepAxis(error.z.bits, &slope.z, &value.z, c)
    let after = value.vector
    return Vector3(
      Self.middle(before.x, after.x), Self.middle(before.y, after.y),
      Self.middle(before.z, after.z))
  }

  /// Half the sum, rounded toward −∞; the headroom keeps the sum in range.
  @inline(__always)
  private static func middle(_ a: Fixed<fractionBits>, _ b: Fixed<fractionBits>)
    -> Fixed<fractionBits>
  {
    assert(!a.bits.addingReportingOverflow(b.bits).overflow)
    return Fixed(bits: (a.bits &+ b.bits) &>> 1)
  }

  /// The mean of the values so far: v ← v + e/n.
  @inline(__always)
  private mutating func average(_ error: Vector3<fractionBits>, _ before: Vector3<fractionBits>)
    -> Vector3<fractionBits>
  {
    count &+= 1
    guard let reciprocal = Reciprocal(of: count) else { return before }
    let mean = Vector3<fractionBits>(
      Fixed(bits: before.x.bits &+ (reciprocal.quotient(of: error.x.bits) as Fixed<0>).bits),
      Fixed(bits: before.y.bits &+ (reciprocal.quotient(of: error.y.bits) as Fixed<0>).bits),
      Fixed(bits: before.z.bits &+ (reciprocal.quotient(of: error.z.bits) as Fixed<0>).bits))
    value.replace(by: mean)
    return mean
  }

  /// True until the initial mean is complete.
  func isStarting(_ c: LowPassCoefficients) -> Bool { count < c.startCount }

  /// True if the mean has five values, or is complete with fewer.
  func isUsable(_ c: LowPassCoefficients) -> Bool {
    count >= Swift.min(c.startCount, Self.leastCount)
  }

  private static var leastCount: UInt32 { 5 }

  /// Rotates the state into a rotated frame.
  mutating func rotate(by q: UnitQuaternion) {
    Self.rotate(&slope, by: q)
    Self.rotate(&value, by: q)
  }

  /// Not inlined, because it is long and used twice.
  @inline(never)
  private static func rotate(_ integrator: inout Integrator, by q: UnitQuaternion) {
    integrator.replace(by: q.rotateOutOfLine(integrator.vector))
  }

  /// Reduces the weight of the state to at most five values. Call this when the state has become
  /// doubtful.
  mutating func shorten(_ c: LowPassCoefficients) {
    guard c.startCount > Self.leastCount else { return }
    slope = Integrator()
    count = Swift.min(count, Self.leastCount)
  }

  /// Restarts.
  mutating func restart() {
    slope = Integrator()
    count = 0
  }
}

/// Updates one axis by its error. Not inlined and not generic: one copy is enough.
@inline(never)
private func stepAxis(
  _ error: Int32, _ slope: inout WideSum, _ value: inout WideSum, _ c: LowPassCoefficients
) {
  let s = slope.words.high
  value.add(s, times: c.slopeGain)
  value.add(error, times: c.valueGain)
  slope.add(error, times: c.slopeGain)
  slope.subtract(s, times: c.damping)
}

/// The coefficients of a `LowPass`, computed once.
struct LowPassCoefficients: Equatable, Sendable {
  /// 2a₂, Q32.
  let slopeGain: Int32
  /// 2a₃, Q32.
  let valueGain: Int32
  /// 2(1 − a₁), Q32.
  let damping: Int32
  /// The number of values in the initial mean.
  let startCount: UInt32

  /// The coefficients for a time constant τ of 0.5…60 s, clamped, and ten values a second.
  ///
  /// The cutoff frequency is √2/(2πτ). γ = tan x with x = 0.1/(√2 τ) ≤ 0.142 comes from its series
  /// x + x³/3 + 2x⁵/15, error below 10⁻⁷; a₁ = 1/(1 + γ(γ + √2)), a₂ = γa₁, a₃ = γa₂.
  ///
  /// Q30 × Q30 = Q60 → Q30 and Q33 × Q30 = Q63 → Q33, one term each, below ¼.
  init(timeConstant: Fixed<16>) {
    let tau = timeConstant.clamped(to: Fixed(bits: 1 &<< 15)...Fixed(bits: 60 &<< 16))
    // 0.1/√2 in Q30.
    let x: Fixed<30> = Fixed<30>(bits: 75_925_012).divided(by: tau)
    let square = x.scaled(by: x)
    // 1/3 and 2/15 in Q30.
    let third = square.scaled(
      by: Fixed<30>(bits: 357_913_941) &+ square.scaled(by: Fixed<30>(bits: 143_165_577)))
    let gamma = x &+ x.scaled(by: third)
    // √2 in Q30.
    let sum = gamma.scaled(by: gamma &+ Fixed(bits: 1_518_500_250))
    let a1: Fixed<30> = Fixed<30>.one.divided(by: Fixed<30>.one &+ sum)
    // Q33 of a is Q32 of 2a.
    let a2: Fixed<33> = gamma.multiplied(by: a1)
    slopeGain = a2.bits
    valueGain = a2.scaled(by: gamma).bits
    damping = (Fixed<30>.one &- a1).bits &<< 3
    // Q16 × 10, rounded.
    startCount = UInt32(truncatingIfNeeded: (tau.bits &* 10 &+ 1 &<< 15) &>> 16)
  }
}
