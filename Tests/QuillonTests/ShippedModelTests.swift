import Foundation
import TestSupport
import Testing

/// The models that the tool carries keep what they were shipped for.
@Suite struct ShippedModelTests {
  private func accuracy(_ arguments: [String]) throws -> Double {
    let result = try Tool.run(["evaluate", "--json"] + arguments)
    #expect(result.code == 0, "\(result.talk)")
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let matrix = (report as? [String: Any])?["evaluation"] as? [String: Any]
    return try #require(matrix?["accuracy"] as? Double)
  }

  /// People 1 to 200 taught them; these are others.
  @Test(arguments: [("simulated-air", 0.97), ("air", 0.85)])
  func lettersOfUnseenSimulatedPeople(model: String, least: Double) throws {
    let workspace = try Workspace()
    let traces = try (1_000_001...1_000_003).map { seed in
      let path = workspace.path("person\(seed).csv")
      let result = try Tool.run(
        "simulate", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--seed", "\(seed)", "--trace", path)
      #expect(result.code == 0, "\(result.talk)")
      return path
    }
    let share = try accuracy(["--model", model, "--air"] + traces)
    #expect(share >= least, "\(model), people 1000001 to 1000003: \(share)")
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func inkOfPeopleWhoTaughtNothing() throws {
    let dev = try #require(SharedData.folder).appendingPathComponent("unipen/dev.jsonl").path
    let all = try accuracy(["--model", "ink", "--ink", dev])
    #expect(all >= 0.935, "\(all)")
    let whole = try accuracy(["--model", "ink", "--ink", dev, "--without-fragments"])
    #expect(whole >= 0.945, "\(whole)")
    let air = try accuracy(["--model", "air", "--ink", dev, "--written-in-air"])
    #expect(air >= 0.8, "\(air)")
  }

  /// It has seen no letter of a person.
  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func airOfPeopleByTheModelOfSimulatedOnes() throws {
    let folder = try #require(SharedData.folder).appendingPathComponent("mit10")
    let traces = (1...5).map { folder.appendingPathComponent("writer\($0).csv").path }
    let share = try accuracy(["--model", "simulated-air", "--air"] + traces)
    #expect(share >= 0.88, "\(share)")
  }
}
