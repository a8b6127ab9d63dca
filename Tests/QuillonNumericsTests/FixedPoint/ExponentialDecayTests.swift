import Foundation
import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct ExponentialDecayTests {
  /// The whole range on a grid of 32,768 numbers, their neighbors, the small ones and random ones.
  @Test func staysWithinOneStep() {
    let seed: UInt64 = 0xE4B0
    var random = SeededRandom(seed: seed)
    var worst = WorstError()
    var wrong = Mismatches()
    func check(_ word: Int32) {
      let result = exponentialDecay(Fixed(bits: word)).bits
      worst.note(result, exact: exp(-Double(word) * 0x1p-30) * 0x1p30, at: hex(word))
      wrong.note(result <= 1 << 30 && result > 0, hex(word))
    }
    for half in Int32(0)...Int32(Int16.max) {
      check(half << 16)
      check(half << 16 | 0xFFFF)
      check(half)
    }
    for word in edges where word > 0 { check(word) }
    for _ in 0..<3_000_000 { check(Int32(truncatingIfNeeded: random.next() >> 33)) }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(worst.ulps <= 1, "seed \(seed): \(worst)")
  }

  @Test func isOneUpToZero() {
    #expect(exponentialDecay(.zero) == .one)
    for word in edges where word < 0 { #expect(exponentialDecay(Fixed(bits: word)) == .one) }
  }
}
