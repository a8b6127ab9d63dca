import Foundation
import QuillonNumerics
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct SoftmaxTemperatureTests {
  /// Answers that are right as often as their margins, divided by the temperature, predict.
  private static func answers(_ temperature: Double, seed: UInt64) -> [SoftmaxTemperature.Answer] {
    var random = SeededRandom(seed: seed)
    return (0..<20_000).map { _ in
      let margin = random.normal(mean: 1, deviation: 2)
      return SoftmaxTemperature.Answer(
        margin: Fixed(bits: Int32(margin * 4_096)),
        isCorrect: random.uniform() < 1 / (1 + exp(-margin / temperature)))
    }
  }

  @Test(arguments: [0.5, 0.8, 1, 1.7])
  func theTemperatureOfAnswersIsFound(temperature: Double) {
    let found = SoftmaxTemperature.fitted(to: Self.answers(temperature, seed: 4_096))
    #expect(abs(found / temperature - 1) < 0.06, "seed 4096: \(found)")
  }

  /// Answers that are all right would be colder than any; those that margins do not predict, hotter.
  @Test func theTemperatureStaysInItsRange() {
    let right = (1...9).map { SoftmaxTemperature.Answer(margin: Fixed(bits: $0), isCorrect: true) }
    #expect(abs(SoftmaxTemperature.fitted(to: right) - 0.25) < 1e-6)
    let wrong = (1...9).map {
      SoftmaxTemperature.Answer(margin: Fixed(bits: $0 << 12), isCorrect: false)
    }
    #expect(abs(SoftmaxTemperature.fitted(to: wrong) - 4) < 1e-6)
    #expect(SoftmaxTemperature.fitted(to: []) == 1)
  }
}
