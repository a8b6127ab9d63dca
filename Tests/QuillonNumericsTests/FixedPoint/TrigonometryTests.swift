import Foundation
import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct TrigonometryTests {
  /// The whole range on a grid of 65,536 angles, their neighbors, and random ones between.
  @Test func staysWithinOneStep() {
    let seed: UInt64 = 0x7218
    var random = SeededRandom(seed: seed)
    var sine = WorstError()
    var cosine = WorstError()
    var wrong = Mismatches()
    func check(_ word: Int32) {
      let result = sineAndCosine(of: Fixed(bits: word))
      let angle = Double(word) * 0x1p-29
      sine.note(result.sine.bits, exact: sin(angle) * 0x1p30, at: hex(word))
      cosine.note(result.cosine.bits, exact: cos(angle) * 0x1p30, at: hex(word))
      wrong.note(max(abs(result.sine.bits), abs(result.cosine.bits)) <= 1 << 30, hex(word))
      let opposite = sineAndCosine(of: Fixed(bits: 0 &- word))
      guard word != .min else { return }
      wrong.note(opposite.sine.bits == -result.sine.bits, "\(hex(word)): the sine is not odd")
      wrong.note(opposite.cosine == result.cosine, "\(hex(word)): the cosine is not even")
    }
    for half in Int32(Int16.min)...Int32(Int16.max) {
      check(half << 16)
      check(half << 16 | 0xFFFF)
      check(half)
    }
    edges.forEach(check)
    for _ in 0..<3_000_000 { check(Int32(truncatingIfNeeded: random.next())) }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(sine.ulps <= 1, "sine, seed \(seed): \(sine)")
    #expect(cosine.ulps <= 1, "cosine, seed \(seed): \(cosine)")
  }

  /// The borders between the quarters, where the polynomials change over.
  @Test func staysWithinOneStepAtTheBorders() {
    var sine = WorstError()
    var cosine = WorstError()
    for eighth in -10...10 {
      let border = Int64((Double(eighth) * .pi / 4 * 0x1p29).rounded())
      for offset in Int64(-200_000)...200_000 {
        guard let word = Int32(exactly: border + offset) else { continue }
        let result = sineAndCosine(of: Fixed(bits: word))
        let angle = Double(word) * 0x1p-29
        sine.note(result.sine.bits, exact: sin(angle) * 0x1p30, at: hex(word))
        cosine.note(result.cosine.bits, exact: cos(angle) * 0x1p30, at: hex(word))
      }
    }
    #expect(sine.ulps <= 1, "sine: \(sine)")
    #expect(cosine.ulps <= 1, "cosine: \(cosine)")
  }

  @Test func knowsTheAngleZero() {
    let result = sineAndCosine(of: .zero)
    #expect(result.sine == .zero)
    #expect(result.cosine == .one)
  }
}
