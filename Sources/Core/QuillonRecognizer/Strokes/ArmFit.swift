import QuillonNumerics

/// Compares the integrated path with that of the arm's turning at 8 to 16 places. For the formulas see `StrokeQueue.armDrift`.
struct ArmFit {
  /// One place of both paths in the plane. Each coordinate is below 2¹⁷.
  struct Place {
    var (x, y): (Int32, Int32)
    var (turnedX, turnedY): (Int32, Int32)
  }

  /// The polynomial that fits one coordinate of a path best. Until all places are added, sums over them.
  private struct Series {
    /// Σ p; then the mean, Q23.8.
    var mean: Int32 = 0
    /// Σ z p; then the coefficient of z, Q23.8.
    var first: Int32 = 0
    /// Σ p₂ p / 8; then the coefficient of p₂ = 3z² − N² + 1, Q23.8.
    var second: Int32 = 0

    /// Sums of at most 32 terms: below 2²², 2²⁷ and, as Σ |p₂| is below 2¹⁵, 2²⁹.
    @inline(never)
    mutating func add(_ number: Int32, _ z: Int32, _ p2: Int32) {
      mean &+= number
      first &+= number &* z
      second &+= (number &* p2) &>> 3
    }

    /// Σ z² = N (N² − 1) / 3, Σ p₂² = 4 N (N² − 1) (N² − 4) / 5, both below 2²⁶.
    @inline(never)
    mutating func solve(_ n: Int32) {
      let product = n &* (n &* n &- 1)
      let average: Fixed<8> = Fixed<0>(bits: mean).divided(by: Fixed<0>(bits: n))
      let slope: Fixed<8> = Fixed<0>(bits: 3 &* first).divided(by: Fixed<0>(bits: product))
      let bend: Fixed<11> = Fixed<0>(bits: second).divided(
        by: Fixed<0>(bits: product &* (n &* n &- 4)))
      (mean, first, second) = (average.bits, slope.bits, (10 &* bend.bits) &>> 3)
    }

    /// What the polynomial leaves of a number. Q23.8, three terms of at most 2²⁵.
    @inline(never)
    func rest(of number: Int32, _ z: Int32, _ p2: Int32) -> Int32 {
      number &- (mean &+ first &* z &+ second &* p2 &+ 128) &>> 8
    }

    /// By how much the part with z moves the end: the coefficient of z / N.
    func slope(_ n: Int32) -> Int32 { (first &* n) &>> 8 }
    /// The same for p₂ / 2N².
    func bend(_ n: Int32) -> Int32 { (second &* (2 &* n &* n)) &>> 8 }
  }

  private let count: Int32
  private var (x, y, turnedX, turnedY) = (Series(), Series(), Series(), Series())
  /// Sums over what the polynomials leave: squares of the path and of the turning, and products of both. 32 terms below 2³⁵.
  private var (own, turned, both) = (WideSum(), WideSum(), WideSum())

  /// A fit at `count` places, 8…16, without any places yet. Call `add` for each, then `solve`, then `compare` for each.
  init(count: Int) { self.count = Int32(truncatingIfNeeded: count) }

  private func z(_ index: Int) -> Int32 { 2 &* Int32(truncatingIfNeeded: index) &+ 1 &- count }
  private func p2(_ z: Int32) -> Int32 { 3 &* z &* z &- count &* count &+ 1 }

  /// Adds place `index` in the first pass.
  mutating func add(_ place: Place, at index: Int) {
    let z = z(index)
    let p2 = p2(z)
    x.add(place.x, z, p2)
    y.add(place.y, z, p2)
    turnedX.add(place.turnedX, z, p2)
    turnedY.add(place.turnedY, z, p2)
  }

  /// Ends the first pass.
  mutating func solve() {
    x.solve(count)
    y.solve(count)
    turnedX.solve(count)
    turnedY.solve(count)
  }

