import QuillonRecordings
import QuillonTraining
import Testing

@Suite struct TrainingSetTests {
  @Test func labelsAreSortedAndExamplesKeepTheirOrder() throws {
    let set = try TrainingSet([
      Examples.vector("C", 3), Examples.vector("A", 1), Examples.vector("C", 4),
    ])
    #expect(set.labels == ["A", "C"])
    #expect(set.targets == [1, 0, 1])
    #expect(set.count == 3)
    #expect(set.values.count == 3 * 28)
    #expect([set.values[0], set.values[28], set.values[56]] == [3, 1, 4])
  }

  @Test func noExamples() {
    #expect(throws: TrainingError.noSamples) { try TrainingSet([]) }
  }

  @Test func oneLabel() {
    #expect(throws: TrainingError.tooFewLabels(["A"])) {
      try TrainingSet([Examples.vector("A", 1), Examples.vector("A", 2)])
    }
    #expect("\(TrainingError.tooFewLabels(["A"]))".contains("Add examples of other labels"))
  }

  @Test func atMost72Labels() throws {
    let samples = (1...73).map { Examples.vector("label \($0)", 1) }
    #expect(try TrainingSet(Array(samples.dropLast())).labels.count == 72)
    #expect(throws: TrainingError.tooManyLabels(73)) { try TrainingSet(samples) }
    #expect("\(TrainingError.tooManyLabels(73))".contains("at most 72 labels, and there are 73"))
  }

  @Test(arguments: [0, 27, 29]) func wrongNumberOfFeatures(count: Int) {
    let bad = FeatureSample(label: "B", values: [Double](repeating: 0, count: count))
    #expect(throws: TrainingError.wrongFeatureCount(count, label: "B")) {
      try TrainingSet([Examples.vector("A", 1), bad])
    }
    let message = "\(TrainingError.wrongFeatureCount(count, label: "B"))"
    #expect(message.contains("\(count) features instead of 28"))
    #expect(message.contains("--export-features"))
  }
}
