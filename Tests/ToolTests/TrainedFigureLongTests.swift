import Foundation
import TestSupport
import Testing

/// What training reaches on letters of people whom a model has not met, where recordings are at hand: models that are
/// not shipped, and models of all writers but one.
@Suite(.serialized, .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
struct TrainedFigureLongTests {
  private let folder: URL

  init() throws { folder = try #require(SharedData.folder) }

  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private var recordedLetters: [String] { (1...5).map { file("mit10/writer\($0).csv") } }

  private func report(_ arguments: [String]) throws -> [String: Any] {
    let result = try Tool.run(arguments + ["--json"], within: .seconds(1_200))
    #expect(result.code == 0, "\(result.errorOutput)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func accuracy(_ report: [String: Any]) throws -> Double {
    try #require((report["evaluation"] as? [String: Any])?["accuracy"] as? Double)
  }

  /// A linear model, of all letters of a pen.
  @Test func aLinearModelReadsInk() throws {
    let workspace = try Workspace()
    let model = workspace.path("linear.qnm")
    _ = try report([
      "train", "--ink", file("unipen/train.jsonl"), "--without-fragments", "--feature-set",
      "pathConcavities", "--out", model,
    ])
    let size = try FileManager.default.attributesOfItem(atPath: model)[.size] as? Int
    #expect(try #require(size) <= 6 * 1_024)
    let share = try accuracy(
      report(["evaluate", "--ink", file("unipen/dev.jsonl"), "--model", model]))
    #expect(share >= 0.93, "\(share)")
  }

  /// The ten letters that were recorded, each writer's by what the others and a pen's letters teach.
  @Test func anUnknownWriterIsRead() throws {
    let share = try accuracy(
      report(
        ["train", "--ink", file("unipen/train.jsonl"), "--without-fragments", "--written-in-air"]
          + ["--labels", "OIJLZSVTXB", "--feature-set", "airPath", "--hidden", "40"]
          + ["--leave-one-writer-out", "--air"] + recordedLetters))
    #expect(share >= 0.95, "\(share)")
  }

  /// All 26 labels, made as `air` is: one letter in ten is rejected, of the others 97 % are right, and 3 % of other
  /// motion's windows pass.
  @Test func anUnknownWriterIsReadWhereOtherMotionIsRejected() throws {
    let broad = try FileManager.default.contentsOfDirectory(atPath: file("broad"))
      .filter { $0.hasSuffix(".f32") }.sorted().map { file("broad/\($0)") }
    let report = try report(
      ["train", "--ink", file("unipen/train.jsonl"), "--without-fragments", "--written-in-air"]
        + ["--simulated", "200", "--feature-set", "airPath", "--hidden", "40", "--garbage"]
        + ["--passes", "25", "--gates", "--leave-one-writer-out", "--air"] + recordedLetters
        + ["--motion"] + broad)
    let thresholds = try #require(report["rejection"] as? [[String: Double]])
    #expect(
      thresholds.contains {
        ($0["rejected"] ?? 1) <= 0.1 && ($0["accuracy"] ?? 0) >= 0.97
          && ($0["falseAccepts"] ?? 1) <= 0.03
      }, "\(thresholds)")
  }
}
