import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct ReciprocalTests {
  @Test func keepsItsRelativeError() throws {
    let seed: UInt64 = 0x1007
    var random = SeededRandom(seed: seed)
    var worst = 0.0
    var wrong = Mismatches()
    func check(_ divisor: UInt32) {
      guard let reciprocal = Reciprocal(of: divisor) else {
        return wrong.note(divisor == 0, "\(divisor)")
      }
      wrong.note(reciprocal.mantissa >= 1 << 31, "\(divisor)")
      wrong.note((32...63).contains(reciprocal.shift), "\(divisor)")
      let value = Double(sign: .plus, exponent: -reciprocal.shift, significand: 1)
      worst = max(worst, abs(Double(reciprocal.mantissa) * value * Double(divisor) - 1))
    }
    for divisor in UInt32(0)...65535 {
      check(divisor)
      check(divisor << 16)
      check(.max - divisor)
    }
    for _ in 0..<3_000_000 { check(UInt32(truncatingIfNeeded: random.next())) }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(worst < 0x1.13p-32, "seed \(seed): relative error \(worst)")
  }

  /// Ink is rescaled this way: (x − least) / scale, both in the same steps, as Q1.14.
  @Test func dividesManyByOne() throws {
    let seed: UInt64 = 0x1008
    var random = SeededRandom(seed: seed)
    var worst = WorstError()
    for _ in 0..<20_000 {
      let divisor = max(UInt32(truncatingIfNeeded: random.next()) >> (random.next() & 31), 1)
      let reciprocal = try #require(Reciprocal(of: divisor))
      for _ in 0..<50 {
        let numerator = random.word()
        let ink: Fixed<14> = reciprocal.quotient(of: numerator)
        let exact = Double(numerator) / Double(divisor)
        let clamped = min(max(exact * 0x1p14, -0x1p31), 0x1p31 - 1)
        worst.note(ink.bits, exact: clamped, at: hex(numerator, Int32(bitPattern: divisor)))
      }
      let whole: Fixed<14> = reciprocal.quotient(of: 0)
      #expect(whole == .zero)
    }
    #expect(worst.ulps <= 1.04, "seed \(seed): \(worst)")
  }

  /// One quotient: its formats and what it gives for two words.
  struct Quotient: Sendable, CustomStringConvertible {
    let formats: (Int, Int, Int)
    let divide: @Sendable (Int32, Int32) -> Int32

    init<let f: Int, let g: Int, let r: Int>(_: Fixed<f>.Type, _: Fixed<g>.Type, _: Fixed<r>.Type) {
      formats = (f, g, r)
      divide = { a, b in
        let quotient: Fixed<r> = Fixed<f>(bits: a).divided(by: Fixed<g>(bits: b))
        return quotient.bits
      }
    }

    var description: String { "Q\(formats.0) by Q\(formats.1) to Q\(formats.2)" }
  }

  static let quotients = [
    Quotient(Fixed<0>.self, Fixed<0>.self, Fixed<0>.self),
    Quotient(Fixed<23>.self, Fixed<23>.self, Fixed<23>.self),
    Quotient(Fixed<23>.self, Fixed<23>.self, Fixed<30>.self),
    Quotient(Fixed<23>.self, Fixed<30>.self, Fixed<14>.self),
    Quotient(Fixed<31>.self, Fixed<0>.self, Fixed<0>.self),
    Quotient(Fixed<0>.self, Fixed<31>.self, Fixed<31>.self),
    Quotient(Fixed<31>.self, Fixed<31>.self, Fixed<31>.self),
  ]

  /// All byte pairs, edges × edges and random words, against the quotient in Double; and where the
  /// quotient is whole, it must be exact.
  @Test(arguments: quotients)
  func staysWithinItsError(_ quotient: Quotient) {
    let seed: UInt64 = 0x1009
    var random = SeededRandom(seed: seed)
    var worst = WorstError()
    var wrong = Mismatches()
    let growth = quotient.formats.1 + quotient.formats.2 - quotient.formats.0
    let scale = Double(sign: .plus, exponent: growth, significand: 1)
    func check(_ a: Int32, _ b: Int32) {
      let result = quotient.divide(a, b)
      guard b != 0 else {
        return wrong.note(result == (a == 0 ? 0 : a < 0 ? .min : .max), hex(a, b))
      }
      // The scale is a power of two, so the only rounding in Double is that of the quotient.
      let exact = Double(a) / Double(b) * scale
      worst.note(result, exact: min(max(exact, -0x1p31), 0x1p31 - 1), at: hex(a, b))
      if exact == exact.rounded() && abs(exact) < 0x1p30 {
        wrong.note(Double(result) == exact, hex(a, b))
      }
      if a != .min && b != .min && result != .min && result != .max {
        wrong.note(quotient.divide(-a, b) == -result, hex(a, b))
        wrong.note(quotient.divide(a, -b) == -result, hex(a, b))
      }
    }
    for a in Int32(-128)...127 { for b in Int32(-128)...127 { check(a, b) } }
    for a in edges { for b in edges { check(a, b) } }
    for _ in 0..<300_000 { check(random.word(), random.word()) }
    #expect(wrong.count == 0, "\(quotient), seed \(seed): \(wrong)")
    #expect(worst.ulps <= 1.04, "\(quotient), seed \(seed): \(worst)")
  }
}
