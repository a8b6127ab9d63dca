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
    // What env says when there is no swift, and swift when there is no swift-format.
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

  @Test func everythingOfTheModelIsThere() throws {
    let model = try model(labels: Examples.labels(26), origin: origin("a.jsonl, b.csv"))
    let source = try SwiftEmitter.source(of: model, name: "Letters")
    #expect(source.contains("public enum Letters {"))
    #expect(source.contains("\"A B C D E F G H I J K L M N O P Q R S T U V W X Y Z\""))
    #expect(source.contains("var labelCount: Int { 26 }"))
    #expect(source.contains("Fixed(bits: 1_234_567)"))
    #expect(source.contains("Fixed(bits: -70_001)"))
    #expect(source.contains("InlineArray<392, UInt32>"))
    #expect(source.contains("trained on a.jsonl, b.csv"))
    #expect(source.contains("5 letters, of which it names 87.7 %, averaged perceptron"))
    #expect(source.contains("starts 3, passes 20, margin 0.0, seed 42"))
    let plain = source.replacing("_", with: "")
    #expect(plain.contains("UInt32 { \(model.linearModel.modelID) }"))
    let table = try #require(plain.components(separatedBy: "UInt32> = [").last)
    let words = table.split { $0.isWhitespace || $0 == "," }
      .compactMap { UInt32($0.dropFirst(2), radix: 16) }
    for (label, row) in model.weights.rows.enumerated() {
      for (feature, integer) in row.enumerated() {
        let word = words[LinearModel.place(label: label, feature: feature)]
        #expect(Int16(truncatingIfNeeded: feature % 2 == 0 ? word : word >> 16) == integer)
      }
    }
  }

  @Test func theSameModelGivesTheSameText() throws {
    let model = try model(labels: ["A", "B"])
    let source = try SwiftEmitter.source(of: model, name: "Letters")
    #expect(try SwiftEmitter.source(of: model, name: "Letters") == source)
    #expect(source.contains("/// A linear model of unknown origin."))
    let other = try self.model(labels: ["A", "B"], seed: 321)
    #expect(try SwiftEmitter.source(of: other, name: "Letters") != source)
  }

  /// Integers of four digits stay whole, longer ones are grouped, as the linter wants it.
  @Test func longIntegersAreGrouped() throws {
    let row = [Int16](repeating: 0, count: 28)
    for (step, text) in [(9_999, "9999"), (12_345, "12_345"), (1_234_567, "1_234_567")] {
      let model = try ModelFile(
        labels: ["A"], weights: QuantizedWeights(rows: [row], step: Fixed(bits: Int32(step))))
      let source = try SwiftEmitter.source(of: model, name: "Letters")
      #expect(source.contains("Fixed(bits: \(text))"))
    }
  }

  @Test(arguments: ["my-model", "9lives", "", "Über uns", "class"])
  func namesThatAreNoType(name: String) throws {
    let model = try model(labels: ["A", "B"])
    let error = #expect(throws: TrainingError.self) {
      try SwiftEmitter.source(of: model, name: name)
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("StandardModel.swift"))
  }

  @Test(arguments: ["a b", "\"", "\\", "", "\n"])
  func labelsThatDoNotFitIntoOneLine(label: String) throws {
    let model = try model(labels: ["A", label])
    let error = #expect(throws: TrainingError.self) {
      try SwiftEmitter.source(of: model, name: "Letters")
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("--out"))
  }

  /// What the comment of an emitted file says of the model's origin.
  private func origin(in source: String) throws -> String {
    let comment = try #require(source.firstMatch(of: /Trained on\n((?:\/\/\/.*\n)+)/))
    return comment.1.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: " ")
  }

  /// The files of the packed models are what their models give.
  @Test func packedModelsGiveTheirFiles() throws {
    let models = [
      ("AccelerometerModel", AccelerometerModel.makeModel()), ("AirModel", AirModel.makeModel()),
      ("AirBoardModel", AirBoardModel.makeModel()),
      ("AirFeaturesModel", AirFeaturesModel.makeModel()),
      ("GestureModel", GestureModel.makeModel()),
      ("InkModel", InkModel.makeModel()), ("SimulatedAirModel", SimulatedAirModel.makeModel()),
      ("SimulatedInkModel", SimulatedInkModel.makeModel()),
    ]
    for (name, model) in models {
      let file = SharedData.projectRoot.appendingPathComponent(
        "Sources/Core/QuillonRecognizer/Models/\(name).swift")
      let text = try String(contentsOf: file, encoding: .utf8)
      let source = try SwiftEmitter.source(
        of: NetworkModel(model, name: name), name: name, origin: try origin(in: text))
      #expect(source == text, "\(name)")
    }
  }
}
