import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct CEmitterTests {
  private func model(labels: [String], seed: UInt64) throws -> ModelFile {
    var random = SeededRandom(seed: seed)
    let rows = labels.map { _ in (0..<28).map { _ in Int16(random.index(below: 4_601)) - 2_300 } }
    return try ModelFile(
      labels: labels, weights: QuantizedWeights(rows: rows, step: Fixed(bits: 1_234_567)),
      rejectThreshold: Fixed(bits: 1_500))
  }

  /// What a program prints that is made of the source and of a main function that classifies `features`; nil if this machine has
  /// no C compiler.
  private func output(of source: String, on features: [[Int16]]) throws -> [String]? {
    let compiler = "/usr/bin/cc"
    guard FileManager.default.isExecutableFile(atPath: compiler) else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-c-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, program) = (
      folder.appendingPathComponent("model.c"), folder.appendingPathComponent("model")
    )
    let rows = features.map { "{\($0.map(String.init).joined(separator: ", "))}" }
    let main = """
      #include <stdio.h>
      static const int16_t vectors[][28] = {\(rows.joined(separator: ",\n"))};
      int main(void) {
        for (int i = 0; i < \(features.count); i++) {
          perceptron_answer a = perceptron_classify(vectors[i]);
          printf("%s %ld %ld %d\\n", perceptron_labels[a.label], (long)a.score, (long)a.margin, a.is_rejected);
        }
        return 0;
      }

      """
    try (source + main).write(to: file, atomically: true, encoding: .utf8)
    _ = try run(
      compiler, "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", file.path, "-o",
      program.path)
    return try run(program.path).split(separator: "\n").map(String.init)
  }

  private func run(_ program: String, _ arguments: String...) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(text)")
    return text
  }

  /// The compiled source gives the answers of the model, to the last bit.
  @Test(arguments: [1, 2, 26]) func theSourceGivesTheAnswersOfTheModel(count: Int) throws {
    let model = try model(labels: Examples.labels(count), seed: UInt64(count))
    var random = SeededRandom(seed: 7)
    var vectors = (0..<100).map { _ in
      (0..<27).map { _ in Int16(random.index(below: 32_769)) - 16_384 } + [16_384]
    }
    vectors += [Int16.min, 0, Int16.max].map { Array(repeating: $0, count: 28) }
    guard let lines = try output(of: CEmitter.source(of: model), on: vectors) else { return }
    let expected = vectors.map { vector in
      var features = ZoneFeatures()
      for (index, value) in vector.enumerated() { features[index] = value }
      let answer = model.linearModel.classification(on: &features)
      return
        "\(model.labels[Int(answer.label)]) \(answer.score.bits) \(answer.margin.bits) \(answer.isRejected ? 1 : 0)"
    }
    #expect(lines == expected)
    if count > 1 { #expect(Set(lines.map(\.last)) == ["0", "1"], "some are rejected") }
  }

  /// Whatever a label holds, the source compiles and prints it.
  @Test func labelsAreEscaped() throws {
    let labels = ["\"", "\\", "??/", "é", "%d"]
    let source = CEmitter.source(of: try model(labels: labels, seed: 3))
    guard let lines = try output(of: source, on: [Array(repeating: 0, count: 28)]) else { return }
    #expect(lines == ["\" 0 0 1"])
    #expect(source.contains(#""\303\251","#) && source.contains(#""\077\077/","#))
  }
}
