import QuillonNumerics

/// Compares the integrated path with that of the arm's turning at 8 to 16 places. For the formulas see `StrokeQueue.armDrift`.
///
/// The polynomials of degree 0 to 2 that fit a coordinate best have the coefficients Sⱼ / Nⱼ, with Sⱼ = Σ Pⱼ p and Nⱼ = Σ Pⱼ². As the
/// polynomials are orthogonal, the residuals of the coordinates p and y have the product Σ p y − Σ Sⱼ(p) Sⱼ(y) / Nⱼ. So each place is
/// read once.
struct ArmFit {
  private typealias Coordinates = PathProducts.Coordinates
  private let count: Int32
  private var (mean, first, second) = (Polynomial(), Polynomial(), Polynomial())
  /// Σ of products of the coordinates; after `solve`, of their residuals. Q51.12.
  private var products = PathProducts()

  /// A fit at `count` places, 8…16, without any places yet. Call `add` for each, then `solve`, then `drift`.
  init(count: Int) { self.count = Int32(truncatingIfNeeded: count) }

  /// Adds place `index`. Each coordinate is below 2¹⁷. Q.0 × Q.12, at most 32 terms: below 2⁵¹.
  @inline(never)
  mutating func add(_ place: PathProducts.Coordinates, at index: Int) {
    let z = 2 &* Int32(truncatingIfNeeded: index) &+ 1 &- count
    assert((0..<4).allSatisfy { place[$0].magnitude < 1 << 17 })
    Polynomial.add(1, times: place, to: &mean)
    Polynomial.add(z, times: place, to: &first)
    Polynomial.add(3 &* z &* z &- count &* count &+ 1, times: place, to: &second)
    var scaled = place
    for axis in 0..<4 { scaled[unchecked: axis] &<<= 12 }
    products.add(place, times: scaled)
  }

  /// Ends the fit: subtracts from `products` what the polynomials explain.
  ///
  /// N₀ = N, N₁ = N (N² − 1) / 3 and N₂ = 4 N (N² − 1) (N² − 4) / 5: divisors below 2²³. Three products of below 2⁵³: below 2⁵⁵.
  @inline(never)
  mutating func solve() {
    let square = count &* count
    let cube = count &* (square &- 1)
    assert(Int64(4 &* cube) * Int64(square &- 4) < 1 << 23)
    mean.solve(1, over: count, reach: 1, &products)
    first.solve(3, over: cube, reach: count, &products)
    second.solve(5, over: 4 &* cube &* (square &- 4), reach: 2 &* square, &products)
  }

  /// The drift of the path; none if the turning explains less than a sixteenth of the residuals.
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
    let (firsts, seconds) = (first.products, second.products)
    let shift = Swift.max(
      Swift.max(PathProducts.shift(products.own), products.shift) &- 12,
      Swift.max(firsts.shift, seconds.shift))
    assert(noise >= 0 && noise < 1 << 14)
    let least = Swift.max(Self.product(noise &* noise, count, shift), 1)
    let own = Swift.max(Self.scaled(products.own, shift &+ 12), 0) &+ least
    let turned = Self.scaled(products.turned, shift &+ 12)
    let both = Self.scaled(products.both, shift &+ 12)
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
    let (one, two) = (Weight(8, 3, all, q), Weight(72, 5, all, q))
    let common = Swift.min(
      Swift.max(
        Self.ratio(
          two.sum(one.sum(both, firsts.both, shift), seconds.both, shift),
          two.sum(one.sum(turned, firsts.turned, shift), seconds.turned, shift)
        ), 0), 1 &<< 17)
    return PathDrift(first: first.drift(common, one.share), second: second.drift(common, two.share))
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

  /// A polynomial that fits each coordinate.
  private struct Polynomial {
    /// Sⱼ: at most 16 terms, with Σ |z| ≤ 2⁷ and Σ |P₂| < 2¹² below 2²¹, 2²⁴ and 2²⁹. After `solve`, what the polynomial contributes at
    /// the end of the path: integers below 2¹⁸.
    private var coefficients = Coordinates(repeating: 0)

    /// The products of the integers: below 2³⁷.
    var products: PathProducts {
      var products = PathProducts()
      products.add(coefficients, times: coefficients)
      return products
    }

    /// Adds Pⱼ = `value` times the coordinates of a place.
    ///
    /// Not a mutating method: on a Cortex-M4 Swift 6.3 writes the four sums of one by an instruction that changes `self`'s address,
    /// which its caller continues to use.
    @inline(never)
    static func add(_ value: Int32, times place: Coordinates, to polynomial: inout Self) {
      for axis in 0..<4 {
        polynomial.coefficients[unchecked: axis] &+= value &* place[unchecked: axis]
      }
    }

    /// Turns Sⱼ into the coefficients Sⱼ / Nⱼ, with 1 / Nⱼ = `factor` over `divisor`, and these into integers for the end of the path, where
    /// the polynomial is `reach`. Subtracts from `rest` what the polynomial explains.
    ///
    /// Q.12: below 2¹⁷, 2¹⁵ and 2¹¹ for 8 places, where the coefficients are the greatest. Q.12 × Q.0, two terms, below 2⁵³. Q.12 × Q.0 → Q.0.
    @inline(never)
    mutating func solve(
      _ factor: Int32, over divisor: Int32, reach: Int32, _ rest: inout PathProducts
    ) {
      guard let reciprocal = Reciprocal(of: UInt32(bitPattern: divisor)) else { return }
      var negative = coefficients
      for axis in 0..<4 {
        let quotient: Fixed<12> = reciprocal.quotient(
          of: negative[unchecked: axis] &* (0 &- factor))
        negative[unchecked: axis] = quotient.bits
      }
      rest.add(negative, times: coefficients)
      for axis in 0..<4 {
        coefficients[unchecked: axis] = (negative[unchecked: axis] &* (0 &- reach)) &>> 12
      }
    }

    /// The part `share`, Q15.16, of what `gain` times the turning does not explain, clamped to 16 bits. Q.0 × Q15.16, one term each.
    /// It changes nothing, but for a method that is not mutating the compiler copies the value onto the stack.
    @inline(never)
    mutating func drift(_ gain: Int32, _ share: Int32) -> (x: Int16, y: Int16) {
      (drift(gain, share, 0), drift(gain, share, 1))
    }

    @inline(never)
    private mutating func drift(_ gain: Int32, _ share: Int32, _ axis: Int) -> Int16 {
      let rest =
        coefficients[unchecked: axis] &- product(coefficients[unchecked: axis &+ 2], gain, 16)
      return Int16(
        truncatingIfNeeded: Swift.min(Swift.max(product(rest, share, 16), -32_768), 32_767))
    }
  }

  /// How much of a polynomial is drift.
  private struct Weight {
    /// 1 / (1 + f q), Q15.16.
    let share: Int32
    /// By how much the products of the polynomial count in the common gain, Q15.16.
    private let weight: Int32

    /// The share with f = `factor` · `times`, and the weight `factor` · `all` · share. `all` is ρN / 4v², Q15.16.
    @inline(never)
    init(_ factor: Int32, _ times: Int32, _ all: Int32, _ q: Int32) {
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
  }
}
