import Foundation
import QuillonRecordings
import QuillonTraining
import TestSupport
import Testing

@Suite struct TrainCommandTests {
  /// One line of JSON as a dictionary.
  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func expectMisuse(
    _ arguments: String..., tells parts: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Tool.run(["train"] + arguments)
    #expect(result.code == 2, sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    for part in parts {
      #expect(result.errorOutput.contains(part), "\(result.errorOutput)", sourceLocation: location)
    }
  }

  @Test func helpNamesEveryOption() throws {
    let result = try Tool.run("train", "--help-all")
    #expect(result.code == 0 && result.errorOutput == "")
    for option in [
      "ink", "air", "features", "simulated", "out", "emit-bytes", "emit-swift", "emit-c",
      "export-features", "variant", "starts", "passes", "seed", "json", "labels",
    ] {
      #expect(result.output.contains("--\(option)"), "\(option)")
    }
    #expect(result.output.contains("averaged") && result.output.contains("restarts"))
  }

  /// The shipped model is what its command makes, to the byte. So nobody can edit it by hand, and a
  /// change of the simulator or the trainer that would change it can't go unnoticed.
  @Test func theShippedModelIsMadeAgain() throws {
    let workspace = try Workspace()
    let file = workspace.path("lab.qnm")
    let result = try Tool.run("train", "--simulated", "200", "--emit-bytes", file)
    #expect(result.code == 0, "\(result.errorOutput)")
    let shipped = SharedData.projectRoot.appendingPathComponent(
      "Sources/Core/CQuillonModels/Models/lab.qnm")
    #expect(try bytes(file) == Data(contentsOf: shipped), "run “make model”")
  }

  /// What firmware carries is the model without the text of its origin, which would occupy flash.
  @Test func theBytesForFirmwareHaveNoOrigin() throws {
    let workspace = try Workspace()
    let (out, bare) = (workspace.path("model.qnm"), workspace.path("bare.qnm"))
    let result = try Tool.run(
      "train", "--simulated", "3", "--feature-set", "path", "--passes", "2", "--out", out,
      "--emit-bytes", bare)
    #expect(result.code == 0, "\(result.errorOutput)")
    let (whole, carried) = (try NetworkModel(contentsOf: out), try NetworkModel(contentsOf: bare))
    #expect(whole.origin.contains("3 simulated people") && carried.origin.isEmpty)
    #expect(carried.labels == whole.labels && carried.bytes.count < whole.bytes.count)
  }

  /// A perceptron for firmware lacks its stabilizers, so the tool does not read letters by it.
  @Test func aPerceptronForFirmwareIsForFirmware() throws {
    let workspace = try Workspace()
    let (file, trace) = (workspace.path("bare.qnm"), workspace.path("trace.csv"))
    #expect(
      try Tool.run("train", "--simulated", "2", "--starts", "1", "--emit-bytes", file).code == 0)
    #expect(try Tool.run("simulate", "--text", "A", "--trace", trace).code == 0)
    let result = try Tool.run("evaluate", "--air", trace, "--model", file)
    #expect(result.code == 2 && result.errorOutput.contains("give the file of --out"))
  }

  /// A report stays out of a file that is standard output, whatever the command.
  @Test func aModelOnStandardOutputIsWhole() throws {
    let result = try Tool.run(
      "train", "--simulated", "2", "--starts", "1", "--out", "/dev/stdout")
    #expect(result.code == 0 && result.errorOutput.contains("named right"))
    #expect(try object(result.output)["format"] as? String == "quillon-model")
  }

  @Test(arguments: [[], ["--feature-set", "path", "--passes", "2"]])
  func lettersThatAreNotWantedAreLeftOut(options: [String]) throws {
    let workspace = try Workspace()
    let result = try Tool.run(
      ["train", "--simulated", "3", "--labels", "OX", "--out", workspace.path("model")] + options)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("6 letters"), "\(result.output)")
    try expectMisuse("--simulated", "3", "--out", "m", "--labels", "", tells: ["no list of labels"])
  }

  @Test func theSameSeedGivesTheSameFiles() throws {
    let workspace = try Workspace()
    func files(_ name: String, _ options: String...) throws -> [Data] {
      let paths = [".json", ".txt"].map { workspace.path(name + $0) }
      let result = try Tool.run(
        ["train", "--simulated", "3", "--out", paths[0], "--export-features", paths[1]] + options)
      #expect(result.code == 0, "\(result.errorOutput)")
      return try paths.map(bytes)
    }
    let first = try files("first", "--seed", "7")
    #expect(try files("second", "--seed", "7") == first)
    let other = try files("third", "--seed", "8")
    #expect(other[0] != first[0] && other[1] != first[1])
    let restarts = try files("fourth", "--seed", "7", "--variant", "restarts")
    #expect(restarts[0] != first[0] && restarts[1] == first[1])
  }

  @Test func exportedFeaturesTrainTheSameModel() throws {
    let workspace = try Workspace()
    let (features, direct, again) = (
      workspace.path("features.txt"), workspace.path("direct.json"), workspace.path("again.json")
    )
    _ = try Tool.run(
      "train", "--simulated", "4", "--out", direct, "--export-features", features)
    #expect(try FeatureSample.read(contentsOf: features).count == 4 * 26)
    #expect(try Tool.run("train", "--features", features, "--out", again).code == 0)
    let (a, b) = (
      try object(String(decoding: bytes(direct), as: UTF8.self)),
      try object(String(decoding: bytes(again), as: UTF8.self))
    )
    #expect(a["weights"] as? [[Int]] == b["weights"] as? [[Int]])
    #expect(a["weightStep"] as? Double == b["weightStep"] as? Double)
    let origins = [a, b].map { ($0["training"] as? [String: Any])?["data"] as? String }
    #expect(origins == ["4 simulated people", "features.txt"])
  }

  @Test func exportingAloneTrainsNothing() throws {
    let workspace = try Workspace()
    let features = workspace.path("features.txt")
    let result = try Tool.run("train", "--simulated", "1", "--export-features", features)
    #expect(result.code == 0 && result.output == "")
    #expect(try FeatureSample.read(contentsOf: features).map(\.label).sorted().count == 26)
  }

  /// Progress is for people: neither pipe has any of it.
  @Test func reportsForPeopleAndPrograms() throws {
    let workspace = try Workspace()
    let out = workspace.path("model.json")
    let text = try Tool.run("train", "--simulated", "4", "--out", out)
    #expect(text.lines.first == "104 letters of 26 labels")
    #expect(text.lines.dropLast().last?.hasSuffix(" % of them named right by the integers") == true)
    #expect(text.lines.last?.contains("of the letters that it learned from") == true)
    let json = try Tool.run("train", "--simulated", "4", "--out", out, "--json", "--force")
    #expect(text.errorOutput == "" && json.errorOutput == "")
    #expect(json.lines.count == 1)
    let report = try object(json.output)
    #expect(
      Set(report.keys) == ["labels", "samples", "abandoned", "accuracy", "modelID", "out"])
    #expect((report["labels"] as? [String])?.count == 26)
    #expect(report["samples"] as? Int == 104)
    #expect(report["abandoned"] as? Int == 0)
    #expect(report["out"] as? String == out)
  }

  @Test func optionsThatMakeNoSense() throws {
    try expectMisuse("--out", "m.json", tells: ["--ink, --air or --features"])
    try expectMisuse("--simulated", "3", tells: ["--out"])
    try expectMisuse(
      "--simulated", "3", "--out", "m.json", "--starts", "0", tells: ["--starts", "at least 1"])
    try expectMisuse(
      "--simulated", "3", "--out", "m.json", "--passes", "0", tells: ["--passes", "at least 1"])
    try expectMisuse(
      "--simulated", "3", "--out", "m.json", "--variant", "best", tells: ["averaged", "restarts"])
    let packed = ["--simulated", "3", "--out", "m.qnm", "--feature-set", "airPath"]
    for (options, word) in [
      (["--motion", "a.f32"], "--garbage"), (["--false-accepts", "0.6"], "--false-accepts"),
      (["--false-accepts", "0.1", "--reject-rate", "0.1"], "--reject-rate"),
      (["--gates"], "--folds"),
    ] {
      let result = try Tool.run(["train"] + packed + options)
      #expect(
        result.code == 2 && result.errorOutput.contains(word), "\(options): \(result.errorOutput)")
    }
    try expectMisuse(
      "--simulated", "3", "--out", "m.qnm", "--feature-set", "path", "--garbage",
      tells: ["airPath"])
  }

  @Test func filesThatCantBeUsed() throws {
    let workspace = try Workspace()
    let (out, ink) = (workspace.path("model.json"), workspace.path("ink.jsonl"))
    try expectMisuse(
      "--ink", "/nowhere/ink.jsonl", "--out", out, tells: ["/nowhere/ink.jsonl", "check"])
    let good = #"{"label":"A","strokes":[{"d":1,"p":[[0,0],[1,1]]}]}"#
    try "\(good)\n\n{\"label\":\"B\",\"strokes\":[{\"d\":2}]}\n"
      .write(toFile: ink, atomically: true, encoding: .utf8)
    try expectMisuse(
      "--ink", ink, "--out", out, tells: ["\(ink), line 3", "correct the line, or take it out"])
    try good.write(toFile: ink, atomically: true, encoding: .utf8)
    try expectMisuse("--ink", ink, "--out", out, tells: ["only: A", "Add examples"])
    try "\n".write(toFile: ink, atomically: true, encoding: .utf8)
    try expectMisuse("--ink", ink, "--out", out, tells: ["no letters", "Name files"])
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func aPerceptronIsWrittenAsC() throws {
    let workspace = try Workspace()
    let source = workspace.path("letters.c")
    let result = try Tool.run("train", "--simulated", "2", "--starts", "1", "--emit-c", source)
    #expect(result.code == 0, "\(result.errorOutput)")
    let text = try String(contentsOfFile: source, encoding: .utf8)
    #expect(text.contains("#define PERCEPTRON_LABELS 26") && text.contains("perceptron_classify("))
    try expectMisuse(
      "--simulated", "2", "--feature-set", "zones", "--emit-c", source, tells: ["--emit-c"])
  }

  /// A source is named like its file, so the file must be named like a type.
  @Test func sourceThatWouldNotCompile() throws {
    let workspace = try Workspace()
    let source = workspace.path("my-model.swift")
    try expectMisuse(
      "--simulated", "2", "--emit-swift", source, tells: ["my-model", "Letters.swift"])
    #expect(!FileManager.default.fileExists(atPath: source))
  }
}
