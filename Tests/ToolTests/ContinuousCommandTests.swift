import Foundation
import TestSupport
import Testing

/// `quillon bridge --continuous`.
@Suite(.waiting) struct ContinuousCommandTests {
  @Test func gesturesAreToldWhileTheHandMoves() throws {
    let board = try Tool(
      "simulate", "--text", "<swipeLeft><swipeRight>", "--pty", "--fast", "--protocol", "mip")
    let result = try Tool.run(
      "bridge", "--port", board.line(with: "/dev/pts/"), "--protocol", "mip", "--continuous",
      "--model", "gestures", "--json")
    _ = try board.result()
    let lines = try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let predictions = lines.filter { $0["event"] as? String == "prediction" }
    #expect(predictions.count >= 6, "\(result.output)")
    let shares = try #require(predictions[0]["probabilities"] as? [String: Double])
    #expect(shares.count == 37 && abs(shares.values.reduce(0, +) - 1) < 0.01)
    let letters = lines.filter { $0["event"] as? String == "letter" }
    #expect(letters.compactMap { $0["label"] as? String } == ["swipeLeft", "swipeRight"])
    let summary = try #require(lines.first { $0["event"] as? String == "summary" })
    #expect(summary["letters"] as? String == "<swipeLeft><swipeRight>")
    let times = try #require(lines.first { $0["event"] as? String == "predictions" })
    #expect(times["count"] as? Int ?? 0 >= predictions.count)
  }

  @Test(arguments: [
    (["bridge", "--continuous", "--model", "lab", "--port", "/dev/null"], "give --model gestures"),
    (
      ["bridge", "--continuous", "--prompt", "A", "--record", "x.csv", "--port", "/dev/null"],
      "leave out --prompt"
    ),
    (["view", "--pen-up-time", "6000"], "0 to 5000 ms"),
    (["view", "--sensitivity", "9"], "0.8 to 8"),
  ])
  func misuseSaysWhatToDo(arguments: [String], advice: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 2 && result.errorOutput.contains(advice), "\(result.errorOutput)")
  }
}
