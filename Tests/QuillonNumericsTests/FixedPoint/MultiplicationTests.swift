import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct MultiplicationTests {
  /// One product: its formats and what it gives for two words.
  struct Product: Sendable, CustomStringConvertible {
    let formats: (Int, Int, Int)
    let multiply: @Sendable (Int32, Int32) -> Int32

    init<let f: Int, let g: Int, let r: Int>(_: Fixed<f>.Type, _: Fixed<g>.Type, _: Fixed<r>.Type) {
      formats = (f, g, r)
      multiply = { a, b in
        let product: Fixed<r> = Fixed<f>(bits: a).multiplied(by: Fixed<g>(bits: b))
        return product.bits
      }
    }

    var description: String { "Q\(formats.0) by Q\(formats.1) to Q\(formats.2)" }
  }

  static let products = [
    Product(Fixed<0>.self, Fixed<0>.self, Fixed<0>.self),
    Product(Fixed<4>.self, Fixed<4>.self, Fixed<7>.self),
    Product(Fixed<7>.self, Fixed<7>.self, Fixed<7>.self),
    Product(Fixed<7>.self, Fixed<7>.self, Fixed<0>.self),
    Product(Fixed<23>.self, Fixed<30>.self, Fixed<23>.self),
    Product(Fixed<30>.self, Fixed<30>.self, Fixed<30>.self),
    Product(Fixed<25>.self, Fixed<30>.self, Fixed<31>.self),
    Product(Fixed<31>.self, Fixed<31>.self, Fixed<31>.self),
    Product(Fixed<31>.self, Fixed<31>.self, Fixed<30>.self),
    Product(Fixed<31>.self, Fixed<31>.self, Fixed<0>.self),
  ]

  @Test(arguments: products)
  func roundsAndClampsLikeADivision(_ product: Product) {
    let seed: UInt64 = 0x3A11
    var random = SeededRandom(seed: seed)
    var wrong = Mismatches()
    let dropped = product.formats.0 + product.formats.1 - product.formats.2
    func check(_ a: Int32, _ b: Int32) {
      let expected = roundedOracle(Int128(a) * Int128(b), droppingBits: dropped)
      wrong.note(product.multiply(a, b) == expected, hex(a, b))
    }
    for a in Int32(-128)...127 { for b in Int32(-128)...127 { check(a, b) } }
    for a in edges { for b in edges { check(a, b) } }
    for _ in 0..<100_000 { check(random.word(), random.word()) }
    #expect(wrong.count == 0, "\(product), seed \(seed): \(wrong)")
  }

  @Test func takesAFinerResultThanTheProductForTheProduct() {
    let product: Fixed<20> = Fixed<4>(bits: 3).multiplied(by: Fixed<4>(bits: -5))
    #expect(product.bits == -15)
  }

  /// All byte pairs with every shift that leaves something of the product.
  @Test func roundsAllBytePairsAtEveryShift() {
    var wrong = Mismatches()
    for a in Int32(-128)...127 {
      for b in Int32(-128)...127 {
        let product = WideSum(a, times: b)
        for shift in 0...17 {
          let expected = roundedOracle(Int128(a * b), droppingBits: shift)
          let place = "\(a) · \(b), shift \(shift)"
          wrong.note(product.rounded(dropping: shift) == expected, place)
          wrong.note(product.saturated(dropping: shift) == expected, place)
          let truncated = a * b / (1 << shift)
          wrong.note(product.truncated(dropping: shift) == truncated, place)
        }
      }
    }
    #expect(wrong.count == 0, "\(wrong)")
  }

  @Test func decaysTowardZero() {
    let seed: UInt64 = 0xDECA
    var random = SeededRandom(seed: seed)
    var wrong = Mismatches()
    func check(_ word: Int32, _ factor: Int32) {
      let product = Int64(word) * Int64(factor) / (1 << 30)
      let result = Fixed<23>(bits: word).decayed(by: Fixed(bits: factor)).bits
      wrong.note(result == Int32(truncatingIfNeeded: product), hex(word, factor))
    }
    for word in edges { for factor in edges { check(word, factor) } }
    for _ in 0..<1_000_000 { check(random.word(), random.word()) }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
  }

  @Test(arguments: [Int32(1 << 23), -1 << 23, 1, -1])
  func reachesZeroByDecaying(_ start: Int32) {
    var value = Fixed<23>(bits: start)
    let factor = Fixed<30>(bits: 1_063_004_405)  // 0.99
    for _ in 0..<4000 { value = value.decayed(by: factor) }
    #expect(value == .zero)
  }
}
