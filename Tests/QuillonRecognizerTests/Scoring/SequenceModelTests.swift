import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

@Suite struct SequenceModelTests {
  private static let shapes: [RandomSequenceModel.Shape] = [
    .board, .host, .largest, .smallest, .odd,
  ]

  private static func vector(_ random: inout SeededRandom, extreme: Bool = false) -> [Int16] {
    (0..<FeatureSet.airSequence.count).map { _ in
      extreme
        ? (random.uniform() < 0.5 ? .min : .max) : Int16(random.index(below: 65_536) - 32_768)
    }
  }

  private static func features(_ numbers: [Int16]) -> FeatureVector {
    var vector = FeatureVector()
    for number in numbers { vector.append(Int32(number)) }
    return vector
  }

  /// The classification's label and score are those of exact integers, and so are all activations.
  private static func compare(
    _ exact: RandomSequenceModel, _ model: PackedModel, on x: [Int16], _ comment: Comment
  ) throws {
    var features = features(x)
    let activations = model.activations(of: &features)
    let hidden = exact.activations(of: x)
    #expect((0..<hidden.count).allSatisfy { Int(activations[$0]) == hidden[$0] }, comment)
    let scores = exact.scores(of: x)
    let best = try #require(scores[..<exact.shape.labels].max())
    let classification = ModelScorer.classification(model, on: features)
    #expect(Int(classification.label) == scores.firstIndex(of: best), comment)
    let shown = model.scores(of: features)
    for (label, score) in scores[..<exact.shape.labels].enumerated() {
      let value = Double(score) * 100_000 * 0x1p-44
      #expect(abs(Double(shown[label].bits) * 0x1p-12 - value) <= 0x1p-13, comment)
    }
  }

  @Test(arguments: 0..<5) func classificationIsThatOfExactArithmetic(shape: Int) throws {
    let seed = UInt64(700 + shape)
    let exact = RandomSequenceModel(Self.shapes[shape], seed: seed)
    let model = try NetworkModel(exact.bytes, name: "test")
    var random = SeededRandom(seed: seed)
    for trial in 0..<10 {
      try Self.compare(
        exact, model.model, on: Self.vector(&random), "seed \(seed) trial \(trial)")
    }
  }

  /// One number that is not 0, at each end and in the middle of the path.
  @Test func windowsEndWithThePath() throws {
    let exact = RandomSequenceModel(.odd, seed: 720)
    let model = try NetworkModel(exact.bytes, name: "test")
    for step in [0, 1, 2, 3, 4, 31, 32, 59, 60, 61, 62, 63] {
      var x = [Int16](repeating: 0, count: FeatureSet.airSequence.count)
      x[132 + 6 * step + step % 6] = 32_767
      try Self.compare(exact, model.model, on: x, "step \(step)")
    }
  }

  /// The largest weights and biases that the bound allows, with the largest numbers.
  @Test(arguments: [Int8(127), -128]) func largestSumsDoNotOverflow(weight: Int8) throws {
    let seed: UInt64 = 730
    var exact = RandomSequenceModel(.largest, seed: seed)
    exact.shifts = [0, 1, 2, 0, 16]
    for layer in exact.layers.indices {
      for row in exact.layers[layer].rows.indices {
        let count = exact.layers[layer].rows[row].count
        // In layers of more inputs the sum's bound leaves room for fewer of these weights.
        let room = min(count, 65_535 / 128)
        exact.layers[layer].rows[row] =
          [Int8](repeating: weight, count: room) + [Int8](repeating: 0, count: count - room)
        let left = Int64(1) << 31 - 1 - Int64(room) * Int64(weight.magnitude) << 15
        exact.layers[layer].biases[row] = Int32(weight > 0 ? left : -left)
      }
    }
    let model = try NetworkModel(exact.bytes, name: "test")
    var random = SeededRandom(seed: seed)
    for value in [Int16.min, .max] {
      let x = [Int16](repeating: value, count: FeatureSet.airSequence.count)
      try Self.compare(exact, model.model, on: x, "all \(value)")
    }
    for trial in 0..<3 {
      let x = Self.vector(&random, extreme: true)
      try Self.compare(exact, model.model, on: x, "seed \(seed) trial \(trial)")
    }
  }

