import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct NetworkModelTests {
  /// A model of random weights that nobody trained.
  static func model(hidden: Int, labels: [String], seed: UInt64) throws -> NetworkModel {
    var random = SeededRandom(seed: seed)
    func layer(_ inputs: Int, _ outputs: Int) -> ModelPacker.Layer {
      ModelPacker.Layer(
        rows: (0..<outputs).map { _ in
          (0..<inputs).map { _ in Int8(random.index(below: 121)) - 60 }
        },
        biases: (0..<outputs).map { _ in Int32(random.index(below: 200_001)) - 100_000 })
    }
    let count = FeatureSet.airPath.count
    let header = ModelPacker.Header(
      featureSet: .airPath, labels: labels, origin: "chance", hiddenShift: hidden > 0 ? 8 : 0,
      scoreStep: Fixed(bits: 1 << 20), rejectThreshold: Fixed(bits: 77))
    let layers =
      hidden > 0
      ? [layer(count, hidden), layer(hidden, labels.count)] : [layer(count, labels.count)]
    return try NetworkModel(ModelPacker.bytes(header, layers: layers), name: "chance")
  }

  /// 132 · 40 + 40 · 27 products of features alone; of a sequence network 30 · 16 at 64 places, 80 · 16 at
  /// 32, 80 · 32 at 16, and three layers.
  @Test func productsAreCounted() throws {
    let features = try NetworkModel(PackedModel.airFeatures, name: "test")
    #expect(features.products == 132 * 40 + 40 * 27)
    let board = try NetworkModel(PackedModel.airBoard, name: "test")
    let convolutions = 64 * 30 * 16 + 32 * 80 * 16 + 16 * 80 * 32
    #expect(board.products == convolutions + 132 * 24 + 256 * 24 + 48 * 27)
    #expect(board.cortexM4Instructions > features.cortexM4Instructions)
  }

  static func letters(_ count: Int, seed: UInt64) -> [NetworkLetter] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { index in
      NetworkLetter(
        label: ["A", "B", "C"][index % 3], writer: "w\(index % 2)",
        source: .vector(
          (0..<FeatureSet.airPath.count).map { _ in
            Int16(random.index(below: 16_384))
          }))
    }
  }

  /// With all labels nothing changes; with some the best of those is the answer.
  @Test(arguments: [0, 12]) func fewerAnswersLeaveTheScoresAsTheyAre(hidden: Int) throws {
    let model = try Self.model(hidden: hidden, labels: ["A", "B", "C"], seed: 3)
    #expect(try model.restricted(to: ["C", "A", "B"]).bytes == model.bytes)
    let pair = try model.restricted(to: ["C", "A"])
    #expect(pair.labels == ["A", "C"] && pair.origin == "chance")
    #expect(pair.model.rejectThreshold == model.model.rejectThreshold)
    for letter in Self.letters(60, seed: 4) {
      let (all, some) = (model.classification(on: letter), pair.classification(on: letter))
      if model.labels[Int(all.label)] == "B" {
        #expect(some.score <= all.score, "seeds 3, 4")
      } else {
        #expect(pair.labels[Int(some.label)] == model.labels[Int(all.label)], "seeds 3, 4")
        #expect(some.score == all.score && some.margin >= all.margin, "seeds 3, 4")
      }
    }
    #expect(throws: TrainingError.unknownLabels(["Q"], known: ["A", "B", "C"])) {
      try model.restricted(to: ["Q"])
    }
  }

  /// A line that returns is none, nor is one that is meant as an I.
  @Test func lineFragmentsAreLinesThatMeanOtherLetters() {
    func sample(_ label: String, _ strokes: [[(Double, Double)]]) -> InkSample {
      InkSample(
        label: label, writer: nil,
        strokes: strokes.map { points in
          InkSample.Stroke(
            isPenDown: true, points: points.map { InkSample.Point(x: $0.0, y: $0.1) })
        })
    }
    let line = [(0.0, 0.0), (5.0, 50.0), (0.0, 100.0)]
    #expect(sample("H", [line]).isLineFragment)
    for label in ["I", "1", "l"] { #expect(!sample(label, [line]).isLineFragment) }
    #expect(!sample("V", [[(0, 0), (30, 50), (0, 100)]]).isLineFragment)
    #expect(!sample("T", [line, [(50, 0), (-50, 0)]]).isLineFragment)
    #expect(!sample("A", []).isLineFragment)
  }
}
