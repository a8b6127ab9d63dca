import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

@Suite struct SwiftEmitterTests {
  private func model(
    labels: [String], origin: ModelFile.Origin? = nil, seed: UInt64 = 320
  ) throws -> ModelFile {
    var random = SeededRandom(seed: seed)
    let rows = labels.map { _ in
      (0..<28).map { _ in Int16(random.index(below: 1 << random.index(below: 13))) * sign(&random) }
    }
    return try ModelFile(
      labels: labels, weights: QuantizedWeights(rows: rows, step: Fixed(bits: 1_234_567)),
      rejectThreshold: Fixed(bits: -70_001), origin: origin)
  }

  private func sign(_ random: inout SeededRandom) -> Int16 { random.index(below: 2) == 0 ? 1 : -1 }

  private func origin(_ data: String) -> ModelFile.Origin {
    ModelFile.Origin(
      data: data, settings: PerceptronSettings(starts: 3, seed: 42), samples: 5, accuracy: 0.8765)
  }

  /// Runs `swift format` with the project's settings on a file that holds `source`; nil if this
  /// machine has no such tool. What it prints, and the file afterwards.
  private func formatted(_ source: String, _ command: String...) throws -> (String, String)? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-format-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Letters.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let configuration = SharedData.projectRoot.appendingPathComponent(".swift-format").path
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swift", "format"] + command + ["--configuration", configuration, file.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // The status of env when there is no swift, and of swift when there is no swift-format.
    if [127, 64].contains(process.terminationStatus) { return nil }
    #expect(process.terminationStatus == 0, "\(text)")
    return (text, try String(contentsOf: file, encoding: .utf8))
  }

  /// Generated code stays as it is when somebody formats the whole project.
  @Test(arguments: [1, 3, 26, 32]) func theTextIsInTheProjectsStyle(count: Int) throws {
    let models = [
      try model(labels: (0..<count).map { "l\($0)" }),
      try model(labels: Examples.labels(min(count, 26)), origin: origin("letters.jsonl")),
    ]
    for model in models {
      let source = try SwiftEmitter.source(of: model, name: "Letters")
      guard let (complaints, _) = try formatted(source, "lint", "--strict") else { return }
      #expect(complaints == "")
      let (_, after) = try #require(try formatted(source, "format", "--in-place"))
      #expect(after == source)
    }
  }

  /// The name of a file may hold anything: none of it becomes code.
  @Test func namesStayInTheComment() throws {
    for end in ["\n", "\r", "\r\n"] {
      let name = "a\(end)enum Taken {}\(end).jsonl"
      let model = try model(labels: Examples.labels(3), origin: origin(name))
      let source = try SwiftEmitter.source(of: model, name: "Letters")
      #expect(source.split(whereSeparator: \.isNewline).allSatisfy { !$0.hasPrefix("enum Taken") })
    }
  }

  /// The words of a source's table as bytes.
  private func bytes(in source: String) throws -> [UInt8] {
    let table = try #require(source.components(separatedBy: "UInt32> = [").last)
    let words = table.replacing("_", with: "").split { $0.isWhitespace || $0 == "," }
      .compactMap { UInt32($0.dropFirst(2), radix: 16) }
    return words.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  @Test func everythingOfTheModelIsThere() throws {
    let model = try model(labels: Examples.labels(26), origin: origin("a.jsonl, b.csv"))
    let source = try SwiftEmitter.source(of: model, name: "Letters")
    #expect(source.contains("public enum Letters {"))
    #expect(source.contains("-> LinearModel {") && source.contains("InlineArray<412, UInt32>"))
    let words = source.split { $0.isWhitespace || $0 == "/" }.joined(separator: " ")
    #expect(
      words.contains(
        "trained on a.jsonl, b.csv: 5 letters, of which it names 87.7 %, averaged perceptron, starts 3, "
          + "passes 20, margin 0.0, seed 42."))
    let bytes = try bytes(in: source)
    #expect(try bytes == model.bytes())
    try bytes.withUnsafeBytes {
      let read = LinearModel(checkedBytes: try #require($0.baseAddress))
      #expect(read.labels == model.labels && read.rows == model.weights.rows)
      #expect(read.weightStep == Fixed(bits: 1_234_567))
      #expect(read.rejectThreshold == Fixed(bits: -70_001))
      #expect(read.modelID == model.linearModel.modelID)
    }
  }

  @Test func aPackedModelIsWrittenAsItsBytes() throws {
    let model = try NetworkModel(PackedModel.gestures, name: "gestures")
    let source = try SwiftEmitter.source(of: model, name: "Gestures")
    #expect(source.contains("-> PackedModel {"))
    #expect(try bytes(in: source) == model.bytes)
  }

  @Test func theSameModelGivesTheSameText() throws {
    let model = try model(labels: ["A", "B"])
    let source = try SwiftEmitter.source(of: model, name: "Letters")
    #expect(try SwiftEmitter.source(of: model, name: "Letters") == source)
    #expect(source.contains("/// A linear model of unknown origin."))
    let other = try self.model(labels: ["A", "B"], seed: 321)
    #expect(try SwiftEmitter.source(of: other, name: "Letters") != source)
  }

  @Test(arguments: ["my-model", "9lives", "", "Über uns", "class"])
  func namesThatAreNoType(name: String) throws {
    let model = try model(labels: ["A", "B"])
    let error = #expect(throws: TrainingError.self) {
      try SwiftEmitter.source(of: model, name: name)
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("Letters.swift"))
  }

  @Test(arguments: ["a b", "", "\n"])
  func labelsThatDoNotFitIntoOneLine(label: String) throws {
    let model = try model(labels: ["A", label])
    let error = #expect(throws: TrainingError.self) {
      try SwiftEmitter.source(of: model, name: "Letters")
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("--out"))
  }
}
