import Foundation
import TestSupport
import Testing

/// The models that the tool carries keep what they were shipped for.
@Suite struct ShippedModelTests {
  private func evaluation(_ arguments: [String]) throws -> [String: Any] {
    let result = try Tool.run(["evaluate", "--json"] + arguments)
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    return report["evaluation"] as? [String: Any] ?? report
  }

  private func accuracy(_ arguments: [String]) throws -> Double {
    try #require(try evaluation(arguments)["accuracy"] as? Double)
  }

  /// People 1 to 200 taught them; these are others. What is right is counted exactly, as BUDGETS states it, so that no
  /// change goes unnoticed where no recordings of people are at hand.
  @Test func lettersOfUnseenSimulatedPeople() throws {
    let workspace = try Workspace()
    let traces = try (1_000_001...1_000_005).map { seed in
      let path = workspace.path("person\(seed).csv")
      let result = try Tool.run(
        "simulate", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--seed", "\(seed)", "--trace", path)
      #expect(result.code == 0, "\(result.errorOutput)")
      return path
    }
    for (model, right) in [("simulated-air", 130), ("air", 130), ("lab", 129), ("ink", 124)] {
      let matrix = try evaluation(["--model", model, "--air"] + traces)
      #expect(matrix["n"] as? Int == 130 && matrix["correct"] as? Int == right, "\(model)")
    }
  }

  /// The lab expects 12 to 15 of 26 letters with damping 1. The perceptron has weights of their own for it.
  @Test(arguments: 1_000_001...1_000_005, [1, 2])
  func dampedLettersOfUnseenSimulatedPeople(_ seed: Int, _ damping: Int) throws {
    let workspace = try Workspace()
    let path = workspace.path("person.csv")
    _ = try Tool.run(
      "simulate", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--seed", "\(seed)", "--trace", path)
    let matrix = try evaluation(["--model", "lab", "--damping", "\(damping)", "--air", path])
    let right = try #require(matrix["correct"] as? Int)
    print("person \(seed), damping \(damping): \(right) of 26")
    #expect(matrix["n"] as? Int == 26 && right >= 15)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func inkOfPeopleWhoTaughtNothing() throws {
    let dev = try #require(SharedData.folder).appendingPathComponent("unipen/dev.jsonl").path
    let all = try accuracy(["--model", "ink", "--ink", dev])
    #expect(all >= 0.945, "\(all)")
    let whole = try accuracy(["--model", "ink", "--ink", dev, "--without-fragments"])
    #expect(whole >= 0.95, "\(whole)")
    let air = try accuracy(["--model", "air", "--ink", dev, "--written-in-air"])
    #expect(air >= 0.8, "\(air)")
  }

  /// Digits and small letters, each kind by itself.
  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func digitsAndSmallLettersOfPeopleWhoTaughtNothing() throws {
    let folder = try #require(SharedData.folder).appendingPathComponent("unipen/v2")
    for (name, labels, least) in [("digits", "0-9", 0.975), ("lower", "a-z", 0.93)] {
      let dev = folder.appendingPathComponent("\(name)_dev.jsonl").path
      let share = try accuracy(["--ink", dev, "--labels", labels])
      #expect(share >= least, "\(name): \(share)")
    }
  }

  /// It has seen no letter of a person.
  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func airOfPeopleByTheModelOfSimulatedOnes() throws {
    let folder = try #require(SharedData.folder).appendingPathComponent("mit10")
    let traces = (1...5).map { folder.appendingPathComponent("writer\($0).csv").path }
    let share = try accuracy(["--model", "simulated-air", "--air"] + traces)
    #expect(share >= 0.88, "\(share)")
  }

  /// Three of each letter of a person teach the others, and letters that nobody taught hardly suffer.
  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func lessonsOfAPersonTeachAndSpare() throws {
    let folder = try #require(SharedData.folder)
    let traces = (1...5).map { folder.appendingPathComponent("mit10/writer\($0).csv").path }
    let dev = folder.appendingPathComponent("unipen/dev.jsonl").path
    let result = try Tool.run(
      ["evaluate", "--json", "--model", "simulated-air", "--personalize", "3"]
        + ["--ink", dev, "--written-in-air", "--air"] + traces)
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let personal = try #require((report as? [String: Any])?["personal"] as? [String: Any])
    func share(_ name: String) throws -> Double { try #require(personal[name] as? Double) }
    #expect(try share("after") >= 0.94, "\(personal)")
    #expect(try share("untaughtBefore") - share("untaughtAfter") <= 0.02, "\(personal)")
  }

  /// Two people's traces: what each person's own letters teach, and the page that shows both.
  @Test func writersAreToldApart() throws {
    let workspace = try Workspace()
    let traces = try (2_000_001...2_000_002).map { seed in
      let path = workspace.path("person\(seed).csv")
      let result = try Tool.run(
        "simulate", "--text", "ABCABC", "--seed", "\(seed)", "--trace", path)
      #expect(result.code == 0, "\(result.errorOutput)")
      return path
    }
    let page = workspace.path("page.html")
    let result = try Tool.run(
      ["evaluate", "--json", "--model", "simulated-air", "--personalize", "1", "--html", page]
        + ["--labels", "ABCD", "--air"] + traces)
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let matrix = try #require(report["evaluation"] as? [String: Any])
    #expect(matrix["n"] as? Int == 12 && matrix["labels"] as? [String] == ["A", "B", "C", "D"])
    #expect(Set((report["writers"] as? [String: Any] ?? [:]).keys).count == 2)
    let personal = try #require(report["personal"] as? [String: Any])
    #expect(personal["examples"] as? Int == 1 && personal["untaught"] as? Int == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("person2000001") && html.contains("least margin"))
  }

  @Test(arguments: [
    ["--personalize", "0", "--model", "air"], ["--sparing", "x", "--model", "air"],
    ["--damping", "16"], ["--personalize", "3", "--model", "lab"],
    ["--leave-one-writer-out", "--model", "lab"], ["--gates", "--model", "lab"],
    ["--motion", "a.f32", "--model", "lab"],
    ["--leave-one-writer-out", "--written-in-air", "--model", "air"],
  ])
  func whatDoesNotFitIsMisuse(_ options: [String]) throws {
    let workspace = try Workspace()
    let path = workspace.path("a.csv")
    #expect(try Tool.run("simulate", "--text", "A", "--trace", path).code == 0)
    let result = try Tool.run(["evaluate", "--air", path] + options)
    #expect(
      result.code == 2 && result.output == "" && result.errorOutput.contains("--"), "\(options)")
  }
}
