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

  private static let tool = Emulation.project.appendingPathComponent(".build/release/quillon").path

  /// Everything that a board does for one sample takes at most 10 ms, which is the tool's own gate, and a letter is read 0.15 s after
  /// the pen went up, at two cycles an instruction. A board of each chip: others have the same instructions on other pins.
  @Test(arguments: ["pico", "xiao-sense", "feather-f405"], [[], ["--model", "lab"]])
  func aFrameAndALetterAreInTime(_ board: String, _ model: [String]) throws {
    let (code, text) = try Emulation.run(
      Self.tool, ["profile", "--board", board, "--budget", "10ms", "--json"] + model)
    #expect(code == 0)
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

  /// The control: no frame fits into 0.1 ms.
  @Test func theGateCloses() throws {
    let outcome = try Emulation.run(
      Self.tool, ["profile", "--board", "xiao-sense", "--budget", "0.1ms"])
    #expect(outcome.code == 1)
  }
}
