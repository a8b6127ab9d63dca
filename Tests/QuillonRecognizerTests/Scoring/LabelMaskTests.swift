import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonSimulator
import QuillonTraining
import TestSupport
import Testing

/// Answers among some labels of a model.
@Suite struct LabelMaskTests {
  private static func mask(excluding labels: [Int]) -> LabelMask {
    var mask = LabelMask()
    for label in labels { mask.exclude(label) }
    return mask
  }

  private static func features(_ set: FeatureSet, _ random: inout SeededRandom) -> FeatureVector {
    var vector = FeatureVector()
    for _ in 0..<set.count { vector.append(Int32(random.index(below: 65_536) - 32_768)) }
    return vector
  }

  /// A mask answers as a model without the excluded labels does, also by a person's layer.
  @Test(arguments: [0, 7], [false, true])
  func answersAreThoseOfAModelWithFewerLabels(hidden: Int, hasGarbage: Bool) throws {
    let (count, seed) = (72, UInt64(800 + hidden))
    let whole = try NetworkModel(
      PackedModelTests.bytes(hidden: hidden, labels: count, seed: seed, hasGarbage: hasGarbage)
        .bytes, name: "test")
    var random = SeededRandom(seed: seed)
    for trial in 0..<200 {
      let kept = (0..<count).filter { _ in random.uniform() < 0.1 } + [random.index(below: count)]
      let few = try whole.restricted(to: kept.map { "L\($0)" })
      let mask = LabelMask(allowing: Set(few.labels), of: whole.labels)
      var features = Self.features(.airPath, &random)
      let expected = ModelScorer.classification(few.model, on: features)
      let answer = ModelScorer.classification(whole.model, on: features, mask: mask)
      #expect(whole.labels[Int(answer.label)] == few.labels[Int(expected.label)], "trial \(trial)")
      #expect(answer.score == expected.score && answer.margin == expected.margin)
      #expect(answer.isRejected == expected.isRejected)
      guard hidden > 0, var layer = PersonalLayer<1_024, 73>(whole.model) else { continue }
      #expect(layer.classification(whole.model, on: &features, mask: mask) == answer)
    }
  }

  @Test func aPerceptronLeavesLabelsOut() throws {
    let (whole, seed) = (try ModelFile.standard, 810 as UInt64)
    var random = SeededRandom(seed: seed)
    for trial in 0..<200 {
      let kept = whole.labels.filter { _ in random.uniform() < 0.2 } + ["Q"]
      let few = try whole.restricted(to: kept)
      var features = ZoneFeatures()
      for index in 0..<ZoneFeatures.count {
        features[index] = Int16(random.index(below: 65_536) - 32_768)
      }
      let expected = few.linearModel.classification(on: &features)
      let answer = whole.linearModel.classification(
        on: &features, mask: LabelMask(allowing: Set(kept), of: whole.labels))
      #expect(whole.labels[Int(answer.label)] == few.labels[Int(expected.label)], "trial \(trial)")
      #expect(answer.score == expected.score && answer.margin == expected.margin)
    }
  }

  @Test func withoutALabelEveryStrokeIsRejected() throws {
    let model = try NetworkModel(
      PackedModelTests.bytes(hidden: 3, labels: 3, seed: 820).bytes, name: "test")
    var random = SeededRandom(seed: 820)
    for _ in 0..<50 {
      let answer = ModelScorer.classification(
        model.model, on: Self.features(.airPath, &random), mask: Self.mask(excluding: [0, 1, 2]))
      #expect(answer.isRejected && answer.margin < .zero)
    }
  }

  /// A mask that comes while a stroke is scored is for the next one. A new model allows all labels.
  @Test func aMaskIsForTheNextStroke() throws {
    let model = PackedModel.airBoard
    let samples = try AirWriter(seed: 5).trace(of: "LLL").replaySamples.map(\.sample)
    let onlyOthers = LabelMask(allowing: ["O", "X"], of: model.labels)
    func letters(_ change: (inout SequenceRecognizer, Int) -> Void) -> [String] {
      var recognizer = SequenceRecognizer(parameters: .init())
      recognizer.use(model)
      var read: [String] = []
      func take(_ event: Event?) {
        guard case .classification(let answer)? = event else { return }
        read.append(model.labels[Int(answer.label)])
      }
      for sample in samples {
        if recognizer.scorer.isBusy { change(&recognizer, read.count) }
        take(recognizer.push(sample))
      }
      while let event = recognizer.finish() { take(event) }
      return read
    }
    #expect(letters { _, _ in } == ["L", "L", "L"])
    var busy = 0
    let changed = letters { recognizer, count in
      busy += count == 0 ? 1 : 0
      // The features are there by then, and some outputs are computed.
      if count == 0, busy > 8 { recognizer.scorer.mask = onlyOthers }
      if count == 2 { recognizer.use(model) }
    }
    #expect(changed.count == 3 && changed[0] == "L" && changed[2] == "L", "\(changed)")
    #expect(["O", "X"].contains(changed[1]), "\(changed)")
  }
}
