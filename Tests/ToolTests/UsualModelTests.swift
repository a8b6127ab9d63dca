import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import QuillonTraining
import TestSupport
import Testing

/// Which model answers when none is named, and what is reported of few writers.
@Suite struct UsualModelTests {
  private let workspace: Workspace
  private let trace: String
  private let ink: String

  init() throws {
    workspace = try Workspace()
    (trace, ink) = (workspace.path("air.csv"), workspace.path("ink.jsonl"))
    _ = try Tool.run("simulate", "--text", "QUILLON", "--seed", "1000003", "--trace", trace)
    let samples = try "QUILON".map { try AirWriter(seed: 1_000_003).ink(of: $0) }
    try InkSample.write(samples, to: OutputFile(ink))
  }

  private func evaluate(_ options: String...) throws -> String {
    let result = try Tool.run(["evaluate"] + options)
    #expect(result.code == 0, "\(result.errorOutput)")
    return result.output
  }

  /// Letters in the air are asked of the model that `bridge` uses, drawn ones of the ink model.
  @Test func evaluateAsksWhatBridgeUses() throws {
    #expect(
      try evaluate("--air", trace, "--json")
        == evaluate("--air", trace, "--json", "--model", "air"))
    #expect(
      try evaluate("--ink", ink, "--json") == evaluate("--ink", ink, "--json", "--model", "ink"))
    #expect(
      try evaluate("--ink", ink, "--air", trace, "--json")
        == evaluate("--ink", ink, "--air", trace, "--json", "--model", "air"))
    let said = try Tool.run("evaluate", "--ink", ink).errorOutput
    #expect(said.contains("the model ink answers; --model names another"))
  }

  /// Features of zones are of the laboratory's kind of model alone.
  @Test func featuresAreNoLettersOfAPackedModel() throws {
    let features = workspace.path("features.txt")
    _ = try Tool.run("train", "--simulated", "1", "--export-features", features)
    #expect(
      try evaluate("--features", features) == evaluate("--features", features, "--model", "lab"))
    let result = try Tool.run("evaluate", "--features", features, "--model", "air")
    #expect(result.code == 2 && result.errorOutput.contains("leave out --model"))
  }

  /// An interval over writers needs three of them.
  @Test func fewWritersGiveNoInterval() throws {
    let few = try evaluate("--air", trace)
    #expect(few.contains("1 writer: mean of writers") && !few.contains("interval"), "\(few)")
    #expect(!few.contains("letters learned"), "\(few)")
    #expect(try !evaluate("--air", trace, "--json").contains("\"interval\""))
    let traces = try ["1000004", "1000005"].map { seed in
      let path = workspace.path("\(seed).csv")
      _ = try Tool.run("simulate", "--text", "QUILLON", "--seed", seed, "--trace", path)
      return path
    }
    let three = try Tool.run(["evaluate", "--air", trace] + traces).output
    #expect(three.contains("3 writers: 95 % interval"), "\(three)")
  }

  /// The share of letters that taught a model proves nothing about other letters, and is named so.
  @Test func theShareOfItsOwnLettersIsCalledSo() throws {
    let result = try Tool.run(
      "train", "--air", trace, "--feature-set", "airPath", "--passes", "2", "--out",
      workspace.path("model.qnm"))
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("of the letters that it learned from"), "\(result.output)")
    #expect(!result.output.contains("interval"), "\(result.output)")
    #expect(result.output.contains("7 letters learned, "), "\(result.output)")
  }
}
