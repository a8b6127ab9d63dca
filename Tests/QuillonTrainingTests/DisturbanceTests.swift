import QuillonReferenceModel
import QuillonTraining
import Testing

/// What a model is shown instead of the numbers themselves.
struct DisturbanceTests {
  /// Three numbers: one that spreads by 1, one by ¼, one not at all.
  private static let examples: [[Float]] = [[1, 0.25, 0.5], [-1, -0.25, 0.5]]

  private static func shown(
    _ change: (inout NetworkSettings) -> Void, _ values: [Float], count: Int
  ) -> [[Float]] {
    var settings = NetworkSettings()
    change(&settings)
    let disturbance = Disturbance(settings, examples: Self.examples)
    var random = SeededRandom(seed: 3)
    return (0..<count).map { _ in disturbance.disturbed(values, random: &random) }
  }

  @Test func noiseMovesEachNumberInProportionToItsSpread() {
    let values: [Float] = [0.3, -0.2, 0.5]
    let shown = Self.shown({ $0.noise = 0.4 }, values, count: 4_000)
    for (index, wanted) in [0.4, 0.1, 0].enumerated() {
      let moves = shown.map { Double($0[index] - values[index]) }
      let mean = moves.reduce(0, +) / 4_000
      let deviation = (moves.reduce(0) { $0 + $1 * $1 } / 4_000).squareRoot()
      #expect(abs(mean) <= 0.07 * wanted, "seed 3, number \(index): \(mean)")
      #expect(abs(deviation - wanted) <= 0.05 * wanted, "seed 3, number \(index): \(deviation)")
    }
  }

  @Test func whatIsLeftOutIsMadeUpForByTheOthers() {
    let shown = Self.shown({ $0.omission = 0.25 }, [0.3, -0.3, 0.6], count: 4_000)
    let kept = shown.count { $0[0] == 0.3 / 0.75 }
    #expect((2_900...3_100).contains(kept), "seed 3: \(kept)")
    #expect(shown.allSatisfy { $0[0] == 0 || $0[0] == 0.3 / 0.75 })
  }

  /// So that models which ask for neither stay what they were, bit for bit.
  @Test func withoutEitherNothingIsDrawn() {
    let disturbance = Disturbance(NetworkSettings(), examples: Self.examples)
    var (random, untouched) = (SeededRandom(seed: 4), SeededRandom(seed: 4))
    #expect(disturbance.disturbed([0.1, 0.2, 0.3], random: &random) == [0.1, 0.2, 0.3])
    #expect(random.next() == untouched.next())
  }
}