  /// Calls of bounded work give the same bits as one call, in the calls that are promised: a board at 64 MHz
  /// answers within 0.15 s.
  @Test(arguments: 0..<5) func slicesGiveTheClassificationOfOneCall(shape: Int) throws {
    let seed = UInt64(740 + shape)
    let exact = RandomSequenceModel(Self.shapes[shape], seed: seed)
    let model = try NetworkModel(exact.bytes, name: "test")
    var random = SeededRandom(seed: seed)
    var (host, board) = (StrokeScorer(), SequenceScorer())
    board.model = model.model
    // A stroke before it leaves bits in the memory that the next one shares.
    for trial in 0..<3 {
      host.begin(.airSequence)
      board.begin()
      var trail = DecimatedPath()
      for point in RandomLine.points(20 + random.index(below: 60), &random) {
        let (x, y) = (Int32(point.x * 0x1p14), Int32(point.y * 0x1p14))
        while host.makeRoom() {}
        while board.makeRoom() {}
        while trail.makeRoom() {}
        host.add(x, y, 312)
        board.add(x, y, 312, true)
        trail.add(x: x, y: y, isPenDown: true)
      }
      trail.end()
      let vector = PathSequence.vector(of: &trail)
      let whole = ModelScorer.classification(model.model, on: vector)
      host.end()
      _ = board.end()
      var calls = 0
      while calls < 40, host.isBusy {
        let (one, other) = (host.advance(model.model), board.advance())
        #expect(one == other, "seed \(seed) trial \(trial)")
        #expect(one == nil || one == whole, "seed \(seed) trial \(trial)")
        calls += 1
      }
      #expect(calls <= 7 + exact.products / 14_336, "seed \(seed): \(calls) calls")
      #expect(shape > 0 || calls == 15, "seed \(seed): \(calls) calls")
      #expect(!host.isBusy && !board.isBusy)
      var activations = InlineArray<128, Int16>(repeating: 0)
      board.copyActivations(to: &activations)
      var features = vector
      let direct = model.model.activations(of: &features)
      #expect(
        (0..<exact.shape.hidden).allSatisfy { activations[$0] == direct[$0] },
        "seed \(seed) trial \(trial)")
    }
  }

  /// A lesson gives the meant answer, and undoing it gives back every bit, with up to 128 hidden units.
  @Test(arguments: 0..<5) func personalLayerLearnsAndTakesBack(shape: Int) throws {
    let seed = UInt64(760 + shape)
    let exact = RandomSequenceModel(Self.shapes[shape], seed: seed)
    let owner = try NetworkModel(exact.bytes, name: "test")
    let model = owner.model
    defer { withExtendedLifetime(owner) {} }
    guard var layer = PersonalLayer<4_096, 41>(model) else {
      Issue.record("the layer does not fit")
      return
    }
    var random = SeededRandom(seed: seed)
    var learned = 0
    for trial in 0..<5 {
      var features = Self.features(Self.vector(&random))
      let before = layer.classification(model, on: &features)
      #expect(
        trial > 0 || before == ModelScorer.classification(model, on: features), "seed \(seed)")
      let truth = (Int(before.label) + 1) % 26
      guard layer.learn(model, &features, as: truth, margin: Fixed(bits: 4)) == .learned else {
        continue
      }
      learned += 1
      #expect(Int(layer.classification(model, on: &features).label) == truth, "seed \(seed)")
      let undone = layer.undo()
      #expect(undone && layer.classification(model, on: &features) == before, "seed \(seed)")
    }
    #expect(learned > 0 || shape == 3, "seed \(seed): nothing was learned")
  }

  /// Without a model of its features there is no classification.
  @Test func anotherModelIsNotScored() throws {
    let other = try NetworkModel(PackedModelTests.bytes(hidden: 4, seed: 1).bytes, name: "test")
    var scorer = SequenceScorer()
    for model in [nil, other.model] {
      scorer.model = model
      scorer.begin()
      scorer.add(0, 0, 0, true)
      scorer.add(9_000, 9_000, 0, true)
      #expect(scorer.end() == nil && !scorer.isBusy)
    }
  }
}
