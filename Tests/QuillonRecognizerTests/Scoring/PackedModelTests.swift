import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

@Suite struct PackedModelTests {
  /// A random model of airPath features.
  static func bytes(
    hidden: Int, labels: Int = 5, seed: UInt64, largest: Int = 127, bias: Int32 = 1_000,
    hasGarbage: Bool = false
  ) -> (bytes: [UInt8], layers: [ModelPacker.Layer]) {
    var random = SeededRandom(seed: seed)
    func layer(_ inputs: Int, _ outputs: Int) -> ModelPacker.Layer {
      ModelPacker.Layer(
        rows: (0..<outputs).map { _ in
          (0..<inputs).map { _ in Int8(random.index(below: 2 * largest + 1) - largest) }
        }, biases: (0..<outputs).map { _ in Int32(random.index(below: 2 * Int(bias) + 1)) - bias })
    }
    let count = FeatureSet.airPath.count
    let outputs = labels + (hasGarbage ? 1 : 0)
    let layers =
      hidden == 0 ? [layer(count, outputs)] : [layer(count, hidden), layer(hidden, outputs)]
    let header = ModelPacker.Header(
      featureSet: .airPath, labels: (0..<labels).map { "L\($0)" }, origin: "random",
      hiddenShift: hidden == 0 ? 0 : 9, scoreStep: Fixed(bits: 100_000),
      hasGarbage: hasGarbage)
    return (ModelPacker.bytes(header, layers: layers), layers)
  }

  private static func vector(_ random: inout SeededRandom) -> [Int16] {
    (0..<FeatureSet.airPath.count).map { _ in Int16(random.index(below: 65_536) - 32_768) }
  }

  /// The scores in exact integers, written for themselves.
  private static func scores(_ layers: [ModelPacker.Layer], _ x: [Int16]) -> [Int] {
    var values = x.map { Int($0) }
    for (index, layer) in layers.enumerated() {
      values = zip(layer.rows, layer.biases).map { row, bias in
        zip(row, values).reduce(Int(bias)) { $0 + Int($1.0) * $1.1 }
      }
      if index + 1 < layers.count { values = values.map { min(max($0, 0) >> 9, 32_767) } }
    }
    return values
  }

