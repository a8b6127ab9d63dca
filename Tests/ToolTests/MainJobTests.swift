import Foundation
import TestSupport
import Testing

/// What `make run` shows, as fast as it goes: the built-in model reads what the simulator writes.
@Suite struct MainJobTests {
  @Test func theBuiltInModelReadsQUILLON() throws {
    let result = try Tool.run("run", "--fast")
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("recognized  QUILLON"))
  }

  /// Other people with other boards: the share of letters read right is what the model promises
  /// for people it has never met.
  @Test func itReadsOtherPeopleToo() throws {
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    var right = 0
    for seed in 500..<520 {
      let result = try Tool.run("run", "--fast", "--json", "--seed", "\(seed)", "--text", text)
      let labels = try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        .filter { $0.event == "letter" }.compactMap(\.label)
      #expect(labels.count == text.count)
      right += zip(text, labels).filter { String($0) == $1 }.count
    }
    #expect(right >= 20 * 26 * 95 / 100, "\(right) of \(20 * 26)")
  }

  private struct Line: Decodable {
    var event: String
    var label: String?
  }
}
