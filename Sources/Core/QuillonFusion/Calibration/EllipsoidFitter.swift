import QuillonNumerics

/// Fits an ellipsoid to a stream of readings, in a fixed amount of memory and in integers.
///
/// It stores no readings, only the sums of their powers up to the fourth, 35 words of 64 bits. A
/// reading counts only if it is far enough from the one before. So a board at rest does not
/// outweigh its motion. After 2,048 readings all weights are halved: old readings fade.
public struct EllipsoidFitter: Sendable {
  /// How many readings count at present, 0…2,047.
  public private(set) var count: Int32 = 0
  /// How many readings were too far from the first to count; stops at 2³¹ − 1.
  public private(set) var outOfRange: Int32 = 0

  private let stepBits: Int32
  private let squaredSpacing: Int32
  private var moments = QuarticMoments()
  private var origin = Vector3<0>.zero
  private var last = Vector3<0>.zero
  private var lowest = Vector3<0>.zero
  private var highest = Vector3<0>.zero

  /// The range of a component around the first reading, in coarse steps.
  private static let range = Fixed<0>(bits: 8191)

  /// A fitter without readings.
  ///
  /// - Parameters:
  ///   - stepBits: How many low bits of a reading are dropped, 1…16, clamped. The rest must resolve
  ///     the radius into some hundreds of steps, and span it several times within ±8,191.
  ///   - spacing: The least distance between successive readings that count, in those coarse steps,
  ///     0…1,000, clamped.
  public init(stepBits: Int32, spacing: Int32) {
    self.stepBits = Swift.min(Swift.max(stepBits, 1), 16)
    let spacing = Swift.min(Swift.max(spacing, 0), 1000)
    squaredSpacing = spacing &* spacing
  }

  /// Adds a reading in any unit. True if it counts.
  @discardableResult
  public mutating func add(_ reading: Vector3<0>) -> Bool {
    let coarse = Vector3<0>(coarse(reading.x), coarse(reading.y), coarse(reading.z))
    if count == 0 {
      origin = coarse
      (lowest, highest) = (.zero, .zero)
    }
    let point = coarse.subtractingWithSaturation(origin)
    guard point.isWithin(Self.range) else {
      if outOfRange < .max { outOfRange &+= 1 }
      return false
    }
    guard count == 0 || isApart(point) else { return false }
    last = point
    lowest = Vector3(
      min(lowest.x, point.x), min(lowest.y, point.y), min(lowest.z, point.z))
    highest = Vector3(
      max(highest.x, point.x), max(highest.y, point.y), max(highest.z, point.z))
    moments.add(point.x.bits, point.y.bits, point.z.bits)
    count &+= 1
    if count == 2048 {
      moments.halve()
      count = 1024
    }
    return true
  }

  /// The ellipsoid that fits the readings so far; nil if they do not determine one.
  ///
  /// If the cross terms are not determined, as from six poses, its axes are parallel to the
  /// coordinate axes. The time is bounded: about 6,000 products.
  public mutating func fit() -> Ellipsoid? {
    guard count >= 6 else { return nil }
    let box = box
    var system = system(in: box)
    if count >= 12, let ellipsoid = ellipsoid(&system, harmonics: 9, in: box) { return ellipsoid }
    return ellipsoid(&system, harmonics: 6, in: box)
  }

  /// How well the readings so far cover the sphere.
  public mutating func coverage() -> SphereCoverage {
    guard count > 0 else { return .none }
    let box = box
    var system = system(in: box)
    return SphereCoverage(&system)
  }

  private func coarse(_ component: Fixed<0>) -> Fixed<0> {
    // Half a coarse step is added for rounding. The greatest readings clamp.
    let half = Fixed<0>(bits: 1 &<< (stepBits &- 1))
    return Fixed(bits: component.addingWithSaturation(half).bits &>> stepBits)
  }

  /// Differences stay below 2¹⁵ and their squares below 2²⁹, because readings out of range are
  /// excluded.
  private func isApart(_ point: Vector3<0>) -> Bool {
    let difference = point &- last
    assert(difference.isWithin(Fixed(bits: 32_767)))
    return difference.squaredNorm.bits >= WideSum(word: squaredSpacing).bits
  }
}

extension EllipsoidFitter {
  /// The coordinates of the fit: (reading − center) / 2^exponent, within ±½. The center is in
  /// coarse steps.
  private struct Box {
    var center: Vector3<0>
    var exponent: Int
  }

