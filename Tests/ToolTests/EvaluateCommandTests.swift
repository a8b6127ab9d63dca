import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import TestSupport
import Testing

@Suite struct EvaluateCommandTests {
  /// One line of JSON as a dictionary.
  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// By the model `lab` where none is named.
  private func evaluate(_ arguments: String...) throws -> [String: Any] {
    let model = arguments.contains("--model") ? [] : ["--model", "lab"]
    let result = try Tool.run(["evaluate", "--json"] + model + arguments)
    #expect(result.code == 0 && result.errorOutput == "", "\(result.errorOutput)")
    #expect(result.lines.count == 1)
    return try object(result.output)
  }

  private func expectMisuse(
    _ arguments: String..., tells parts: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Tool.run(["evaluate"] + arguments)
    #expect(result.code == 2, sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    for part in parts {
      #expect(result.errorOutput.contains(part), "\(result.errorOutput)", sourceLocation: location)
    }
  }

  /// Features of letters by people that no model has seen.
  private func features(_ workspace: Workspace, people: Int, seed: UInt64) throws -> String {
    let path = workspace.path("features-\(seed).txt")
    let result = try Tool.run(
      "train", "--simulated", "\(people)", "--seed", "\(seed)", "--export-features", path)
    #expect(result.code == 0, "\(result.errorOutput)")
    return path
  }

  /// Letters of a wrist are read in the plane that their recording names. An option overrules it.
  @Test func aRecordingNamesItsPlane() throws {
    let workspace = try Workspace()
    var trace = try AirWriter(wearing: 3, azimuth: 2).trace(of: "QUILLON")
    let (plain, named) = (workspace.path("plain.csv"), workspace.path("named.csv"))
    try trace.write(to: OutputFile(plain))
    trace.comments += ["writer p07", "plane wrist azimuth 114.6 axis x"]
    try trace.write(to: OutputFile(named))
    func correct(_ arguments: String...) throws -> Int {
      let result = try Tool.run(["evaluate", "--json", "--model", "air", "--air"] + arguments)
      #expect(result.code == 0, "\(result.errorOutput)")
      let evaluation = try #require(try object(result.output)["evaluation"] as? [String: Any])
      return try #require(evaluation["correct"] as? Int)
    }
    let inPlane = try correct(plain, "--plane", "wrist", "--azimuth", "114.6")
    #expect(try correct(named) == inPlane && inPlane >= 6)
    #expect(try correct(plain) < inPlane)
    #expect(try correct(named, "--plane", "pen-down") == correct(plain))
    trace.comments.append("plane pen-down")
    let both = workspace.path("both.csv")
    try trace.write(to: OutputFile(both))
    try expectMisuse("--model", "air", "--air", both, tells: ["several planes", "--plane"])
    // The writer of a fold is who the recording names: here of two files.
    let again = workspace.path("again.csv")
    try FileManager.default.copyItem(atPath: named, toPath: again)
    let folds = try Tool.run(
      "train", "--air", named, again, plain, "--feature-set", "airPath", "--hidden", "4",
      "--passes", "1", "--leave-one-writer-out")
    #expect(
      folds.code == 0 && folds.output.contains("2 writers:"),
      "\(folds.output) \(folds.errorOutput)")
  }

  @Test func helpNamesEveryOption() throws {
    let result = try Tool.run("evaluate", "--help-all")
    #expect(result.code == 0 && result.errorOutput == "")
    for option in [
      "ink", "air", "features", "model", "labels", "json", "reject", "damping",
      "without-fragments", "written-in-air", "leave-one-writer-out", "personalize", "sparing",
    ] {
      #expect(result.output.contains("--\(option)"), "\(option)")
    }
  }

  /// It would change nothing. With a trace beside the others it counts.
  @Test func drawnLettersHaveNoSizeInMeters() throws {
    for file in ["--ink", "--features"] {
      try expectMisuse(
        file, "letters.txt", "--minimum-size", "0.5",
        tells: ["no size in meters", "leave out --minimum-size", "--air"])
    }
    let workspace = try Workspace()
    let trace = workspace.path("l.csv")
    #expect(try Tool.run("simulate", "--text", "L", "--trace", trace).code == 0)
    let result = try Tool.run("evaluate", "--air", trace, "--model", "lab", "--minimum-size", "0.9")
    #expect(result.code == 0 && result.output.contains("0 of 1 right"), "\(result)")
  }

  /// The vectors that come with the project are what the README of the examples describes, and good for learning and for testing.
  @Test func theExampleVectors() throws {
    let workspace = try Workspace()
    let file = SharedData.projectRoot.appendingPathComponent("Examples/features/letters.txt").path
    let vectors = try FeatureSample.read(contentsOf: file)
    let made = try FeatureSample.read(
      contentsOf: features(workspace, people: 18, seed: 1_000_001))
    #expect(vectors.map(\.label) == made.map(\.label) && vectors.count == 468)
    for (vector, exact) in zip(vectors, made) {
      let far = zip(vector.values, exact.values).contains { abs($0 - $1) > 0.000_006 }
      #expect(!far, "\(vector.label)")
    }
    let report = try evaluate("--features", file)
    #expect(report["n"] as? Int == 468)
    #expect(try #require(report["accuracy"] as? Double) >= 0.95, "\(report)")
    let model = workspace.path("mine.json")
    #expect(try Tool.run("train", "--features", file, "--out", model).code == 0)
    let own = try evaluate("--features", file, "--model", model)
    #expect(try #require(own["accuracy"] as? Double) >= 0.95, "\(own)")
  }

  /// People 1 to 200 taught the shipped model; these are others.
  @Test func theShippedModelNamesLettersOfUnseenPeople() throws {
    let workspace = try Workspace()
    let report = try evaluate("--features", features(workspace, people: 20, seed: 1_000_001))
    #expect(report["n"] as? Int == 20 * 26)
    #expect(try #require(report["accuracy"] as? Double) >= 0.95, "\(report)")
  }

  @Test func theReportHasTheWholeMatrix() throws {
    let workspace = try Workspace()
    let report = try evaluate("--features", features(workspace, people: 3, seed: 500))
    #expect(
      Set(report.keys) == [
        "n", "correct", "accuracy", "labels", "rates", "confusion", "unanswered",
      ])
    let counts = try #require(report["confusion"] as? [[Int]])
    #expect(report["labels"] as? [String] == "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init))
    #expect(counts.count == 26 && counts.allSatisfy { $0.count == 26 && $0.reduce(0, +) == 3 })
    let correct = counts.indices.reduce(0) { $0 + counts[$1][$1] }
    #expect(report["correct"] as? Int == correct)
    let accuracy = try #require(report["accuracy"] as? Double)
    #expect(abs(accuracy - Double(correct) / 78) < 1e-12)
    #expect(report["unanswered"] as? Int == 0)
  }

  @Test func peopleGetATable() throws {
    let workspace = try Workspace()
    let path = try features(workspace, people: 2, seed: 500)
    let result = try Tool.run("evaluate", "--features", path)
    #expect(result.code == 0)
    #expect(result.errorOutput == "the model lab answers; --model names another\n")
    #expect(result.lines.count == 1 + 26 + 1)
    #expect(result.lines.last?.contains(" of 52 right, ") == true)
  }

  /// What `train` reports of the letters that it learned is what `evaluate` finds.
  @Test func exportedFeaturesGiveTheAccuracyOfTraining() throws {
    let workspace = try Workspace()
    let (model, path) = (workspace.path("model.json"), workspace.path("features.txt"))
    let training = try Tool.run(
      "train", "--simulated", "6", "--passes", "1", "--starts", "1", "--out", model,
      "--export-features", path, "--json")
    let report = try evaluate("--features", path, "--model", model)
    let accuracy = try #require(report["accuracy"] as? Double)
    #expect(try object(training.output)["accuracy"] as? Double == accuracy)
    #expect(accuracy > 0.5 && accuracy < 1)
  }

  @Test func theModelDecides() throws {
    let workspace = try Workspace()
    let path = try features(workspace, people: 1, seed: 500)
    let onlyAB = workspace.path("ab.txt")
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("('A'") || $0.hasPrefix("('B'") }.joined(separator: "\n")
      .write(toFile: onlyAB, atomically: true, encoding: .utf8)
    let report = try evaluate("--features", onlyAB, "--model", workspace.modelOfA())
    #expect(report["confusion"] as? [[Int]] == [[1, 0], [1, 0]])
    #expect(try evaluate("--features", onlyAB)["correct"] as? Int == 2)
  }

  @Test func otherLettersAreLeftOut() throws {
    let workspace = try Workspace()
    let path = try features(workspace, people: 2, seed: 500)
    let report = try evaluate("--features", path, "--labels", "ZOL")
    #expect(report["labels"] as? [String] == ["L", "O", "Z"])
    #expect(report["n"] as? Int == 6)
    #expect((report["confusion"] as? [[Int]])?.count == 3)
  }

  /// A simulated text goes sample by sample through the chain; a stroke cut to one row is no
  /// letter.
  @Test func lettersThatTheChainGivesUpAreNotRight() throws {
    let workspace = try Workspace()
    let (whole, cut) = (workspace.path("whole.csv"), workspace.path("cut.csv"))
    #expect(try Tool.run("simulate", "--text", "LOZ", "--trace", whole).code == 0)
    var rows = try String(contentsOfFile: whole, encoding: .utf8).split(separator: "\n")
    var seen = 0
    rows.removeAll { row in
      guard row.hasSuffix(",O") else { return false }
      seen += 1
      return seen > 1
    }
    try (rows.joined(separator: "\n") + "\n").write(
      toFile: cut, atomically: true, encoding: .utf8)
    let report = try evaluate("--air", whole, cut, "--model", "lab")
    #expect(seen > 50)
    #expect(report["n"] as? Int == 6)
    #expect(report["unanswered"] as? Int == 1)
    #expect(try #require(report["correct"] as? Int) <= 5)
    #expect((report["rates"] as? [String: Double])?["O"] == 0.5)
    let others = try evaluate("--labels", "LZ", "--air", whole, cut, "--model", "lab")
    #expect(others["n"] as? Int == 4 && others["unanswered"] as? Int == 0)
  }

  /// What can't be counted with: ink of the size of all numbers, in every place that reads ink.
  @Test(arguments: [["--model", "ink"], ["--model", "air", "--written-in-air"], []])
  func inkWithoutMeasureIsNamed(options: [String]) throws {
    let workspace = try Workspace()
    let ink = workspace.path("ink.jsonl")
    try #"{"label":"A","strokes":[{"d":1,"p":[[-1e308,0],[1e308,1]]}]}"#
      .write(toFile: ink, atomically: true, encoding: .utf8)
    let result = try Tool.run(["evaluate", "--ink", ink] + options)
    #expect(result.code == 2, "\(result.errorOutput)")
    #expect(
      result.errorOutput.contains(
        "line 1: found the point [-1e+308, 0.0], expected coordinates within ±1e9"))
  }

  /// Where the gates reject all that a share would, no least margin is left to report.
  @Test func marginsThatThereAreNotAreNullAndADash() throws {
    let workspace = try Workspace()
    let (moving, path) = (
      try AirWriter(seed: 4).trace(of: "A<rest><rest>"), workspace.path("a.csv")
    )
    var rows = moving.rows
    for index in rows.indices where rows[index].label == "rest" { rows[index].label = "I" }
    try Trace(rows: rows).write(to: OutputFile(path))
    // A hand at rest moves less than the minimum size of a letter.
    let arguments = [
      "evaluate", "--model", "air", "--air", path, "--reject", "--gates", "--minimum-size", "0",
    ]
    let json = try Tool.run(arguments + ["--json"])
    #expect(json.code == 0, "\(json.errorOutput)")
    let table = try #require(try object(json.output)["rejection"] as? [[String: Any]])
    #expect(table.count == 4 && table[0]["margin"] == nil)
    #expect(table.dropFirst().allSatisfy { $0["margin"] is NSNull }, "\(table)")
    let text = try Tool.run(arguments)
    #expect(
      text.output.contains("margin –: rejects") && !text.output.contains("inf"), "\(text.output)")
    let page = workspace.path("page.html")
    #expect(try Tool.run(arguments + ["--report", page]).code == 0)
    let report = try String(contentsOfFile: page, encoding: .utf8)
    #expect(!report.contains("inf<"))
    #expect(report.contains("What a letter costs") && report.contains("By writer"))
  }

  /// Drawn letters in simulated air: the page draws what was misread as the features saw it, and lists whom the model rejects.
  @Test func letterMisreadInTheAirIsDrawn() throws {
    let workspace = try Workspace()
    let (ink, page) = (workspace.path("ink.jsonl"), workspace.path("page.html"))
    // Twelve vertical lines of one writer: that is no O.
    let line = #"{"label":"O","writer":"w1","strokes":[{"d":1,"p":[[0,0],[0,50],[0,100]]}]}"#
    try String(repeating: line + "\n", count: 12)
      .write(toFile: ink, atomically: true, encoding: .utf8)
    let arguments = ["evaluate", "--ink", ink, "--written-in-air", "--model", "air", "--reject"]
    let text = try Tool.run(arguments + ["--report", page])
    #expect(text.code == 0, "\(text.errorOutput)")
    let told = "most rejected writer of 10 letters or more, by the model's threshold: w1, "
    #expect(text.output.contains(told), "\(text.output)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("O taken for") && html.contains("rejected by the model's threshold"))
    let json = try object(try Tool.run(arguments + ["--json"]).output)
    let writers = try #require(json["writers"] as? [String: [String: Int]])
    #expect(writers["w1"]?["n"] == 12 && writers["w1"]?["rejected"] != nil, "\(writers)")
  }

  /// How much other motion passes can be asked without any letter.
  @Test func otherMotionAloneIsEnough() throws {
    let workspace = try Workspace()
    let (path, page) = (workspace.path("motion.csv"), workspace.path("page.html"))
    #expect(try Tool.run("simulate", "--text", "QUILLON", "--raw", "6", "--trace", path).code == 0)
    for gates in [[], ["--gates"]] {
      let arguments = ["evaluate", "--model", "air", "--motion", path] + gates
      let text = try Tool.run(arguments + ["--html", page, "--force"])
      #expect(text.code == 0 && text.lines.count == 1, "\(text)")
      #expect(text.output.contains(" windows of motion pass"), "\(text.output)")
      let report = try object(try Tool.run(arguments + ["--json"]).output)
      let rows = try #require(report["rejection"] as? [[String: Any]])
      #expect(
        rows.count == 1 && rows[0]["falseAccepts"] is Double && report["windows"] as? Int ?? 0 > 0)
    }
    try expectMisuse(
      "--motion", path, "--model", "lab", tells: ["are for packed models: name one with --model"])
  }

  @Test func filesAndLettersThatCantBeUsed() throws {
    let workspace = try Workspace()
    let path = try features(workspace, people: 1, seed: 500)
    let (ink, other) = (workspace.path("ink.jsonl"), workspace.path("other.json"))
    try "{\"label\":\"A\",\"strokes\":[{\"d\":1,\"p\":[[0,zero]]}]}\n"
      .write(toFile: ink, atomically: true, encoding: .utf8)
    try "{\"answer\": 42}".write(toFile: other, atomically: true, encoding: .utf8)
    try expectMisuse(tells: ["nothing to evaluate", "--ink, --air, --features or --motion"])
    try expectMisuse("--air", "/nowhere/a.csv", tells: ["/nowhere/a.csv", "check"])
    try expectMisuse(
      "--ink", ink, tells: ["\(ink), line 1", "correct the line, or take it out"])
    try expectMisuse(
      "--features", path, "--model", other, tells: [other, "not a model", "quillon train"])
    try expectMisuse(
      "--features", path, "--model", "/nowhere/m.json",
      tells: ["/nowhere/m.json", "check the path"])
    try expectMisuse(
      "--features", path, "--labels", "AÖ", tells: ["does not know Ö", "Choose among these"])
    try expectMisuse("--features", path, "--labels", "", tells: ["--labels"])
    try expectMisuse(
      "--features", path, "--model", workspace.modelOfA(), tells: ["does not know C D", "train"])
  }

  /// The usual model learned from these five people; `lab` saw nothing of them and names 75.5 %.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func theShippedModelNamesRecordedLetters() throws {
    let folder = try #require(SharedData.folder)
    let files = (1...5).map { folder.appendingPathComponent("mit10/writer\($0).csv").path }
    for (model, least) in [([], 0.95), (["--model", "lab"], 0.7)] {
      let result = try Tool.run(
        ["evaluate", "--json", "--labels", "OIJLZSVTXB", "--air"] + files + model)
      let report = try object(result.output)
      let matrix = report["evaluation"] as? [String: Any] ?? report
      #expect(matrix["n"] as? Int == 497)
      #expect(try #require(matrix["accuracy"] as? Double) >= least, "\(matrix)")
    }
  }
}
