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

  /// Everything that a board does for one sample takes at most half of a frame at two cycles an instruction, and a letter is read 0.15 s
  /// after the pen went up. What the board's timer measures of whole frames is the sum of their parts within a tenth.
  @Test(
    arguments: [
      "pico", "nano-rp2040", "pico2", "xiao-sense", "nano33ble-sense", "feather-sense",
      "feather-f405",
    ], [[], ["--model", "lab"]])
  func aFrameAndALetterAreInTime(_ board: String, _ model: [String]) throws {
    let (code, text) = try Emulation.run(
      Self.tool, ["profile", "--board", board, "--budget", "5ms", "--json"] + model)
    #expect(code == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    let clock = try #require(report.sizes["clock, Hz"])
    func seconds(_ name: String) throws -> Double {
      let stage = try #require(report.stages.first { $0.name == name })
      #expect(stage.count > 10 && stage.mean > 0 && stage.max >= stage.mean)
      return stage.max * 2 / clock
    }
    #expect(try seconds("penUp") <= 0.15)
    let frame = try #require(report.stages.first { $0.name == "frame" }).max
    let parts = try #require(report.sizes["parts of a recorded frame, instructions"])
    #expect(abs(parts - frame) <= frame / 10, "\(parts) and \(frame)")
    for stage in ["penUpFrame", "push", "fuse6", "fuse9"] { #expect(try seconds(stage) < 0.01) }
  }

  /// The control: no frame fits into 0.1 ms.
  @Test func theGateCloses() throws {
    let outcome = try Emulation.run(
      Self.tool, ["profile", "--board", "xiao-sense", "--budget", "0.1ms"])
    #expect(outcome.code == 1)
  }
}
