import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import Testing

/// How a training update moves the rows of a personal layer.
@Suite struct PersonalLayerTests {
  /// A model of four labels and hidden units, of which only the first counts.
  private static func bytes(_ weights: [Int8]) -> [UInt8] {
    let hidden = ModelPacker.Layer(
      rows: weights.map { _ in Array(repeating: 0, count: FeatureSet.zones.count) },
      biases: weights.map { _ in 0 })
    let output = ModelPacker.Layer(
      rows: weights.map { [$0, 0, 0, 0] }, biases: weights.map { _ in 0 })
    let header = ModelPacker.Header(
      featureSet: .zones, labels: ["T", "R", "S", "F"], origin: "by hand", hiddenShift: 0,
      // A step of a score is worth 2⁻¹⁴.
      scoreStep: Fixed(bits: 1 << 30))
    return ModelPacker.bytes(header, layers: [hidden, output])
  }

  /// What one training update, that the first unit's 8,000 mean the first label, comes to: the weights before and after, and the
  /// classification then.
  private func trainingUpdate(
    _ weights: [Int8], margin: Fixed<12>
  ) throws -> (before: [Int16], after: [Int16], classification: Classification) {
    try Self.bytes(weights).withUnsafeBytes { raw in
      let model = try PackedModel(checking: raw)
      var layer = PersonalLayer<64, 41>()
      let begun = layer.begin(model)
      #expect(begun)
      let before = layer.withWeights { Array($0) }
      var x = InlineArray<128, Int16>(repeating: 0)
      x[0] = 8_000
      let outcome = layer.learn(model, activations: &x, as: 0, margin: margin, metric: nil)
      #expect(outcome == .learned)
      return (before, layer.withWeights { Array($0) }, layer.classification(model, of: &x))
    }
  }

  /// Every rival that comes too near gives way, by as much as it does so; who is far enough stays as it was.
  @Test func rivalsShareInATrainingUpdate() throws {
    let (before, after, _) = try trainingUpdate([10, 12, 12, -50], margin: Fixed(1))
    let moved = stride(from: 0, to: 16, by: 4).map { Int(after[$0]) - Int(before[$0]) }
    #expect(moved[0] > 0 && moved[1] < 0 && moved[1] == moved[2] && moved[3] == 0, "\(moved)")
    #expect(abs(moved[0] + moved[1] + moved[2]) <= 1, "\(moved): rounded only")
  }

  /// The same rule in floating point, written for itself: what each of the scores changes by, that of what was meant
  /// being the first.
  private static func changes(_ scores: [Double], margin: Double) -> [Double] {
    var now = scores
    for update in 0..<12 {
      let missing = now.map { max(margin - now[0] + $0, 0) }.enumerated().map {
        $0.offset == 0 ? 0 : $0.element
      }
      let (sum, largest) = (missing.reduce(0, +), missing.max() ?? 0)
      guard sum > 0, update < 3 || largest >= margin else { break }
      // Shares, their mean shortfall, and how far the rise of one step brings it.
      let shares = missing.map { $0 / sum }
      let mean = zip(shares, missing).reduce(0) { $0 + $1.0 * $1.1 }
      let rise = 0.5 * mean / (1 + shares.reduce(0) { $0 + $1 * $1 })
      now[0] += rise
      for label in 1..<now.count { now[label] -= rise * shares[label] }
    }
    return zip(now, scores).map { $0 - $1 }
  }

  /// Unlike rivals give way by the shares of what they miss.
  @Test(
    arguments: [[10, 12, 11, -50], [10, 12, 11, 9], [10, 7, 9, 14], [-3, 20, 1, 16]] as [[Int8]])
  func sharesAreThoseOfTheRule(_ weights: [Int8]) throws {
    let (before, after, _) = try trainingUpdate(weights, margin: Fixed(1))
    // In steps of 2⁻¹⁴; a weight counts 2⁻⁷ of them, 8,000 times.
    let expected = Self.changes(weights.map { Double($0) * 8_000 }, margin: 16_384)
    for (label, change) in expected.enumerated() {
      let moved = Double(after[4 * label]) - Double(before[4 * label])
      let wanted = change * 128 / 8_000
      #expect(abs(moved - wanted) <= 1 + 0.01 * abs(wanted), "\(label): \(moved), not \(wanted)")
    }
  }

  /// A training update goes half the way, and thrice: of what the margin lacks, an eighth is left.
  @Test func aTrainingUpdateGoesHalfTheWayThrice() throws {
    // 8,000 steps of 2⁻¹⁴ ahead.
    let lead = 8_000 * 0x1p-14
    let classification = try trainingUpdate([10, 9, -50, -50], margin: Fixed(1)).classification
    let expected = 1 - (1 - lead) / 8
    let margin = Double(classification.margin.bits) / 4_096
    #expect(
      classification.label == 0 && abs(margin - expected) < 0.01, "\(margin), not \(expected)")
  }

  /// Half the way thrice would leave this letter far behind.
  @Test func whatWasFarOffIsReadRightAfterOneTrainingUpdate() throws {
    let classification = try trainingUpdate([0, 12, -50, -50], margin: Fixed(bits: 410))
      .classification
    #expect(classification.label == 0 && classification.margin > .zero)
  }

  /// Whatever is asked for, the weights are either taught or as before, and undoing gives them back bit for bit.
  @Test func absurdTrainingUpdatesAreRefusedOrTakenBack() throws {
    let seed: UInt64 = 51
    var random = SeededRandom(seed: seed)
    let (bytes, _) = PackedModelTests.bytes(hidden: 40, labels: 40, seed: seed, hasGarbage: true)
    try bytes.withUnsafeBytes { raw in
      let model = try PackedModel(checking: raw)
      var layer = PersonalLayer<1_728, 41>()
      let begun = layer.begin(model)
      #expect(begun)
      var (learned, refused) = (0, 0)
      for trial in 0..<400 {
        var x = InlineArray<128, Int16>(repeating: 0)
        let largest = [0, 1, 300, 32_767][random.index(below: 4)]
        for index in 0..<40 { x[index] = Int16(random.index(below: largest + 1)) }
        let margins: [Fixed<12>] = [.zero, Fixed(bits: 1), Fixed(3), Fixed(bits: .max)]
        let before = layer.withWeights { Array($0) }
        let outcome = layer.learn(
          model, activations: &x, as: random.index(below: 43) - 1,
          margin: margins[random.index(below: 4)], metric: nil)
        let after = layer.withWeights { Array($0) }
        switch outcome {
        case .learned:
          learned += 1
          guard trial % 3 > 0 else { continue }
          let undone = layer.undo()
          let back = layer.withWeights { Array($0) }
          #expect(undone && back == before, "seed \(seed), trial \(trial)")
        case .known, .refused:
          refused += 1
          #expect(after == before, "seed \(seed), trial \(trial)")
        }
      }
      #expect(learned > 50 && refused > 50, "\(learned) and \(refused)")
    }
  }
}
