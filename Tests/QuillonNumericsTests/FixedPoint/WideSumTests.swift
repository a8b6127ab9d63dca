import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct WideSumTests {
  @Test func joinsWordsAndProductsExactly() {
    var wrong = Mismatches()
    for a in edges {
      wrong.note(WideSum(word: a).bits == Int64(a), hex(a))
      for b in edges {
        let product = Int64(a) * Int64(b)
        wrong.note(WideSum(a, times: b).bits == product, hex(a, b))
        let joined = WideSum(high: a, low: UInt32(bitPattern: b))
        wrong.note(joined.bits == Int64(a) << 32 + Int64(UInt32(bitPattern: b)), hex(a, b))
        var sum = WideSum(word: 77)
        sum.add(a, times: b)
        wrong.note(sum.bits == 77 + product, hex(a, b))
        sum.subtract(a, times: b)
        sum.subtract(a, times: b)
        wrong.note(sum.bits == 77 - product, hex(a, b))
      }
    }
    #expect(wrong.count == 0, "\(wrong)")
    #expect(WideSum().bits == 0)
  }

  /// What cores without a product of 64 bits use. Elsewhere only this test calls it.
  @Test func fourProductsOfHalvesAreTheProduct() {
    var wrong = Mismatches()
    func compare(_ a: Int32, _ b: Int32) {
      wrong.note(WideSum.productOfHalves(a, b) == Int64(a) * Int64(b), hex(a, b))
    }
    for a in edges { for b in edges { compare(a, b) } }
    let seed: UInt64 = 18
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000_000 {
      compare(
        Int32(truncatingIfNeeded: random.longWord()), Int32(truncatingIfNeeded: random.longWord()))
    }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
  }

  @Test func roundsTiesUp() {
    #expect(WideSum(bits: 3).rounded(dropping: 1) == 2)
    #expect(WideSum(bits: -3).rounded(dropping: 1) == -1)
    #expect(WideSum(bits: -1).rounded(dropping: 1) == 0)
    #expect(WideSum(bits: -5).saturated(dropping: 1) == -2)
    #expect(WideSum(bits: 1 << 61).rounded(dropping: 62) == 1)
    #expect(WideSum(bits: 1 << 61 - 1).rounded(dropping: 62) == 0)
    #expect(WideSum(bits: 1 << 62 - 1).rounded(dropping: 63) == 0)
    #expect(WideSum(bits: -1 << 62).rounded(dropping: 63) == 0)
    #expect(WideSum(bits: -1 << 62 - 1).rounded(dropping: 63) == -1)
  }

  /// In range the rough clamp is exact, out of range it stops short by less than it promises.
  @Test func clampsRoughlyByTheUpperWord() {
    let seed: UInt64 = 17
    var random = SeededRandom(seed: seed)
    var (wrong, clamped) = (Mismatches(), 0)
    for _ in 0..<500_000 {
      let sum = WideSum(bits: random.longWord() >> 1)
      let shift = 1 + random.index(below: 31)
      let exact = Int64(sum.saturated(dropping: shift))
      let isInRange = exact == (sum.bits + 1 << (shift - 1)) >> shift
      let short = abs(exact - Int64(sum.roughlySaturated(dropping: shift)))
      wrong.note(short <= (isInRange ? 0 : 1 << (32 - shift) - 1), "\(sum) \(shift)")
      if !isInRange { clamped += 1 }
    }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(clamped > 50_000)
  }

  @Test func clampsAtTheBorders() {
    let top = Int64(Int32.max)
    #expect(WideSum(bits: top).saturated(dropping: 0) == .max)
    #expect(WideSum(bits: top + 1).saturated(dropping: 0) == .max)
    #expect(WideSum(bits: -top - 1).saturated(dropping: 0) == .min)
    #expect(WideSum(bits: -top - 2).saturated(dropping: 0) == .min)
    #expect(WideSum(bits: top << 8 + 127).saturated(dropping: 8) == .max)
    #expect(WideSum(bits: top << 8 + 128).saturated(dropping: 8) == .max)
    #expect(WideSum(bits: .max).saturated(dropping: 0) == .max)
    #expect(WideSum(bits: .min).saturated(dropping: 0) == .min)
    #expect(WideSum(bits: .min).saturated(dropping: 31) == .min)
    #expect(WideSum(bits: .min).saturated(dropping: 32) == .min)
    #expect(WideSum(bits: .min).saturated(dropping: 33) == -1 << 30)
  }

  @Test func truncatesTowardZero() {
    #expect(WideSum(bits: 7).truncated(dropping: 2) == 1)
    #expect(WideSum(bits: -7).truncated(dropping: 2) == -1)
    #expect(WideSum(bits: -7).truncated(dropping: 0) == -7)
    #expect(WideSum(bits: -3).truncated(dropping: 2) == 0)
    #expect(WideSum(bits: .max).truncated(dropping: 63) == 0)
    #expect(WideSum(bits: .min).truncated(dropping: 63) == -1)
    #expect(WideSum(bits: .min + 1).truncated(dropping: 63) == 0)
    #expect(WideSum(bits: .min).truncated(dropping: 32) == .min)
  }

  @Test func agreesWithDivisionAtEveryShift() {
    let seed: UInt64 = 0x51DE
    var random = SeededRandom(seed: seed)
    var wrong = Mismatches()
    for shift in 0...63 {
      let half = shift > 0 ? Int64(1) << Int64(shift - 1) : 0
      for index in 0..<20_000 {
        // Also the neighborhood of the clamping borders.
        let near = shift < 32 && index % 4 == 0
        let border = (Int64(index % 8 == 0 ? Int32.max : .min) << Int64(shift % 32))
        let sum = min(near ? border &+ random.longWord() >> 32 : random.longWord(), .max - half)
        let place = "0x\(String(UInt64(bitPattern: sum), radix: 16)), shift \(shift)"
        let expected = roundedOracle(Int128(sum), droppingBits: shift)
        wrong.note(WideSum(bits: sum).saturated(dropping: shift) == expected, place)
        if expected != .max && expected != .min {
          wrong.note(WideSum(bits: sum).rounded(dropping: shift) == expected, place)
        }
        let truncated = Int128(sum) / (Int128(1) << Int128(shift))
        let result = WideSum(bits: sum).truncated(dropping: shift)
        wrong.note(result == Int32(truncatingIfNeeded: truncated), place)
      }
    }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
  }
}
