import Foundation
import QuillonSerial
import QuillonSimulator
import TestSupport
import Testing

/// What a person types to `quillon bridge` while it runs.
@Suite(.waiting) struct TeachTests {
  /// The same letter three times, in an odd way, in real time.
  private static func board(_ text: String) throws -> VirtualBoard {
    var writer = AirWriter(seed: 31)
    writer.style.rotation = 0.75
    writer.style.wobble = 0
    let trace = SensorErrors.phone.apply(to: try writer.trace(of: text), seed: 31)
    var script = BoardScript(samples: trace.replaySamples.map(\.sample))
    // A computer that does much else reads late, and a lost packet may cost a letter.
    script.timeout = .seconds(30)
    return try VirtualBoard(script)
  }

  private func label(_ line: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object?["label"] as? String)
  }

  /// A path that was mistyped, or a person who has taught nothing yet.
  @Test func aPersonWithoutAFileIsToldHowToBegin() throws {
    let result = try Tool.run(["bridge", "--port", "/dev/null", "--person", "nobody.json"])
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains(
        "nobody.json: no such file: check the path, or add --teach, which creates it"),
      "\(result.errorOutput)")
  }

  @Test func aLetterIsTaughtKeptAndTakenBack() throws {
    let workspace = try Workspace()
    let file = workspace.path("anna.json")
    var words: [[String]] = []
    for round in 0..<2 {
      let board = try Self.board("ZZ")
      let player = Worker { board.run() }
      let input = Pipe()
      let tool = try Tool(
        [
          "bridge", "--port", board.path, "--json", "--model", "simulated-air", "--teach",
          "--person", file,
        ],
        input: input.fileHandleForReading)
      _ = try tool.line(with: "\"letter\"")
      if round == 0 {
        // Small letters will do; what is no label is reported.
        try input.fileHandleForWriting.write(contentsOf: Data("undo\nnothing\nz\n".utf8))
        _ = try tool.line(with: "\"learned\"")
      }
      let result = try tool.result()
      _ = try player.result()
      try input.fileHandleForWriting.close()
      let trainingUpdates = result.lines.filter { $0.contains("trainingUpdate") }
      if round == 0 {
        #expect(
          trainingUpdates == [
            #"{"event":"trainingUpdate","outcome":"nothing to undo"}"#,
            #"{"event":"trainingUpdate","label":"NOTHING","outcome":"unknown label"}"#,
            #"{"event":"trainingUpdate","label":"Z","outcome":"learned"}"#,
          ])
        #expect(result.errorOutput.contains("the first training update will create"))
      } else {
        #expect(trainingUpdates.isEmpty)
        #expect(
          result.errorOutput.contains("loaded 1 training update from \(file)"),
          "\(result.errorOutput)")
      }
      words.append(
        try result.lines.filter { $0.contains("\"event\":\"letter\"") }.map { try label($0) })
    }
    try #require(words.allSatisfy { $0.count == 2 })
    #expect(words[0][0] != "Z", "before the lesson")
    #expect(words[0][1] == "Z" && words[1][0] == "Z", "after it, and by the file: \(words)")
  }

  /// A person who has not been taught yet has no file, but it is an output from the beginning.
  @Test func aRecordingIsNotThePersonsFile() throws {
    let workspace = try Workspace()
    let file = workspace.path("anna.json")
    let result = try Tool.run(
      "bridge", "--port", "/dev/null", "--teach", "--person", file, "--record", file)
    #expect(
      result.code == 2 && result.errorOutput.contains("name a file for each"),
      "\(result.errorOutput)")
  }

  /// Two programs that teach one person would each write over what the other one has learned. The lock goes with the first one, whatever
  /// ends it.
  @Test(arguments: [SIGINT, SIGUSR1]) func oneProgramTeachesAPerson(signal: Int32) throws {
    let workspace = try Workspace()
    let board = try PseudoTerminal()
    defer { board.close() }
    let arguments = ["bridge", "--teach", "--person", workspace.path("anna.json"), "--port"]
    let first = try Tool(arguments + [board.path])
    try first.errorOutput(with: "the first training update will create")
    let second = try Tool.run(arguments + ["/dev/null"])
    #expect(
      second.code == 2 && second.errorOutput.contains("is being written by another program"),
      "\(second.errorOutput)")
    first.send(signal)
    _ = try first.result()
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path(""))
    #expect(names == [])
  }

  @Test func whatCantBeTaughtIsTold() throws {
    let workspace = try Workspace()
    let file = workspace.path("anna.json")
    for (arguments, words) in [
      (["--teach", "--model", "lab"], "packed model with hidden units"),
      (["--person", file], "check the path"),
      (["--teach", "--pen", "space"], "leave one of them out"),
    ] {
      let result = try Tool.run(["bridge", "--port", "/dev/null"] + arguments)
      #expect(result.code == 2, "\(arguments): \(result.errorOutput)")
      #expect(result.errorOutput.contains(words), "\(arguments): \(result.errorOutput)")
    }
  }
}
