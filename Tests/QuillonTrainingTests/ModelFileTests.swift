import Foundation
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSystem
import QuillonTraining
import Testing

@Suite struct ModelFileTests {
  private let origin = ModelFile.Origin(
    data: "letters “of” one/hand", settings: PerceptronSettings(margin: 0.1, seed: .max),
    samples: 12, accuracy: 1 / 3)

  private func randomModel(_ random: inout SeededRandom) throws -> ModelFile {
    let count = 1 + random.index(below: 32)
    let rows = (0..<count).map { _ in
      (0..<28).map { _ in Int16(random.index(below: 4_681)) - 2_340 }
    }
    return try ModelFile(
      labels: (0..<count).map { "\($0)“\\\"é" },
      weights: QuantizedWeights(
        rows: rows, step: Fixed(bits: Int32(truncatingIfNeeded: random.next() >> 33) | 1)),
      rejectThreshold: Fixed(bits: Int32(truncatingIfNeeded: random.next())),
      origin: random.index(below: 2) == 0 ? origin : nil)
  }

  private func expectEqual(_ a: ModelFile, _ b: ModelFile, _ comment: Comment) {
    #expect(a.labels == b.labels, comment)
    #expect(a.weights == b.weights, comment)
    #expect(a.rejectThreshold == b.rejectThreshold, comment)
    #expect(a.origin == b.origin, comment)
    #expect(a.linearModel.modelID == b.linearModel.modelID, comment)
  }

  @Test func whatIsWrittenReadsBackBitForBit() throws {
    let seed: UInt64 = 280
    var random = SeededRandom(seed: seed)
    for trial in 0..<200 {
      let model = try randomModel(&random)
      let data = try model.json()
      #expect(try model.json() == data)
      let copy = try ModelFile(json: data, name: "copy")
      expectEqual(copy, model, "seed \(seed), trial \(trial)")
      #expect(try copy.json() == data)
    }
  }

  @Test func aFileHoldsTheSame() throws {
    var random = SeededRandom(seed: 281)
    let model = try randomModel(&random)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-model-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try model.write(to: OutputFile(path))
    #expect(FileManager.default.contents(atPath: path) == (try model.json()))
    expectEqual(try ModelFile(contentsOf: path), model, "seed 281")
  }

  /// Labels and weights alone, as other programs write them, are quantized like trained ones.
  @Test func aPlainTableIsQuantized() throws {
    var random = SeededRandom(seed: 282)
    let rows = Examples.rows(3, size: 2, using: &random)
    let json = try JSONSerialization.data(
      withJSONObject: ["labels": ["A", "B", "C"], "weights": rows, "features": "whatever"])
    let plain = try ModelFile(json: json, name: "plain")
    let table = try WeightTable(labels: ["A", "B", "C"], rows: rows)
    expectEqual(plain, try ModelFile(quantizing: table), "seed 282")
    #expect(plain.rejectThreshold == .zero && plain.origin == nil)
  }

  @Test func theStampTellsModelsApart() throws {
    let rows = [[Int16](repeating: 1, count: 28), [Int16](repeating: 2, count: 28)]
    func modelID(
      _ labels: [String] = ["A", "B"], _ rows: [[Int16]] = rows, step: Int32 = 1_000,
      threshold: Int32 = 0, origin: ModelFile.Origin? = nil
    ) throws -> UInt32 {
      try ModelFile(
        labels: labels, weights: QuantizedWeights(rows: rows, step: Fixed(bits: step)),
        rejectThreshold: Fixed(bits: threshold), origin: origin
      ).linearModel.modelID
    }
    var modelIDs = [
      try modelID(), try modelID(["A", "C"]), try modelID(["B", "A"]), try modelID(["AB", ""]),
      try modelID(step: 1_001), try modelID(step: 1_000 | 1 << 30), try modelID(threshold: 1),
      try modelID(["A"], [rows[0]]), try modelID(["A", "B"], rows.reversed()),
    ]
    for row in 0..<2 {
      for column in 0..<28 {
        var changed = rows
        changed[row][column] += 256
        modelIDs.append(try modelID(["A", "B"], changed))
      }
    }
    #expect(Set(modelIDs).count == modelIDs.count)
    #expect(try modelID(origin: origin) == modelID())
  }

  /// The CRC-32 of known bytes, computed apart: 28 weights of 1, label "A", step 2, threshold 3.
  @Test func theModelIDIsTheChecksum() throws {
    let model = try ModelFile(
      labels: ["A"],
      weights: QuantizedWeights(
        rows: [[Int16](repeating: 1, count: 28)], step: Fixed(bits: 2)),
      rejectThreshold: Fixed(bits: 3))
    #expect(model.linearModel.modelID == 0xB2C2_CED0)
  }

  @Test func aRestrictedModelKeepsItsRows() throws {
    var random = SeededRandom(seed: 283)
    let table = try WeightTable(
      labels: Examples.labels(6), rows: Examples.rows(6, size: 1, using: &random))
    let model = try ModelFile(quantizing: table)
    let restricted = try model.restricted(to: ["F", "B", "D", "B"])
    #expect(restricted.labels == ["B", "D", "F"])
    #expect(restricted.weights.rows == [1, 3, 5].map { model.weights.rows[$0] })
    #expect(restricted.weights.step == model.weights.step)
    #expect(restricted.linearModel.labelCount == 3)
    #expect(restricted.linearModel.modelID != model.linearModel.modelID)
    #expect(throws: TrainingError.unknownLabels(["b", "?"], known: model.labels)) {
      try model.restricted(to: ["A", "b", "?"])
    }
  }
}
