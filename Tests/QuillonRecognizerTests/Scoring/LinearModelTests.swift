import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct LinearModelTests {
  @Test func bestLabelScoreAndMargin() throws {
    var weights = [Int16](repeating: 0, count: 3 * 28)
    weights[0 * 28 + 27] = 100
    weights[1 * 28 + 27] = 300
    weights[2 * 28 + 27] = -50
    let model = try #require(self.model(weights, step: 0.01))
    var features = ones()
    let classification = model.classification(on: &features)
    #expect(classification.label == 1)
    #expect(abs(classification.score.double - 3) < 1e-3)
    #expect(abs(classification.margin.double - 2) < 1e-3)
    #expect(!classification.isRejected)
  }

  @Test func onATieTheFirstLabelWinsWithMarginZero() throws {
    var weights = [Int16](repeating: 0, count: 3 * 28)
    weights[1 * 28 + 27] = 7
    weights[2 * 28 + 27] = 7
    let model = try #require(self.model(weights, step: 0.5))
    var features = ones()
    let classification = model.classification(on: &features)
    #expect(classification.label == 1 && classification.margin == .zero)
  }

  @Test func smallMarginIsRejected() throws {
    var weights = [Int16](repeating: 0, count: 2 * 28)
    weights[27] = 10
    var features = ones()
    for (threshold, isRejected) in [(9.9, false), (10.1, true)] {
      let model = try #require(self.model(weights, step: 1, threshold: threshold))
      #expect(model.classification(on: &features).isRejected == isRejected)
    }
  }

  @Test func singleLabelHasItsScoreForAMargin() throws {
    var weights = [Int16](repeating: 0, count: 28)
    weights[27] = 4
    let model = try #require(self.model(weights, step: 0.25))
    var features = ones()
    let classification = model.classification(on: &features)
    #expect(
      classification.score == classification.margin && abs(classification.score.double - 1) < 1e-3)
  }

  /// Scores are sums without rounding: the label is that of exact integer arithmetic, always.
  @Test func labelsAreThoseOfExactArithmetic() throws {
    let seed: UInt64 = 140
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      let labels = 1 + random.index(below: 32)
      let weights = (0..<labels * 28).map { _ in Int16(random.index(below: 4_001)) - 2_000 }
      let model = try #require(self.model(weights, step: 0.001))
      var features = ZoneFeatures()
      for index in 0..<28 { features[index] = Int16(truncatingIfNeeded: random.next()) }
      let sums = (0..<labels).map { row in
        (0..<28).reduce(0) { $0 + Int(weights[row * 28 + $1]) * Int(features[$1]) }
      }
      let best = try #require(sums.max())
      let classification = model.classification(on: &features)
      #expect(Int(classification.label) == sums.firstIndex(of: best), "seed \(seed) trial \(trial)")
      let score = Double(best) / 16_384 * Fixed<30>(0.001).double
      #expect(abs(classification.score.double - score) <= 0x1p-13, "seed \(seed) trial \(trial)")
    }
  }

  /// The largest rows a model may have, on the features that make the largest sums: no overflow.
  @Test func extremeRowsDoNotOverflow() throws {
    var weights = [Int16](repeating: 0, count: 2 * 28)
    weights[0] = .max
    weights[1] = .max
    weights[28] = .min
    weights[29] = .min + 1
    let model = try #require(self.model(weights, step: 1))
    var features = filled(with: .min)
    let classification = model.classification(on: &features)
    #expect(classification.label == 1)
    // 65,534 · 2 and 65,535 · 2: their difference needs more than 32 bits, the margin does not.
    #expect(classification.score.double == 131_070)
    #expect(classification.margin.double == 262_138)
  }

  @Test func weightsAreThoseThatWereGiven() throws {
    let weights = (0..<5 * 28).map { Int16($0 * 13 - 900) }
    let model = try #require(self.model(weights, step: 1))
    #expect(model.rows.flatMap(\.self) == weights)
    #expect(model.weight(label: 5, feature: 0) == 0 && model.weight(label: 0, feature: 28) == 0)
    #expect(LinearModel().weight(label: 0, feature: 0) == 0)
  }

  @Test func featuresKeepTheirPlaces() {
    var features = ZoneFeatures()
    for index in -1...28 { features[index] = Int16(index * 1_000 - 14_000) }
    #expect((0..<28).allSatisfy { features[$0] == Int16($0 * 1_000 - 14_000) })
    #expect(features[-1] == 0 && features[28] == 0)
  }

  @Test func impossibleModelsAreRefused() {
    #expect(model([Int16](repeating: 0, count: 27), step: 1) == nil)
    #expect(model([Int16](repeating: 0, count: 73 * 28), step: 1, labels: 73) == nil)
    #expect(model([], step: 1, labels: 0) == nil)
    #expect(model([Int16](repeating: 0, count: 28), step: 0) == nil)
    #expect(model([Int16](repeating: 2_341, count: 28), step: 1) == nil, "rows of 65,536 overflow")
    #expect(model([Int16](repeating: 2_340, count: 28), step: 1) != nil)
  }

  private func model(
    _ weights: [Int16], step: Double, threshold: Double = 0, labels: Int? = nil
  ) -> LinearModel? {
    LinearModel(
      labels: [String](repeating: "A", count: labels ?? weights.count / 28), weights: weights.span,
      weightStep: Fixed(step), rejectThreshold: Fixed(threshold))
  }

  private func ones() -> ZoneFeatures { filled(with: 16_384) }

  private func filled(with value: Int16) -> ZoneFeatures {
    var features = ZoneFeatures()
    for index in 0..<28 { features[index] = value }
    return features
  }
}
