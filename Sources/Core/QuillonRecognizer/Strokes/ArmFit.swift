import QuillonNumerics

/// Compares the integrated path with that of the arm's turning at 8 to 16 places. For the formulas see `StrokeQueue.armDrift`.
struct ArmFit {
  private let count: Int32
  private var series = InlineArray<4, GramSeries>(repeating: GramSeries())
  /// Sums over what the polynomials leave: 32 terms below 2³⁵.
  private var rests = PathProducts()

  /// A fit at `count` places, 8…16, without any places yet. Call `add` for each, then `solve`, then `compare` for each.
  init(count: Int) { self.count = Int32(truncatingIfNeeded: count) }

  private func z(_ index: Int) -> Int32 { 2 &* Int32(truncatingIfNeeded: index) &+ 1 &- count }
  private func p2(_ z: Int32) -> Int32 { 3 &* z &* z &- count &* count &+ 1 }

  /// Adds place `index` in the first pass. Each coordinate is below 2¹⁷.
  @inline(never)
  mutating func add(_ place: PathProducts.Coordinates, at index: Int) {
    let z = z(index)
    for axis in 0..<4 { series[unchecked: axis].add(place[unchecked: axis], z, p2(z)) }
  }

  /// Ends the first pass.
  @inline(never)
  mutating func solve() {
    guard let divisors = GramSeries.Divisors(count) else { return }
    for axis in 0..<4 { series[unchecked: axis].divide(by: divisors) }
  }

  /// Adds place `index` in the second pass.
  @inline(never)
  mutating func compare(_ place: PathProducts.Coordinates, at index: Int) {
    let z = z(index)
    var rest = place
    for axis in 0..<4 {
      rest[unchecked: axis] = series[unchecked: axis].rest(of: place[unchecked: axis], z, p2(z))
    }
    rests.add(rest)
  }

  /// The drift of the path; none if the turning explains less than a sixteenth of what the polynomials leave.
  ///
  /// All sums of squares and products are divided by the same power of 2, so that they are below 2²⁶. g is Q15.16, and so are, clamped,
  /// ρN / 4v² with v = 0.06 m/s · T, and q = ρ / 4v²R⁴. ρN = Σp² − 2g Σpy + g² Σy²: Q.0 × Q.16, one term each. The drift is the part
  /// 1 / (1 + 24 q) of the first coefficient and 1 / (1 + 360 q) of the second.
  ///
  /// - Parameters:
  ///   - velocity: v, in the unit of the places.
  ///   - noise: that of both paths, in that unit, below 2¹⁴.
  @inline(never)
  mutating func drift(velocity: Int32, noise: Int32) -> PathDrift {
    var (first, second) = (Line(), Line())
    for axis in 0..<4 {
      first.coefficients[unchecked: axis] = series[unchecked: axis].slope(count)
      second.coefficients[unchecked: axis] = series[unchecked: axis].bend(count)
    }
    first.products.add(first.coefficients)
    second.products.add(second.coefficients)
    let shift = Swift.max(
      Swift.max(PathProducts.shift(rests.own), rests.shift),
      Swift.max(first.products.shift, second.products.shift))
    let least = Swift.max(Self.product(noise &* noise, count, shift), 1)
    let own = Self.scaled(rests.own, shift) &+ least
    let (turned, both) = (Self.scaled(rests.turned, shift), Self.scaled(rests.both, shift))
    guard both > 0, turned > 0 else { return .none }
    let gain = Swift.min(Swift.max(Self.ratio(both, turned), 1 &<< 14), 1 &<< 17)
    let explained = Swift.min(
      Self.product(both, gain, 15) &- Self.product(turned, Self.product(gain, gain, 16), 16),
      own &- least)
    guard explained > own &>> 4 else { return .none }
    let all = Self.ratio(own &- explained, Self.product(velocity, 4 &* velocity, shift))
    let inverse = Self.ratio(own, explained)
    let each: Fixed<16> = Fixed<16>(bits: all).divided(by: Fixed<0>(bits: count))
    let q = Self.product(Self.product(each.bits, inverse, 16), inverse, 16)
    first.weigh(8, 3, all, q)
    second.weigh(72, 5, all, q)
    let common = Swift.min(
      Swift.max(
        Self.ratio(
          second.sum(first.sum(both, first.products.both, shift), second.products.both, shift),
          second.sum(first.sum(turned, first.products.turned, shift), second.products.turned, shift)
        ), 0), 1 &<< 17)
    return PathDrift(first: first.drift(common), second: second.drift(common))
  }

  /// A sum over 2^`shift`.
  @inline(never)
  private static func scaled(_ sum: WideSum, _ shift: Int) -> Int32 {
    sum.saturated(dropping: shift)
  }

  /// a b over 2^`shift`, rounded and clamped. Not inlined: one copy is enough.
  @inline(never)
  static func product(_ a: Int32, _ b: Int32, _ shift: Int) -> Int32 {
    scaled(WideSum(a, times: b), shift)
  }

  /// a / b, Q15.16, clamped.
  @inline(never)
  private static func ratio(_ a: Int32, _ b: Int32) -> Int32 {
    (Fixed<0>(bits: a).divided(by: Fixed<0>(bits: b)) as Fixed<16>).bits
  }

  /// A coefficient of all coordinates, and how much of it is drift.
  private struct Line {
    var coefficients = PathProducts.Coordinates(repeating: 0)
    var products = PathProducts()
    /// 1 / (1 + f q), Q15.16.
    private var share: Int32 = 0
    /// By how much the products of this coefficient count in the common gain, Q15.16.
    private var weight: Int32 = 0

    /// Determines the share with f = `factor` · `times`, and the weight `factor` · `all` · share. `all` is ρN / 4v², Q15.16.
    @inline(never)
    mutating func weigh(_ factor: Int32, _ times: Int32, _ all: Int32, _ q: Int32) {
      let sum = Fixed<16>(bits: product(q, factor &* times, 0))
        .addingWithSaturation(Fixed(bits: 1 &<< 16))
      share = ratio(1 &<< 16, sum.bits)
      weight = product(product(all, share, 16), factor, 0)
    }

    /// `number` and a weighted product. Q.0 × Q15.16, one term, clamped.
    @inline(never)
    func sum(_ number: Int32, _ product: WideSum, _ shift: Int) -> Int32 {
      Fixed<0>(bits: number)
        .addingWithSaturation(Fixed(bits: ArmFit.product(scaled(product, shift), weight, 16))).bits
    }

    /// The part `share` of what the turning does not explain, clamped to 16 bits. Q.0 × Q15.16, one term each.
    func drift(_ gain: Int32) -> (x: Int16, y: Int16) { (drift(gain, 0), drift(gain, 1)) }

    @inline(never)
    private func drift(_ gain: Int32, _ axis: Int) -> Int16 {
      let rest =
        coefficients[unchecked: axis] &- product(coefficients[unchecked: axis &+ 2], gain, 16)
      return Int16(
        truncatingIfNeeded: Swift.min(Swift.max(product(rest, share, 16), -32_768), 32_767))
    }
  }
}
