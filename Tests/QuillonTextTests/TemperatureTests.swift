import Foundation
import QuillonText
import Testing

@Suite struct TemperatureTests {
  /// Examples whose labels are drawn by the softmax of their scores at a temperature.
  private static func examples(
    _ temperature: Double, count: Int = 5_000, seed: UInt64
  ) -> [Temperature.Example] {
    var chance = Chance(state: seed)
    return (0..<count).map { _ in
      let scores = (0..<5).map { _ in 6 * chance.uniform() }
      let weights = scores.map { exp($0 / temperature) }
      var target = chance.uniform() * weights.reduce(0, +)
      let label = weights.firstIndex { weight in
        target -= weight
        return target < 0
      }
      return Temperature.Example(scores: scores, label: label ?? 0)
    }
  }

  @Test(arguments: [0.3, 0.6, 1, 2, 5])
  func theTemperatureOfExamplesIsFound(temperature: Double) {
    let seed: UInt64 = 20_260_106
    let found = Temperature(fittedTo: Self.examples(temperature, seed: seed))
    #expect(abs(found.value / temperature - 1) < 0.12, "seed \(seed): \(found.value)")
  }

  @Test func theFitIsTheLeastLoss() {
    let seed: UInt64 = 20_260_107
    let examples = Self.examples(0.7, seed: seed)
    let found = Temperature(fittedTo: examples)
    let least = found.meanLoss(of: examples)
    for factor in [0.5, 0.9, 0.99, 1.01, 1.1, 2] {
      let other = Temperature(found.value * factor).meanLoss(of: examples)
      #expect(other > least, "seed \(seed): \(factor)")
    }
  }

  @Test func theTemperatureStaysInItsRange() {
    let right = [Temperature.Example(scores: [2, 1], label: 0)]
    let wrong = [Temperature.Example(scores: [2, 1], label: 1)]
    #expect(abs(Temperature(fittedTo: right).value - 0.05) < 1e-4)
    #expect(abs(Temperature(fittedTo: wrong).value - 20) < 1e-3)
    #expect(Temperature(fittedTo: []).value == 1)
    #expect(Temperature(.nan).value == 1)
    #expect(Temperature(-1).value == 0.05)
    #expect(Temperature(.infinity).value == 20)
  }

  @Test func examplesWithoutARightScoreDoNotCount() {
    let good = Temperature.Example(scores: [2, 1], label: 0)
    let bad = [
      Temperature.Example(scores: [2, 1], label: 2), Temperature.Example(scores: [], label: 0),
      Temperature.Example(scores: [2, 1], label: -1),
      Temperature.Example(scores: [.nan, 1], label: 1),
      Temperature.Example(scores: [-.infinity, 1], label: 1),
    ]
    let temperature = Temperature(1)
    #expect(temperature.meanLoss(of: [good] + bad) == temperature.meanLoss(of: [good]))
    #expect(
      temperature.calibrationError(of: [good] + bad) == temperature.calibrationError(of: [good]))
    #expect(temperature.meanLoss(of: bad) == 0)
    #expect(temperature.calibrationError(of: []) == 0)
  }

  /// Probabilities as the system's functions compute them.
  @Test(
    arguments: [
      ([1, 2, 3], 1), ([1, 2, 3], 0.5), ([-700, 700, 0], 1), ([1e6, 1e6 - 1], 20), ([5], 2),
      ([0, -.infinity], 1),
    ] as [([Double], Double)])
  func theSoftmaxIsThatOfTheSystem(scores: [Double], temperature: Double) {
    let found = Temperature(temperature).logProbabilities(scores)
    let greatest = scores.max() ?? 0
    let sum = scores.map { exp(($0 - greatest) / temperature) }.reduce(0, +)
    for (found, score) in zip(found, scores) {
      let expected = (score - greatest) / temperature - logarithm(sum)
      #expect(found == expected || abs(found - expected) <= 1e-14 * max(1, abs(expected)))
    }
  }

  @Test func aSoftmaxOfNothingIsEmpty() {
    #expect(Temperature(1).logProbabilities([]).isEmpty)
  }

  /// Four answers of 90 %, of which three are right, and one of 50 % in another bin.
  @Test func theCalibrationErrorIsThatOfItsBins() {
    let (nine, five) = ([logarithm(9), 0], [0.0, 0])
    var examples = [0, 0, 0, 1].map { Temperature.Example(scores: nine, label: $0) }
    #expect(abs(Temperature(1).calibrationError(of: examples) - 0.15) < 1e-12)
    examples.append(Temperature.Example(scores: five, label: 0))
    let error = Temperature(1).calibrationError(of: examples)
    #expect(abs(error - (4 * 0.15 + 0.5) / 5) < 1e-12)
  }

  @Test func examplesAtTheirTemperatureAreCalibrated() {
    let seed: UInt64 = 20_260_108
    let examples = Self.examples(0.5, seed: seed)
    #expect(Temperature(0.5).calibrationError(of: examples) < 0.025, "seed \(seed)")
    #expect(Temperature(2).calibrationError(of: examples) > 0.1, "seed \(seed)")
  }

  /// Nobody's own letters are in the fit: one person's scores are ten times as great.
  @Test func theFitIsOfOtherWriters() {
    let seed: UInt64 = 20_260_109
    let usual = Self.examples(0.5, count: 900, seed: seed)
    let loud = Self.examples(0.5, count: 900, seed: seed + 1).map {
      Temperature.Example(scores: $0.scores.map { 10 * $0 }, label: $0.label)
    }
    let writers = usual.indices.map { "w\($0 % 2)" } + loud.map { _ in "w2" }
    let found = Temperature.fittedToOthers(usual + loud, writers: writers, groups: 3)
    #expect(found.count == 1_800)
    #expect(Set(found.map(\.value)).count == 3)
    #expect(abs((found.last?.value ?? 0) / 0.5 - 1) < 0.15, "seed \(seed)")
    #expect((found.first?.value ?? 0) > 1, "seed \(seed)")
  }

  @Test func oneWriterHasNoOthers() {
    let examples = Self.examples(3, count: 20, seed: 1)
    let writers = examples.map { _ in "w" }
    let found = Temperature.fittedToOthers(examples, writers: writers)
    #expect(found.count == 20 && found.allSatisfy { $0.value == 1 })
    #expect(Temperature.fittedToOthers([], writers: []).isEmpty)
  }
}
