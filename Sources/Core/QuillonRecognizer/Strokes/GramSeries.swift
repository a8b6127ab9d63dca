import QuillonNumerics

/// The polynomial of degree 2 that fits numbers at 8 to 16 equally spaced places best, in two steps: sums over all numbers, then coefficients.
///
/// The place is z = 1 − N, 3 − N … N − 1. For the polynomials 1, z and p₂ = 3z² − N² + 1 see `StrokeQueue.armDrift`.
struct GramSeries {
  /// Σ p; then the mean, Q23.8.
  private var mean: Int32 = 0
  /// Σ z p; then the coefficient of z, Q23.8.
  private var first: Int32 = 0
  /// Σ p₂ p / 8; then the coefficient of p₂, Q23.8.
  private var second: Int32 = 0

  /// Adds `number`, below 2¹⁷, at z.
  ///
  /// Sums of at most 32 terms: below 2²², 2²⁷ and, as Σ |p₂| is below 2¹⁵, 2²⁹.
  @inline(never)
  mutating func add(_ number: Int32, _ z: Int32, _ p2: Int32) {
    mean &+= number
    first &+= number &* z
    second &+= (number &* p2) &>> 3
  }

  /// Turns the sums into coefficients. The factors 3 and 10 = 8 · 5/4 are what `divisors` and the eighth leave out.
  @inline(never)
  mutating func divide(by divisors: Divisors) {
    let average: Fixed<8> = divisors.mean.quotient(of: mean)
    let slope: Fixed<8> = divisors.first.quotient(of: 3 &* first)
    let bend: Fixed<11> = divisors.second.quotient(of: second)
    (mean, first, second) = (average.bits, slope.bits, (10 &* bend.bits) &>> 3)
  }

  /// What the sums over N numbers are divided by, apart from constants.
  struct Divisors {
    let (mean, first, second): (Reciprocal, Reciprocal, Reciprocal)

    /// Σ z² = N (N² − 1) / 3, Σ p₂² = 4 N (N² − 1) (N² − 4) / 5, both below 2²⁶. Nil for N below 3.
    init?(_ n: Int32) {
      let square = n &* n
      let product = n &* (square &- 1)
      guard let mean = Reciprocal(of: UInt32(bitPattern: n)),
        let first = Reciprocal(of: UInt32(bitPattern: product)),
        let second = Reciprocal(of: UInt32(bitPattern: product &* (square &- 4)))
      else { return nil }
      (self.mean, self.first, self.second) = (mean, first, second)
    }
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
