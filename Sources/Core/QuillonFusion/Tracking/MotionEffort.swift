import QuillonNumerics

/// Measures a stroke: the ratio of acceleration to turning, and the directions of the acceleration.
/// A hand that writes moves the board more than it turns it, and moves it more within a plane than
/// out of it.
public struct MotionEffort: Sendable {
  // In this order, because no method reads just the first words: on a Cortex-M4 the compiler would read them with `ldm r10!`, which moves the
  // caller's address of the value.
  /// Σ a aᵀ, m²/s⁴, Q24.6: each term is at most 2²⁰, and 1,000 samples stay below 2³⁰.
  private var (xy, xz, yz): (Int32, Int32, Int32) = (0, 0, 0)
  private var (xx, yy, zz): (Int32, Int32, Int32) = (0, 0, 0)
  private var samples: UInt32 = 0
  /// Σ |ω|², rad²/s², UQ22.10: each term is below 2²², and 1,000 samples stay below 2³².
  private var turning: UInt32 = 0

  /// No samples yet.
  public init() {}

  /// Adds a sample.
  ///
  /// At most 1,023 samples count, each below 2²².
  ///
  /// - Parameters:
  ///   - acceleration: m/s².
  ///   - squaredRate: |ω|², rad²/s², UQ12.20; 0 if unknown.
  public mutating func add(_ acceleration: Vector3<23>, turning squaredRate: UInt32) {
    guard samples < 1023 else { return }
    samples &+= 1
    let (x, y, z) = (
      Self.word(acceleration.x), Self.word(acceleration.y), Self.word(acceleration.z)
    )
    xx &+= Self.product(x, x)
    yy &+= Self.product(y, y)
    zz &+= Self.product(z, z)
    xy &+= Self.product(x, y)
    xz &+= Self.product(x, z)
    yz &+= Self.product(y, z)
    assert(Swift.max(xx.magnitude, yy.magnitude, zz.magnitude) < 1 << 30)
    assert(Swift.max(xy.magnitude, xz.magnitude, yz.magnitude) < 1 << 30)
    assert(!turning.addingReportingOverflow(squaredRate &>> 10).overflow)
    turning &+= squaredRate &>> 10
  }

  /// The root mean square of the acceleration, minus its mean, divided by that of the angular rate,
  /// m/s per rad, Q19.12. Nil if no turning is known. `mean` is the mean acceleration, m/s².
  ///
  /// Ratio of the squares: UQ26.6 / UQ22.10 is 16 times the quotient of the bits, so the Q.16
  /// quotient of the bits is the ratio in Q.12. Root: Q.12 times 2¹² = Q.24.
  public func forceOverTurning(mean: Vector3<23>) -> Fixed<12>? {
    guard turning > 1 else { return nil }
    let ratio: Fixed<16> = Fixed<0>(bits: Int32(bitPattern: varying(mean) &>> 1))
      .divided(by: Fixed<0>(bits: Int32(bitPattern: turning &>> 1)))
    let root = integerSquareRoot(
      wide: UInt64(bitPattern: WideSum(word: ratio.bits, shiftedLeft: 12).bits))
    return Fixed(bits: Int32(bitPattern: root))
  }

  /// The share of the energy of the acceleration, minus its mean, along the unit vector `normal`:
  /// 0…1 within 2 %, Q19.12. Nil if nothing moves. `mean` as above.
  ///
  /// C n: Q24.6 × Q1.14 = Q.20, three terms below 2⁴⁵, in Q24.6; n·C n the same again. n·m:
  /// Q7.8 × Q1.14 = Q.22, three terms below 2³¹ because |n| is 1, in Q.8. Its square in Q.6 is
  /// multiplied by the number of samples as in `varying`. As |n·m| is below 2¹⁶, its square is
  /// below 2³², and as the mean is that of the samples, the product is at most their energy.
  public func share(along normal: Vector3<14>, mean: Vector3<23>) -> Fixed<12>? {
    let all = Int32(bitPattern: varying(mean) &>> 1)
    guard all > 0 else { return nil }
    let (x, y, z) = (normal.x.bits, normal.y.bits, normal.z.bits)
    let energy = Self.dot(
      (
        Self.dot((xx, xy, xz), (x, y, z)), Self.dot((xy, yy, yz), (x, y, z)),
        Self.dot((xz, yz, zz), (x, y, z))
      ), (x, y, z))
    let steady = Self.dot(
      (Self.word(mean.x), Self.word(mean.y), Self.word(mean.z)), (x, y, z))
    let constant = Int32(bitPattern: (UInt32(bitPattern: steady &* steady) &>> 10) &* samples)
    return Fixed<0>(bits: Swift.max(energy &- constant, 0) &>> 1).divided(by: Fixed<0>(bits: all))
  }

  /// Σ |a − mean|², UQ26.6, 0 or more.
  ///
  /// |mean|²: Q7.8 × Q7.8 = Q.16, three terms below 2³², in Q.6 times 1,023 below 2³².
  private func varying(_ mean: Vector3<23>) -> UInt32 {
    let square = squaredNorm(
      quarterWord(mean.x.bits), quarterWord(mean.y.bits), quarterWord(mean.z.bits))
    assert(UInt64(square &>> 10) * UInt64(samples) < 1 << 32)
    let constant = (square &>> 10) &* samples
    let force = UInt32(bitPattern: xx &+ yy &+ zz)
    return force > constant ? force &- constant : 0
  }

  /// Q8.23 → Q7.8.
  private static func word(_ value: Fixed<23>) -> Int32 {
    Int32(truncatingIfNeeded: quarterWord(value.bits))
  }

  /// Q7.8 × Q7.8 = Q.16, one term of at most 2³⁰, rounded to Q.6.
  private static func product(_ a: Int32, _ b: Int32) -> Int32 {
    assert((Int64(a) * Int64(b)).magnitude <= 1 << 30)
    return (a &* b &+ 512) &>> 10
  }

  @inline(never)
  private static func dot(
    _ a: (Int32, Int32, Int32), _ n: (Int32, Int32, Int32)
  ) -> Int32 {
    var sum = WideSum(a.0, times: n.0)
    sum.add(a.1, times: n.1)
    sum.add(a.2, times: n.2)
    return sum.saturated(dropping: 14)
  }
}
