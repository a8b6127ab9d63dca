import Foundation
import QuillonTraining
import Testing

/// Whatever is wrong with a model file, the error names the file, the reason and the next step.
@Suite struct ModelFileErrorTests {
  private func document(_ changes: [String: Any] = [:]) throws -> Data {
    let good: [String: Any] = [
      "format": "quillon-model", "version": 1, "features": "zones3x3", "labels": ["A", "B"],
      "weights": [[Int]](repeating: [Int](repeating: 1, count: 28), count: 2),
      "weightStep": 0.001953125, "rejectThreshold": 0,
    ]
    let object = good.merging(changes) { $1 }.filter { !($0.value is NSNull) }
    return try JSONSerialization.data(withJSONObject: object)
  }

  private func message(_ json: Data) -> String {
    let error = #expect(throws: TrainingError.self) { try ModelFile(json: json, name: "m.json") }
    return error.map(String.init(describing:)) ?? ""
  }

  private func expect(
    _ changes: [String: Any], tells reason: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let message = message(try document(changes))
    #expect(message.contains("m.json"), sourceLocation: location)
    #expect(message.contains(reason), "\(message)", sourceLocation: location)
    #expect(message.contains("quillon train"), "\(message)", sourceLocation: location)
  }

  @Test func theUnchangedDocumentIsAModel() throws {
    let model = try ModelFile(json: document(), name: "m.json")
    #expect(model.labels == ["A", "B"])
    #expect(model.weights.step.bits == 1 << 21)
  }

  @Test(arguments: ["", "no JSON", "{", "[1, 2]", "\"text\"", "{\"labels\":[\"A\"]}", "{}"])
  func otherFiles(text: String) {
    let message = message(Data(text.utf8))
    #expect(message.hasPrefix("m.json is not a model: "))
    #expect(message.hasSuffix("Make one with “quillon train”."))
  }

  @Test func otherFormatsAndVersions() throws {
    try expect(["version": 2], tells: "its format or version is not known")
    try expect(["version": NSNull()], tells: "its format or version is not known")
    try expect(["format": "other"], tells: "its format or version is not known")
    try expect(["features": "zones4x4"], tells: "zones4x4, not zones3x3")
  }

  @Test func missingAndMistypedKeys() throws {
    try expect(["weightStep": NSNull()], tells: "it has no “weightStep”")
    try expect(["labels": "AB"], tells: "“labels” is of the wrong kind")
    try expect(["weights": [["1"]]], tells: "is of the wrong kind")
  }

  @Test func labelsThatMakeNoTable() throws {
    let row = [Int](repeating: 1, count: 28)
    let many = (0..<73).map { "\($0)" }
    try expect(["labels": many], tells: "73 labels, but 2 rows")
    try expect(
      ["labels": many, "weights": [[Int]](repeating: row, count: 73)], tells: "1 to 72 rows")
    try expect(["labels": [String](), "weights": [[Int]]()], tells: "1 to 72 rows")
    try expect(["labels": ["A", "A"]], tells: "a label occurs twice")
  }

  @Test func rowsThatMakeNoTable() throws {
    let row = [Int](repeating: 1, count: 28)
    try expect(["weights": [row, Array(row.dropLast())]], tells: "rows of 28 integers")
    try expect(["weights": [row, row + [1]]], tells: "rows of 28 integers")
    try expect(["weights": [[32_768] + row.dropFirst(), row]], tells: "out of range")
    try expect(["weights": [[0.5] + row.dropFirst().map(Double.init), [1]]], tells: "out of range")
  }

  /// 65,535 is the largest sum of magnitudes in a row.
  @Test func theSumOfARowIsBound() throws {
    let rest = [Int](repeating: 0, count: 25)
    let model = try document(["weights": [[-32_768, 32_766, 1] + rest, [0, 0, 0] + rest]])
    #expect(throws: Never.self) { try ModelFile(json: model, name: "m.json") }
    try expect(
      ["weights": [[-32_768, 32_767, 1] + rest, [0, 0, 0] + rest]],
      tells: "magnitudes sum to at most 65535")
  }

  @Test(arguments: [0.1, 2.0, -2.5, 1e300]) func stepsOutsideTheFormat(step: Double) throws {
    try expect(["weightStep": step], tells: "weightStep")
  }

  @Test func stepsThatAreNotPositive() throws {
    try expect(["weightStep": 0], tells: "a positive step")
    try expect(["weightStep": -0.5], tells: "a positive step")
  }

  @Test func thresholdsOutsideTheFormat() throws {
    try expect(["rejectThreshold": 0.1], tells: "rejectThreshold")
    try expect(["rejectThreshold": 524_288], tells: "rejectThreshold")
  }

  @Test func plainTablesThatDoNotFit() throws {
    let plain: [String: Any] = [
      "format": NSNull(), "weights": [[1e9] + [Double](repeating: 0, count: 27), [1]],
    ]
    try expect(plain, tells: "the row of B does not have 28 finite weights")
    let huge = [Double](repeating: 1e9, count: 28)
    try expect(["format": NSNull(), "weights": [huge, huge]], tells: "too large")
  }

  @Test func aMissingFile() {
    let error = #expect(throws: TrainingError.self) {
      try ModelFile(contentsOf: "/nowhere/model.json")
    }
    let message = error.map(String.init(describing:)) ?? ""
    #expect(message.hasPrefix("/nowhere/model.json: "))
    #expect(
      message.hasSuffix("no such file: check the path of the file") && !message.contains(".."))
  }
}
