import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct FixedConversionTests {
  /// Words to cross with: all half words at both ends of the word, and random ones.
  static func words(seed: UInt64) -> [Int32] {
    var random = SeededRandom(seed: seed)
    let halves = (Int32(Int16.min)...Int32(Int16.max)).map { $0 }
    let wide = (0..<100_000).map { _ in Int32(truncatingIfNeeded: random.next()) }
    return halves + halves.map { $0 << 16 } + wide + [.min, .max]
  }

  static func isRoundTripExact<let f: Int>(_: Fixed<f>.Type, seed: UInt64) -> Bool {
    words(seed: seed).allSatisfy { word in
      let value = Fixed<f>(bits: word)
      return Fixed<f>(value.double) == value && value.double * Fixed<f>.steps == Double(word)
    }
  }

  @Test func crossesThereAndBackUnchanged() {
    let seed: UInt64 = 0x4057
    #expect(Self.isRoundTripExact(Fixed<0>.self, seed: seed))
    #expect(Self.isRoundTripExact(Fixed<14>.self, seed: seed))
    #expect(Self.isRoundTripExact(Fixed<23>.self, seed: seed))
    #expect(Self.isRoundTripExact(Fixed<30>.self, seed: seed))
    #expect(Self.isRoundTripExact(Fixed<31>.self, seed: seed))
  }

  @Test func roundsToTheNearestAndTiesAway() {
    #expect(Fixed<2>(0.3).bits == 1)
    #expect(Fixed<2>(0.374).bits == 1)
    #expect(Fixed<2>(0.375).bits == 2)
    #expect(Fixed<2>(-0.375).bits == -2)
    #expect(Fixed<0>(-0.5).bits == -1)
    #expect(Fixed<0>(0.49).bits == 0)
  }

  @Test func clampsWhatIsOutOfRange() {
    #expect(Fixed<30>(2) == .max)
    #expect(Fixed<30>(-2) == .min)
    #expect(Fixed<30>(-2.1) == .min)
    #expect(Fixed<31>(1) == .max)
    #expect(Fixed<0>(2_147_483_647) == .max)
    #expect(Fixed<0>(2_147_483_647.4) == .max)
    #expect(Fixed<23>(.infinity) == .max)
    #expect(Fixed<23>(-.infinity) == .min)
    #expect(Fixed<23>(.greatestFiniteMagnitude) == .max)
  }

  @Test func takesNotANumberForZero() {
    #expect(Fixed<23>(.nan) == .zero)
    #expect(Fixed<23>(-0.0) == .zero)
  }
}

extension Fixed {
  /// The number of steps in 1, written apart from the code under test.
  fileprivate static var steps: Double { (0..<fractionBits).reduce(1.0) { power, _ in power * 2 } }
}
