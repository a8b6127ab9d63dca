// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// `quillon profile` on boards with a sensor chip: their instructions by stage.
@Suite struct ProfileTests {
  private struct Report: Decodable {
    struct Stage: Decodable {
      var name: String
      var count: Int
      var mean: Double
      var max: Double
    }
    var stages: [Stage]
    var sizes: [String: Double]
  }

  /// A letter is read 0.15 s after the pen went up, and no sample waits for more than 10 ms, at two cycles an instruction.
  @Test(arguments: ["pico", "xiao-sense"])
  func aLetterIsReadInTime(_ board: String) throws {
    let text = try Emulation.output(
      of: Emulation.project.appendingPathComponent(".build/release/quillon").path, "profile",
      "--board", board, "--json")
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    let clock = try #require(report.sizes["clock, Hz"])
    func seconds(_ name: String) throws -> Double {
      let stage = try #require(report.stages.first { $0.name == name })
      #expect(stage.count > 10 && stage.mean > 0 && stage.max >= stage.mean)
      return stage.max * 2 / clock
    }
    #expect(try seconds("penUp") <= 0.15)
    for stage in ["penUpFrame", "push", "fuse6", "fuse9"] { #expect(try seconds(stage) < 0.01) }
  }

  /// Everything that a board does for one sample takes at most 10 ms: the tool's own gate, with and without damping.
  @Test(arguments: LetterTests.boards, [[], ["--model", "lab"]])
  func theWorstFrameFitsIntoTenMilliseconds(_ board: String, _ model: [String]) throws {
    let (code, text) = try Emulation.run(
      Emulation.project.appendingPathComponent(".build/release/quillon").path,
      ["profile", "--board", board, "--budget", "10ms"] + model)
    #expect(code == 0, "\(text)")
    let tight = try Emulation.run(
      Emulation.project.appendingPathComponent(".build/release/quillon").path,
      ["profile", "--board", board, "--budget", "0.1ms"] + model)
    #expect(tight.code == 1, "the control")
  }
}
