import Foundation
import TestSupport
import Testing

/// `quillon evaluate --spell`.
@Suite(.waiting) struct SpellingTests {
  private func write(_ text: String, _ workspace: Workspace) throws -> String {
    let path = workspace.path("words.txt")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Words of simulated letters. The list leaves fewer answers than the letters, and nobody has written a word of it twice.
  @Test func wordsArePutTogetherAndRead() throws {
    let workspace = try Workspace()
    let traces = try (1...3).map { seed in
      let path = workspace.path("writer\(seed).csv")
      let result = try Tool.run(
        "simulate", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--seed", "\(seed)", "--trace", path)
      #expect(result.code == 0)
      return path
    }
    let words = try write(
      "the 900\nand 700\nbird 50\nfish 40\nhouse 30\nmouse 20\nquick 10\nbrown 9\nfox 8\njumps 7\nlazy 6\ndog 5\n"
        + "word 4\npen 3\nink 2\nletter 1\n", workspace)
    let command = ["evaluate", "--air"] + traces + ["--spell", words, "--count", "200"]
    let result = try Tool.run(command + ["--json"])
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let (with, without, outOfList) = (
      try #require(report["withLexicon"] as? [String: Any]),
      try #require(report["without"] as? [String: Any]),
      try #require(report["outOfList"] as? [String: Any])
    )
    let (read, decoded) = (
      try #require(without["words"] as? Double), try #require(with["words"] as? Double)
    )
    #expect(decoded >= read && decoded > 0.95, "\(result.output)")
    #expect((report["words"] as? Int ?? 0) + (outOfList["words"] as? Int ?? 0) == 200)
    // The same seed draws the same words, another one others.
    #expect(try Tool.run(command + ["--json"]).output == result.output)
    let other = try Tool.run(command + ["--json", "--seed", "2"])
    #expect(other.code == 0 && other.output != result.output)
    let text = try Tool.run(command + ["--evenly"]).output
    #expect(text.contains("words of the list") && text.contains("letter by letter"), "\(text)")
  }

  @Test func misuseSaysWhatToDo() throws {
    let workspace = try Workspace()
    let trace = workspace.path("a.csv")
    _ = try Tool.run("simulate", "--text", "A", "--trace", trace)
    let (empty, words) = (try write("!\n?\n", workspace), workspace.path("none.txt"))
    for (more, advice) in [
      (["--spell", empty], "name a list of words"), (["--spell", words], "no such file"),
      (["--spell", empty, "--count", "0"], "1 to 1000000"), (["--evenly"], "--spell"),
      (["--seed", "2"], "add --spell"),
      (["--spell", empty, "--model", "lab"], "packed models"),
      (["--spell", empty, "--personalize", "3"], "leave out"),
    ] {
      let result = try Tool.run(["evaluate", "--air", trace] + more)
      #expect(result.code == 2 && result.errorOutput.contains(advice), "\(result.errorOutput)")
    }
    let single = try write("the\nand\n", workspace)
    let result = try Tool.run("evaluate", "--air", trace, "--spell", single)
    #expect(result.code == 2 && result.errorOutput.contains("whole alphabet"))
  }
}
