import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct ReciprocalRootTests {
  static func sum(_ components: [Int32]) -> WideSum {
    var sum = WideSum()
    for component in components { sum.addSquare(of: component) }
    return sum
  }

  @Test func keepsItsRelativeError() {
    let seed: UInt64 = 0x2007
    var random = SeededRandom(seed: seed)
    var worst = 0.0
    var wrong = Mismatches()
    for index in 0..<3_000_000 {
      let pattern = random.next() >> (index % 4 == 0 ? random.next() & 63 : 0)
      guard let reciprocal = ReciprocalRoot(of: WideSum(bits: Int64(bitPattern: pattern))) else {
        wrong.note(pattern == 0, "0x\(String(pattern, radix: 16))")
        continue
      }
      let place = "0x\(String(pattern, radix: 16))"
      wrong.note((1 << 30...1 << 31).contains(reciprocal.mantissa), place)
      wrong.note((31...62).contains(reciprocal.shift), place)
      let value = Double(sign: .plus, exponent: -reciprocal.shift, significand: 1)
      let product = Double(reciprocal.mantissa) * value * Double(pattern).squareRoot()
      worst = max(worst, abs(product - 1))
    }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(worst < 0x1.83p-31, "seed \(seed): relative error \(worst)")
    #expect(ReciprocalRoot(of: WideSum()) == nil)
  }

  @Test func makesDirectionsOfAnyVector() {
    let seed: UInt64 = 0x2008
    var random = SeededRandom(seed: seed)
    var worst = WorstError()
    var wrong = Mismatches()
    func check(_ components: [Int32]) {
      guard let reciprocal = ReciprocalRoot(of: Self.sum(components)) else {
        return wrong.note(components.allSatisfy { $0 == 0 }, "\(components) has no root")
      }
      let norm = components.map { Double($0) * Double($0) }.reduce(0, +).squareRoot()
      for component in components {
        let ratio = reciprocal.ratio(of: component).bits
        worst.note(ratio, exact: Double(component) / norm * 0x1p30, at: "\(components)")
        if component != .min {
          wrong.note(reciprocal.ratio(of: -component).bits == -ratio, "\(components) is not odd")
        }
      }
    }
    let some = edges.filter { $0 & 3 != 2 }
    for a in some { for b in some { check([a, b, .min]) } }
    for a in Int32(-9)...9 {
      for b in Int32(-9)...9 { for c in Int32(-9)...9 { check([a, b, c]) } }
    }
    for _ in 0..<500_000 {
      check([random.word(), random.word(), random.word()])
      let shift = Int32(truncatingIfNeeded: random.next() & 31)
      check((0..<4).map { _ in Int32(truncatingIfNeeded: random.next()) >> shift })
    }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(worst.ulps < 1.3, "seed \(seed): \(worst)")
  }

  @Test func leavesAxesExact() throws {
    for component in edges where component != 0 {
      let reciprocal = try #require(ReciprocalRoot(of: Self.sum([component])))
      let ratio = reciprocal.ratio(of: component)
      #expect(ratio.bits == (component < 0 ? -1 << 30 : 1 << 30), "\(hex(component))")
      #expect(reciprocal.ratio(of: 0) == .zero)
    }
  }

  /// What is no component of the vector may exceed its norm, up to a quotient of 2.
  @Test func dividesWhatIsBelowTwice() throws {
    let reciprocal = try #require(ReciprocalRoot(of: Self.sum([3, 4])))
    #expect(abs(reciprocal.ratio(of: 9).bits - 1_932_735_283) <= 2)
    #expect(abs(reciprocal.ratio(of: -9).bits + 1_932_735_283) <= 2)
  }

  /// The one sum that wraps: four least words. Like zero it has no root.
  @Test func refusesTheSumThatWraps() {
    #expect(ReciprocalRoot(of: Self.sum([.min, .min, .min, .min])) == nil)
    #expect(ReciprocalRoot(of: Self.sum([.min, .min, .min, .min + 1])) != nil)
  }
}
