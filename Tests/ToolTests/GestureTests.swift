import Foundation
import TestSupport
import Testing

/// Gestures beside letters, from the command line.
@Suite(.waiting) struct GestureTests {
  private static let known = [
    "swipeLeft", "swipeRight", "swipeUp", "swipeDown", "circle", "wave", "shake", "rest",
    "square", "triangle", "checkMark",
  ]

  /// People 1 to 200 taught the model; these are others.
  @Test func theModelTellsGesturesAndLettersOfUnseenPeopleApart() throws {
    let workspace = try Workspace()
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + Self.known.map { "<\($0)>" }.joined()
    let traces = try (1_000_001...1_000_006).map { seed in
      let path = workspace.path("person\(seed).csv")
      let result = try Tool.run("simulate", "--text", text, "--seed", "\(seed)", "--trace", path)
      #expect(result.code == 0, "\(result.errorOutput)")
      return path
    }
    let result = try Tool.run(["evaluate", "--json", "--model", "gestures", "--air"] + traces)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let matrix = try #require(report["evaluation"] as? [String: Any])
    #expect(matrix["n"] as? Int == 6 * 37)
    #expect(try #require(matrix["accuracy"] as? Double) >= 0.97, "\(result.output)")
  }

  /// The threshold rejects 1 % of the writing of unknown people. So 2 of 84 may be rejected, and none may be reported as another.
  @Test func aTextOfBothIsRead() throws {
    let text = "A<shake>O<circle>I<swipeDown><wave>"
    let letters = ["A", "<shake>", "O", "<circle>", "I", "<swipeDown>", "<wave>"]
    var rejected = 0
    for speech in [[], ["--protocol", "mip"]] {
      for seed in 1...6 {
        let result = try Tool.run(
          [
            "run", "--fast", "--model", "gestures", "--text", text.lowercasedLetters, "--seed",
            "\(seed)",
          ] + speech)
        let line = try #require(
          result.output.split(separator: "\n").first { $0.hasPrefix("recognized  ") },
          "\(result.errorOutput)")
        var rest = line.dropFirst("recognized  ".count)
        for letter in letters {
          let isRejected = rest.hasPrefix("?")
          #expect(isRejected || rest.hasPrefix(letter), "seed \(seed) \(speech): \(line)")
          rest = rest.dropFirst(isRejected ? 1 : letter.count)
          rejected += isRejected ? 1 : 0
        }
        #expect(rest.isEmpty)
      }
    }
    #expect(rejected <= 2)
  }

  @Test(arguments: [
    (["simulate", "--text", "<jump>"], "Name one of <swipeLeft>"),
    (["record", "--label", "a,b", "--port", "/dev/null", "x.csv"], "as in --label shake"),
    (["bridge", "--label", "A", "--port", "/dev/null"], "--record"),
    (["train", "--ink", "a", "--gestures", "--out", "b"], "--gestures needs --simulated"),
    (
      ["train", "--simulated", "2", "--gestures", "--feature-set", "path", "--out", "b"],
      "--gestures needs --simulated"
    ),
  ])
  func misuseSaysWhatToDo(arguments: [String], advice: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 2 && result.errorOutput.contains(advice), "\(result.errorOutput)")
  }

  /// The steps of COMMANDS: record a gesture, record it again, learn it, ask about it, use it.
  @Test func aGestureOfOnesOwnInFiveCommands() throws {
    let workspace = try Workspace()
    let (trainingUpdates, test) = (workspace.path("infinity.csv"), workspace.path("again.csv"))
    let model = workspace.path("mine.qnm")
    for (path, count, seed) in [(trainingUpdates, 10, "2000001"), (test, 5, "2000002")] {
      let text = String(repeating: "<infinity>", count: count)
      let board = try Tool("simulate", "--text", text, "--seed", seed, "--pty", "--fast")
      let port = try board.line(with: "/dev/pts/")
      let result = try Tool.run("record", "--port", port, "--label", "infinity", path)
      #expect(result.code == 0 && result.errorOutput.contains("is gone"), "\(result.errorOutput)")
      _ = try board.result()
    }
    let training = try Tool.run(
      "train", "--air", trainingUpdates, "--simulated", "60", "--gestures", "--feature-set",
      "airMovement", "--hidden", "40", "--out", model)
    #expect(training.code == 0, "\(training.errorOutput)")
    let evaluation = try Tool.run("evaluate", "--air", test, "--model", model)
    #expect(evaluation.output.contains("5 of 5 right"), "\(evaluation.output)")
    let board = try Tool("simulate", "--text", "A<infinity>V<infinity>", "--pty", "--fast")
    let bridge = try Tool.run(
      "bridge", "--port", board.line(with: "/dev/pts/"), "--model", model)
    #expect(bridge.output.contains("recognized  A<infinity>V<infinity>\n"), "\(bridge.output)")
    _ = try board.result()
  }
}

extension String {
  /// Capital letters as small ones, names in brackets as they are: the tool accepts either.
  fileprivate var lowercasedLetters: String {
    components(separatedBy: "<").map { part in
      guard let end = part.firstIndex(of: ">") else { return part.lowercased() }
      return part[...end] + part[end...].dropFirst().lowercased()
    }.joined(separator: "<")
  }
}