  @Test(arguments: [0, 1, 7, 128]) func classificationIsThatOfExactArithmetic(hidden: Int) throws {
    let seed = UInt64(600 + hidden)
    let (bytes, layers) = Self.bytes(hidden: hidden, seed: seed)
    let model = try NetworkModel(bytes, name: "test")
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      let x = Self.vector(&random)
      let scores = Self.scores(layers, x)
      let best = try #require(scores.max())
      let letter = NetworkLetter(label: "L0", writer: "w", source: .vector(x))
      let classification = model.classification(on: letter)
      #expect(
        Int(classification.label) == scores.firstIndex(of: best), "seed \(seed) trial \(trial)")
      let exact = Double(best) * 100_000 * 0x1p-44
      #expect(
        abs(Double(classification.score.bits) * 0x1p-12 - exact) <= 0x1p-13,
        "seed \(seed) trial \(trial)")
      let order = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
      let rivals = classification.rivals
      #expect(
        (0..<rivals.count).map { Int(rivals[$0].label) } == Array(order.dropFirst().prefix(4)),
        "seed \(seed) trial \(trial)")
      for index in 0..<rivals.count {
        let exact = Double(best - scores[order[index + 1]]) * 100_000 * 0x1p-44
        #expect(abs(rivals[index].behind.double - exact) <= 0x1p-13, "seed \(seed) trial \(trial)")
      }
    }
  }

  /// What stands for no letter is never the answer, and where it is ahead the margin shows by how much, and
  /// that the stroke is rejected.
  @Test(arguments: [0, 7, 128]) func noLetterIsARivalOnly(hidden: Int) throws {
    let seed = UInt64(640 + hidden)
    let (bytes, layers) = Self.bytes(hidden: hidden, seed: seed, hasGarbage: true)
    let model = try NetworkModel(bytes, name: "test")
    #expect(model.labels.count == 5 && model.model.hasGarbage)
    var random = SeededRandom(seed: seed)
    var rejected = 0
    for trial in 0..<300 {
      let x = Self.vector(&random)
      let all = Self.scores(layers, x)
      let best = try #require(all.dropLast().max())
      let label = all.firstIndex(of: best)
      let rival = all.indices.filter { $0 != label }.map { all[$0] }.max() ?? 0
      let letter = NetworkLetter(label: "L0", writer: "w", source: .vector(x))
      let classification = model.classification(on: letter)
      #expect(Int(classification.label) == label, "seed \(seed) trial \(trial)")
      let margin = Double(best - rival) * 100_000 * 0x1p-44
      #expect(
        abs(Double(classification.margin.bits) * 0x1p-12 - margin) <= 0x1p-13,
        "seed \(seed) trial \(trial)")
      #expect(
        classification.isRejected == (classification.margin < .zero), "seed \(seed) trial \(trial)")
      if classification.isRejected { rejected += 1 }
      let pair = try model.restricted(to: ["L1", "L3"]).classification(on: letter)
      let two = max(all[1], all[3])
      let other = max(min(all[1], all[3]), all[5])
      #expect(
        abs(Double(pair.margin.bits) * 0x1p-12 - Double(two - other) * 100_000 * 0x1p-44)
          <= 0x1p-13, "seed \(seed) trial \(trial)")
      if hidden == 7 {
        var vector = letter.vector(.airPath)
        guard var layer = PersonalLayer<256, 41>(model.model) else {
          Issue.record("the layer does not fit")
          return
        }
        #expect(
          layer.classification(model.model, on: &vector) == classification,
          "seed \(seed) trial \(trial)")
      }
    }
    #expect(rejected > 10, "seed \(seed): the generator must make some")
  }

  @Test func everyDamagedBitIsNoticed() throws {
    let (bytes, _) = Self.bytes(hidden: 3, labels: 3, seed: 7)
    _ = try NetworkModel(bytes, name: "test")
    for bit in 0..<8 * bytes.count {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: TrainingError.self, "bit \(bit)") { try NetworkModel(damaged, name: "test") }
    }
  }

  @Test func cutFilesAreRefused() {
    let (bytes, _) = Self.bytes(hidden: 3, labels: 3, seed: 8)
    for count in 0..<bytes.count {
      #expect(throws: TrainingError.self, "\(count) bytes") {
        try NetworkModel(Array(bytes[..<count]), name: "test")
      }
    }
  }

  /// A bias near 2³¹ leaves no room for the weights.
  @Test func weightsThatCouldOverflowAreRefused() {
    let (bytes, _) = Self.bytes(hidden: 2, seed: 9, bias: .max / 2)
    _ = try? NetworkModel(bytes, name: "test")
    var layer = ModelPacker.Layer(rows: [], biases: [])
    for _ in 0..<2 {
      layer.rows.append(Array(repeating: 127, count: FeatureSet.airPath.count))
      layer.biases.append(.max)
    }
    let header = ModelPacker.Header(
      featureSet: .airPath, labels: ["A", "B"], origin: "", hiddenShift: 0,
      scoreStep: Fixed(bits: 1))
    let large = ModelPacker.bytes(header, layers: [layer])
    _ = large.withUnsafeBytes { raw in
      #expect(throws: PackedModel.Fault.overflow) { try PackedModel(checking: raw) }
    }
  }

  /// An example that was wrong is right after a few training updates, and undoing the last gives the scores
  /// from before it.
  @Test func personalLayerLearnsAndTakesBack() throws {
    let seed: UInt64 = 31
    let (bytes, _) = Self.bytes(hidden: 40, seed: seed, largest: 60)
    var random = SeededRandom(seed: seed)
    try bytes.withUnsafeBytes { raw in
      let model = try PackedModel(checking: raw)
      guard var layer = PersonalLayer<256, 41>(model) else {
        Issue.record("the layer does not fit")
        return
      }
      for trial in 0..<50 {
        var features = FeatureVector()
        for value in Self.vector(&random) { features.append(Int32(value) / 2) }
        #expect(
          trial > 0
            || layer.classification(model, on: &features)
              == ModelScorer.classification(model, on: features),
          "seed \(seed)")
        let before = layer.classification(model, on: &features)
        let truth = (Int(before.label) + 1) % 5
        let outcome = layer.learn(model, &features, as: truth, margin: Fixed(1))
        guard outcome == .learned else { continue }
        #expect(
          Int(layer.classification(model, on: &features).label) == truth,
          "seed \(seed) trial \(trial)")
        let undone = layer.undo()
        #expect(
          undone && layer.classification(model, on: &features) == before,
          "seed \(seed) trial \(trial)")
        let again = layer.undo()
        #expect(!again)
      }
    }
  }
}
