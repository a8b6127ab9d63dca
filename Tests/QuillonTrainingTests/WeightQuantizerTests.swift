import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct WeightQuantizerTests {
  private func quantized(_ rows: [[Double]]) throws -> QuantizedWeights {
    try WeightQuantizer.quantize(
      WeightTable(labels: rows.indices.map { "\($0)" }, rows: rows))
  }

  /// The integers of a step of `bits` · 2⁻³⁰, in Int so that nothing overflows.
  private func integers(_ rows: [[Double]], step bits: Int32) -> [[Int]] {
    rows.map { $0.map { Int(($0 / (Double(bits) * 0x1p-30)).rounded()) } }
  }

  private func fits(_ rows: [[Int]]) -> Bool {
    rows.allSatisfy { row in
      row.allSatisfy { Int16(exactly: $0) != nil }
        && row.reduce(0) { $0 + abs($1) } <= 65_535
    }
  }

  @Test func theStepIsTheSmallestThatKeepsTheBound() throws {
    let seed: UInt64 = 270
    var random = SeededRandom(seed: seed)
    for trial in 0..<200 {
      let size = 10 * random.uniform() * random.uniform() + 0.01
      let rows = Examples.rows(1 + random.index(below: 32), size: size, using: &random)
      let weights = try quantized(rows)
      let step = weights.step.bits
      #expect(weights.rows.map { $0.map(Int.init) } == integers(rows, step: step))
      #expect(fits(integers(rows, step: step)), "seed \(seed), trial \(trial)")
      #expect(!fits(integers(rows, step: step - 1)), "seed \(seed), trial \(trial)")
    }
  }

  /// One weight alone is bound by Int16 long before its row's sum is.
  @Test func oneLargeWeightMustFitInt16() throws {
    var row = [Double](repeating: 0, count: 28)
    row[3] = -1
    let weights = try quantized([row, row.map { -$0 }])
    #expect(abs(Int(weights.rows[0][3])) <= 32_768)
    #expect(weights.rows[1][3] <= 32_767 && weights.rows[1][3] > 32_700)
    #expect(!fits(integers([row, row.map { -$0 }], step: weights.step.bits - 1)))
  }

  @Test func everyWeightIsWithinHalfAStep() throws {
    let seed: UInt64 = 271
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let rows = Examples.rows(26, size: random.uniform(in: 0.01...30), using: &random)
      let weights = try quantized(rows)
      let step = Double(weights.step.bits) * 0x1p-30
      let errors = zip(rows.joined(), weights.rows.joined()).map { abs(Double($1) * step - $0) }
      #expect(try #require(errors.max()) <= step * (0.5 + 1e-9), "seed \(seed)")
      // The fullest row sums to nearly 65,536 steps, so half a step is a 1/131,000 of that sum.
      let fullest = rows.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 0
      #expect(step / 2 < fullest / 130_000, "seed \(seed)")
    }
  }

  /// The worst features there are, ±2 with the signs of the weights and against them: every
  /// partial sum stays an Int32, and the device's score is that of exact arithmetic.
  @Test func noFeaturesOverflowAScore() throws {
    let seed: UInt64 = 272
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      let size = [0.001, 1, 1_000][trial % 3]
      let weights = try quantized(
        Examples.rows(1 + random.index(below: 32), size: size, using: &random))
      let row = weights.rows[random.index(below: weights.rows.count)]
      for sign in [1, -1] {
        var features = ZoneFeatures()
        var sums = [Int](repeating: 0, count: weights.rows.count)
        var largest = 0
        for index in row.indices {
          features[index] = Int(row[index]) * sign < 0 ? .min : .max
          for label in sums.indices {
            sums[label] += Int(weights.rows[label][index]) * Int(features[index])
            largest = max(largest, abs(sums[label]))
          }
        }
        #expect(largest < 1 << 31, "seed \(seed), trial \(trial)")
        let flat = weights.rows.flatMap(\.self)
        let checked = LinearModel(
          labels: sums.map { _ in "A" }, weights: flat.span, weightStep: weights.step)
        let model = try #require(checked)
        let best = try #require(sums.max())
        #expect(
          Int(model.classification(on: &features).label) == sums.firstIndex(of: best),
          "seed \(seed), trial \(trial)")
      }
    }
  }

  @Test func zerosHaveTheFinestStep() throws {
    let weights = try quantized([[Double](repeating: 0, count: 28)])
    #expect(weights.rows == [[Int16](repeating: 0, count: 28)])
    #expect(weights.step.bits == 1)
  }

  @Test func tinyWeightsVanishAndNothingBreaks() throws {
    let weights = try quantized([[Double](repeating: 1e-300, count: 28)])
    #expect(weights.rows == [[Int16](repeating: 0, count: 28)])
  }

  /// The largest step is just below 2, so a weight of 65,534 is the largest that has an integer.
  @Test func hugeWeightsAreAnError() throws {
    let largest = Examples.vector("A", 65_534, -65_000).values
    #expect(try quantized([largest]).rows[0][0] == 32_767)
    for huge in [65_536, 1e9, 1e300, .greatestFiniteMagnitude] {
      #expect(throws: TrainingError.weightsTooLarge) {
        try quantized([Examples.vector("A", huge).values])
      }
    }
    #expect(throws: TrainingError.weightsTooLarge) {
      try quantized([[Double](repeating: 10_000, count: 28)])
    }
    #expect("\(TrainingError.weightsTooLarge)".contains("Divide them all by the same number"))
  }

  /// A power of two goes into the step and nowhere else; any other factor moves a weight by less
  /// than a step, which only near ties can feel.
  @Test func theUnitOfTheWeightsDoesNotMatter() throws {
    let seed: UInt64 = 273
    var random = SeededRandom(seed: seed)
    let rows = Examples.rows(26, size: 1, using: &random)
    let table = try WeightTable(labels: Examples.labels(26), rows: rows)
    let models = try [1, 0.37, 3, 1_000].map { factor in
      try ModelFile(
        quantizing: WeightTable(
          labels: table.labels, rows: rows.map { $0.map { $0 * factor } })
      ).linearModel
    }
    var compared = 0
    for trial in 0..<2_000 {
      let values = (0..<28).map { _ in random.uniform(in: -1...1) }
      var features = FeatureSample(label: "", values: values).zoneFeatures
      let (label, margin) = table.best(of: values)
      guard margin > 0.02 else { continue }
      compared += 1
      for index in models.indices {
        #expect(
          Int(models[index].classification(on: &features).label) == label,
          "seed \(seed), trial \(trial), model \(index)")
      }
    }
    #expect(compared > 1_800)
  }

  @Test func fourTimesTheWeightsHaveFourTimesTheStep() throws {
    var random = SeededRandom(seed: 274)
    let rows = Examples.rows(26, size: 1, using: &random)
    let step = try quantized(rows).step.bits
    let larger = try quantized(rows.map { $0.map { $0 * 4 } }).step.bits
    #expect(larger > 4 * (step - 1) && larger <= 4 * step)
  }
}