  /// Adds place `index` in the second pass.
  mutating func compare(_ place: Place, at index: Int) {
    let z = z(index)
    let p2 = p2(z)
    let (x, y) = (x.rest(of: place.x, z, p2), y.rest(of: place.y, z, p2))
    let (turnedX, turnedY) = (
      turnedX.rest(of: place.turnedX, z, p2), turnedY.rest(of: place.turnedY, z, p2)
    )
    own.add(x, times: x)
    own.add(y, times: y)
    turned.add(turnedX, times: turnedX)
    turned.add(turnedY, times: turnedY)
    both.add(x, times: turnedX)
    both.add(y, times: turnedY)
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
  func drift(velocity: Int32, noise: Int32) -> PathDrift {
    let firsts = Line(
      x: x.slope(count), y: y.slope(count), turnedX.slope(count), turnedY.slope(count))
    let seconds = Line(x: x.bend(count), y: y.bend(count), turnedX.bend(count), turnedY.bend(count))
    let shift = Swift.max(
      Swift.max(Self.shift(own), Self.shift(turned)),
      Swift.max(firsts.shift, seconds.shift))
    let least = Swift.max(WideSum(noise &* noise, times: count).rounded(dropping: shift), 1)
    let own = self.own.rounded(dropping: shift) &+ least
    let (turned, both) = (
      self.turned.rounded(dropping: shift), self.both.rounded(dropping: shift)
    )
    guard both > 0, turned > 0 else { return .none }
    var gain = Self.ratio(both, turned).clamped(to: Fixed(bits: 1 &<< 14)...Fixed(bits: 1 &<< 17))
    let square: Fixed<16> = gain.multiplied(by: gain)
    let explained = Swift.min(
      WideSum(both, times: gain.bits).rounded(dropping: 15)
        &- WideSum(turned, times: square.bits).rounded(dropping: 16), own &- least)
    guard explained > own &>> 4 else { return .none }
    let all = Self.ratio(
      own &- explained, WideSum(velocity, times: 4 &* velocity).saturated(dropping: shift))
    let inverse = Self.ratio(own, explained)
    let each: Fixed<16> = all.divided(by: Fixed<0>(bits: count))
    let q: Fixed<16> = (each.multiplied(by: inverse) as Fixed<16>).multiplied(by: inverse)
    let (first, second) = (Self.share(24, q), Self.share(360, q))
    let (weight, other) = (Self.weight(8, all, first), Self.weight(72, all, second))
    gain = Self.ratio(
      Self.sum(both, weight, firsts.both, other, seconds.both, shift),
      Self.sum(turned, weight, firsts.turned, other, seconds.turned, shift)
    ).clamped(to: .zero...Fixed(bits: 1 &<< 17))
    return PathDrift(first: firsts.drift(gain, first), second: seconds.drift(gain, second))
  }

  /// a / b, Q15.16, clamped.
  @inline(never)
  private static func ratio(_ a: Int32, _ b: Int32) -> Fixed<16> {
    Fixed<0>(bits: a).divided(by: Fixed<0>(bits: b))
  }

  /// 1 / (1 + `factor` · q).
  @inline(never)
  private static func share(_ factor: Int32, _ q: Fixed<16>) -> Fixed<16> {
    let product: Fixed<16> = q.multiplied(by: Fixed<0>(bits: factor))
    return Fixed<16>(bits: 1 &<< 16).divided(
      by: product.addingWithSaturation(Fixed(bits: 1 &<< 16)))
  }

  /// `factor` · `all` · `share`.
  @inline(never)
  private static func weight(_ factor: Int32, _ all: Fixed<16>, _ share: Fixed<16>) -> Fixed<16> {
    (all.multiplied(by: share) as Fixed<16>).multiplied(by: Fixed<0>(bits: factor))
  }

  /// `number` and two weighted products. Q.0 × Q15.16, one term each, clamped.
  @inline(never)
  private static func sum(
    _ number: Int32, _ weight: Fixed<16>, _ first: WideSum, _ other: Fixed<16>, _ second: WideSum,
    _ shift: Int
  ) -> Int32 {
    let one: Fixed<0> = Fixed<0>(bits: first.rounded(dropping: shift)).multiplied(by: weight)
    let two: Fixed<0> = Fixed<0>(bits: second.rounded(dropping: shift)).multiplied(by: other)
    return Fixed<0>(bits: number).addingWithSaturation(one).addingWithSaturation(two).bits
  }

  /// How many bits a sum has to lose to be below 2²⁶.
  @inline(never)
  private static func shift(_ sum: WideSum) -> Int {
    let (low, high) = sum.words
    let sign = high &>> 31
    let zeros =
      high == sign
      ? 32 &+ (low ^ UInt32(bitPattern: sign)).leadingZeroBitCount
      : (high ^ sign).leadingZeroBitCount
    return Swift.max(38 &- zeros, 0)
  }

  /// A coefficient of both coordinates of both paths.
  private struct Line {
    let (x, y): (Int32, Int32)
    let (turnedX, turnedY): (Int32, Int32)

    init(x: Int32, y: Int32, _ turnedX: Int32, _ turnedY: Int32) {
      (self.x, self.y) = (x, y)
      (self.turnedX, self.turnedY) = (turnedX, turnedY)
    }

    /// The product of both paths' coefficients: two terms of at most 2³⁶.
    var both: WideSum {
      var sum = WideSum(x, times: turnedX)
      sum.add(y, times: turnedY)
      return sum
    }

    /// The square of the turning's coefficient.
    var turned: WideSum {
      var sum = WideSum(turnedX, times: turnedX)
      sum.add(turnedY, times: turnedY)
      return sum
    }

    /// How many bits both sums have to lose to be below 2²⁶.
    var shift: Int { Swift.max(ArmFit.shift(both), ArmFit.shift(turned)) }

    /// The part `share` of what the turning does not explain, clamped to 16 bits. Q.0 × Q15.16, one term each.
    func drift(_ gain: Fixed<16>, _ share: Fixed<16>) -> (x: Int16, y: Int16) {
      (Self.drift(x, turnedX, gain, share), Self.drift(y, turnedY, gain, share))
    }

    @inline(never)
    private static func drift(
      _ own: Int32, _ turned: Int32, _ gain: Fixed<16>, _ share: Fixed<16>
    ) -> Int16 {
      let rest = own &- WideSum(turned, times: gain.bits).rounded(dropping: 16)
      let part = WideSum(rest, times: share.bits).rounded(dropping: 16)
      return Int16(truncatingIfNeeded: Swift.min(Swift.max(part, -32_768), 32_767))
    }
  }
}
