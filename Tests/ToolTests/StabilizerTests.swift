import Foundation
import QuillonRecognizer
import QuillonSerial
import QuillonWire
import TestSupport
import Testing

/// The stabilizers as options, and models that remember them.
@Suite(.waiting) struct StabilizerTests {
  @Test(arguments: ["run", "bridge", "test", "view", "train", "evaluate"])
  func everyCommandHasTheOptionsInOneGroup(command: String) throws {
    let help = try Tool.run(command, "--help-all").output
    let group = try #require(
      help.components(separatedBy: "\n\n").first { $0.contains("STABILIZERS:") })
    for option in [
      "integration", "damping", "speed-shrinkage", "distance-shrinkage", "correction-at-rest",
      "rest-acceleration", "rest-rate", "rest-period", "drift-removal", "minimum-size",
    ] {
      #expect(group.contains("--\(option)"), "\(command): \(option)")
    }
  }

  @Test(arguments: [
    ["--damping", "16"], ["--minimum-size", "2"], ["--integration", "simpson"],
  ])
  func whatCannotBeIsMisuse(options: [String]) throws {
    let result = try Tool.run(["run", "--text", "L"] + options)
    #expect(result.code == 2 && result.output.isEmpty, "\(result.errorOutput)")
  }

  /// The board answers once. A tool that did not accept an answer that differs from the command would send it again, and then report
  /// that the board never damps.
  @Test func anAnswerThatDiffersIsAnAnswer() throws {
    let terminal = try PseudoTerminal()
    let received = Worker {
      var received: [Message] = []
      terminal.playBoard { command in
        received.append(command)
        return received.count == 1 ? [.stabilizers(Stabilizers())] : []
      }
      return received
    }
    let result = try Tool.run(
      "send", "--port", terminal.path, "--model", "lab", "--damping", "1.5")
    terminal.close()
    #expect(result.code == 1, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("does not do what was asked for"))
    #expect(
      try received.result().first.map { if case .stabilizers = $0 { true } else { false } } == true)
  }

  /// A board that has just started sends what it uses before it answers. Its hello may have been sent before the port was open. A
  /// board that starts slowly may not have heard the first message at all.
  @Test(arguments: [false, true])
  func whatABoardSaysBeforeItsAnswerIsNoAnswer(isSlow: Bool) throws {
    let terminal = try PseudoTerminal()
    let board = Worker {
      var count = 0
      terminal.playBoard {
        count += 1
        return [.stabilizers(Stabilizers())] + (isSlow && count == 1 ? [] : [$0])
      }
    }
    let result = try Tool.run(
      "send", "--port", terminal.path, "--model", "lab", "--damping", "1.5")
    terminal.close()
    try board.result()
    #expect(result.code == 0, "\(result.errorOutput)")
  }

  /// A model that was trained with damping reads letters by it, without an option. An option that differs is reported.
  @Test(arguments: [[], ["--feature-set", "airPath", "--passes", "8"]])
  func aModelIsUsedWithTheSettingsItWasTrainedWith(kind: [String]) throws {
    let workspace = try Workspace()
    let (model, plain) = (workspace.path("damped"), workspace.path("plain"))
    let people = ["train", "--simulated", "6"] + kind
    #expect(try Tool.run(people + ["--damping", "2", "--out", model]).code == 0)
    #expect(try Tool.run(people + ["--out", plain]).code == 0)
    let trace = workspace.path("trace.csv")
    #expect(
      try Tool.run(
        "simulate", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--seed", "2", "--trace", trace
      ).code == 0)
    func accuracy(_ model: String, _ options: String...) throws -> (share: Double, words: String) {
      let result = try Tool.run(["evaluate", "--air", trace, "--model", model, "--json"] + options)
      #expect(result.code == 0, "\(result.errorOutput)")
      let object =
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      let matrix = object?["evaluation"] as? [String: Any] ?? object
      return (try #require(matrix?["accuracy"] as? Double), result.errorOutput)
    }
    let (adopted, other) = (try accuracy(model), try accuracy(model, "--damping", "0"))
    #expect(adopted.words.contains("damped was trained with these settings: --damping 2"))
    #expect(try accuracy(model, "--damping", "2").share == adopted.share)
    #expect(
      other.words.contains("was trained with --damping 2, but letters are read with --damping 0"))
    #expect(adopted.share > 0.6 && adopted.share != other.share, "\(adopted) \(other)")
    // A packed model has also learned the letters as they were drawn.
    if kind.isEmpty { #expect(adopted.share > other.share) }
    #expect(!(try accuracy(plain).words.contains("trained with")))
    let run = try Tool.run("run", "--fast", "--text", "L", "--model", model)
    #expect(run.errorOutput.contains("damped was trained with these settings: --damping 2"))
  }

  /// The test reads letters by the stabilizers that are named, and by the weights of `lab` for them.
  @Test func theGuidedTestUsesThem() throws {
    let test = ["test", "--simulated", "--fast", "--labels", "LO", "--times", "1"]
    let small = try Tool.run(test + ["--minimum-size", "0.9"])
    #expect(small.output.contains("in all      0 of 2 right"), "\(small.output)")
    let damped = try Tool.run(test + ["--model", "lab", "--damping", "2"])
    #expect(damped.code == 0, "\(damped.errorOutput)")
    #expect(damped.output.contains("in all      2 of 2 right"), "\(damped.output)")
  }

  @Test func aStrokeBelowTheMinimumSizeIsTooSmall() throws {
    let result = try Tool.run("run", "--fast", "--text", "L", "--minimum-size", "0.6")
    #expect(result.code == 1)
    #expect(result.output.contains("not a letter: too small, "), "\(result.output)")
    #expect(result.output.contains("write at least 60.0 cm"))
    let lines = try Tool.run("run", "--fast", "--text", "L", "--minimum-size", "0.6", "--json")
      .lines
    let first = try JSONSerialization.jsonObject(with: Data(try #require(lines.first).utf8))
    let event = try #require(first as? [String: Any])
    #expect(event["event"] as? String == "rejected" && event["gate"] as? String == "minimumSize")
    #expect(abs((event["value"] as? Double ?? 0) - 0.2) < 0.1)
  }
}