  private var box: Box {
    let extent = highest &- lowest
    let longest = max(max(extent.x, extent.y, extent.z).bits, 1)
    func middle(_ a: Fixed<0>, _ b: Fixed<0>) -> Fixed<0> { Fixed(bits: (a &+ b).bits &>> 1) }
    return Box(
      center: Vector3(
        middle(lowest.x, highest.x), middle(lowest.y, highest.y), middle(lowest.z, highest.z)),
      exponent: 32 &- longest.leadingZeroBitCount)
  }

  @inline(never)
  private func system(in box: Box) -> HarmonicSystem {
    var centered = moments
    centered.moveOrigin(to: box.center.x.bits, box.center.y.bits, box.center.z.bits)
    return HarmonicSystem(&centered, exponent: box.exponent)
  }

  /// Converts r² = k + 2 b·v + vᵀ S v to (v − c)ᵀ A (v − c) = K with A = 1 − S, c = A⁻¹ b, K = k +
  /// b·c.
  ///
  /// Nil if A has an eigenvalue below 0.15 (its trace is 3): the axes of no sensor differ so much.
  ///
  /// Not inlined, so that only one factorization is on the stack.
  @inline(never)
  private func ellipsoid(
    _ system: inout HarmonicSystem, harmonics: Int, in box: Box
  ) -> Ellipsoid? {
    guard var fit = HarmonicFit(&system, count: harmonics) else { return nil }
    let (p, q) = (fit.coefficient(4), fit.coefficient(5))
    // Coefficients are Q1.30, p ± q and 2q as Q3.28 a quarter of their steps.
    let a = SymmetricMatrix3(
      xx: .one &- p.converted() &- q.converted(), yy: .one &+ p.converted() &- q.converted(),
      zz: .one &+ q.converted() &+ q.converted(),
      xy: Fixed.zero &- fit.coefficient(6).converted(),
      xz: Fixed.zero &- fit.coefficient(7).converted(),
      yz: Fixed.zero &- fit.coefficient(8).converted())
    guard a.isAbove(Fixed(bits: 40_265_318)) else { return nil }
    // The eigenvalues are below 3, so `roots` works for two thirds of the matrix.
    let roots = a.scaled(by: Fixed(bits: 715_827_883)).roots
    let b = Vector3<30>(
      Self.half(fit.coefficient(1)), Self.half(fit.coefficient(2)), Self.half(fit.coefficient(3)))
    // A⁻¹ = ⅔ Z Z, and ⅔ is Q1.30.
    let c: Vector3<30> = roots.inverse.times(roots.inverse.times(b))
      .multiplied(by: Fixed<30>(bits: 715_827_883))
    let squaredRadius = fit.coefficient(0).addingWithSaturation(b.dot(c))
    guard squaredRadius > .zero else { return nil }
    // The residual of r² is twice the radius times the residual of r: spread = √residual / 2K.
    let error = Fixed<30>(bits: fit.residual).squareRoot()
    return Ellipsoid(
      center: Vector3(
        fine(box.center.x &+ origin.x, c.x, box), fine(box.center.y &+ origin.y, c.y, box),
        fine(box.center.z &+ origin.z, c.z, box)),
      gain: Self.gain(roots.root), radius: fine(.zero, squaredRadius.squareRoot(), box),
      spread: Self.half(error.divided(by: squaredRadius)), coverage: SphereCoverage(&system))
  }

  /// A coordinate in coarse steps plus a part of the box, Q1.30, in the steps of the readings;
  /// clamped.
  private func fine(_ coarse: Fixed<0>, _ part: Fixed<30>, _ box: Box) -> Fixed<0> {
    // exponent ≤ 15 and stepBits ≤ 16, so at most one bit is gained.
    let shift = 30 &- box.exponent &- Int(truncatingIfNeeded: stepBits)
    let whole = WideSum(word: coarse.bits, shiftedLeft: stepBits).saturated(dropping: 0)
    let rest =
      shift >= 0
      ? WideSum(word: part.bits).rounded(dropping: shift)
      : WideSum(word: part.bits, shiftedLeft: 1).saturated(dropping: 0)
    return Fixed<0>(bits: whole).addingWithSaturation(Fixed(bits: rest))
  }

  /// √(3/2) times a matrix, Q3.28, as gains, Q2.29.
  private static func gain(_ root: SymmetricMatrix3) -> GainMatrix {
    let factor = Fixed<30>(bits: 1_315_059_792)
    return GainMatrix(
      rows: root.rows.0.multiplied(by: factor), root.rows.1.multiplied(by: factor),
      root.rows.2.multiplied(by: factor))
  }

  private static func half(_ value: Fixed<30>) -> Fixed<30> {
    Fixed(bits: value.bits &>> 1 &+ value.bits & 1)
  }
}
