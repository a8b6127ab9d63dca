import Foundation
import TestSupport
import Testing

/// `quillon learn`.
@Suite(.waiting) struct LearnTests {
  private func simulate(_ text: String, seed: Int, _ workspace: Workspace) throws -> String {
    let path = workspace.path("\(text.filter(\.isLetter))-\(seed).csv")
    let result = try Tool.run(
      "simulate", "--text", text, "--seed", "\(seed)", "--raw", "6", "--trace", path)
    #expect(result.code == 0, "\(result.errorOutput)")
    return path
  }

  /// Two gestures of three examples each beside the letters; what the model knew before it still reads.
  @Test func gesturesAreLearnedBesideTheLetters() throws {
    let workspace = try Workspace()
    var model = "air"
    for gesture in ["wave", "square"] {
      let examples = try simulate("<\(gesture)><\(gesture)><\(gesture)>", seed: 3, workspace)
      let out = workspace.path("\(gesture).model")
      let result = try Tool.run(
        "learn", gesture, "--trace", examples, "--model", model, "--out", out, "--json")
      #expect(result.code == 0, "\(result.errorOutput)")
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(report["right"] as? Int == 3 && report["examples"] as? Int == 3, "\(report)")
      model = out
    }
    let asked = try simulate("<wave><square>HEL<square>LO<wave>", seed: 3, workspace)
    let result = try Tool.run("evaluate", "--air", asked, "--model", model)
    #expect(result.output.contains("9 of 9"), "\(result.output)")
  }

  /// Without --out the configuration names the new model, and `learn` adds to it.
  @Test func theModelBecomesTheDefault() throws {
    let workspace = try Workspace()
    let environment = ["XDG_CONFIG_HOME": workspace.path("")]
    let examples = try simulate("<square><square><square>", seed: 4, workspace)
    for name in ["one", "two"] {
      let result = try Tool(
        ["learn", name, "--trace", examples], environment: environment
      ).result()
      #expect(result.code == 0 && result.output.contains("from now on"), "\(result.errorOutput)")
    }
    let again = try Tool(["learn", "one", "--trace", examples], environment: environment).result()
    #expect(again.code == 2 && again.errorOutput.contains("knows one already"))
    let shown = try Tool(["config", "model"], environment: environment).result()
    #expect(shown.output.contains("quillon/learned.model"), "\(shown.output)")
  }

  @Test(arguments: [
    (["learn", "a b"], "letters, digits and _"), (["learn", "x", "--times", "0"], "1 to 99"),
    (["learn", "x", "--model", "lab"], "--model air"), (["learn", "A"], "knows A already"),
  ])
  func misuseSaysWhatToDo(arguments: [String], advice: String) throws {
    // Two programs that learn lock the same file.
    let workspace = try Workspace()
    let environment = ["XDG_CONFIG_HOME": workspace.path("configuration")]
    let result = try Tool(arguments, environment: environment).result()
    #expect(result.code == 2 && result.errorOutput.contains(advice), "\(result.errorOutput)")
  }

  /// A board that is asked for three gestures.
  @Test func aBoardIsAskedForTheGesture() throws {
    let workspace = try Workspace()
    let board = try Tool(
      "simulate", "--text", "<square><square><square>", "--raw", "6", "--pty", "--fast")
    let out = workspace.path("own.model")
    let result = try Tool.run(
      "learn", "box", "--port", board.line(with: "/dev/pts/"), "--out", out)
    #expect(result.code == 0 && result.output.contains("box: 3 of 3"), "\(result)")
    _ = try? board.result()
    #expect(FileManager.default.fileExists(atPath: out + ".csv"))
  }

  /// A recording that has the name of the examples' file stays as it is.
  @Test func noRecordingBesideTheModelIsReplaced() throws {
    let workspace = try Workspace()
    let out = workspace.path("own.model")
    try "mine\n".write(toFile: out + ".csv", atomically: true, encoding: .utf8)
    let result = try Tool.run("learn", "box", "--port", "/dev/null", "--out", out)
    #expect(result.code == 2 && result.errorOutput.contains("--force"), "\(result)")
    #expect(try String(contentsOfFile: out + ".csv", encoding: .utf8) == "mine\n")
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  /// Examples of a board go into a folder for temporary files, which may not be there.
  @Test func theFolderThatIsMissingIsNamed() throws {
    let workspace = try Workspace()
    let missing = workspace.path("missing")
    let result = try Tool(
      ["learn", "box", "--port", "/dev/null", "--out", workspace.path("box.model")],
      environment: ["TMPDIR": missing]
    ).result()
    #expect(result.code == 3 && result.errorOutput.contains("\(missing) cannot be written"))
    #expect(result.errorOutput.contains("check that the folder exists"), "\(result.errorOutput)")
  }

  @Test func thePlaneIsNoOutput() throws {
    let workspace = try Workspace()
    let examples = try simulate("<square>", seed: 4, workspace)
    let plane = workspace.path("plane.json")
    try "mine\n".write(toFile: plane, atomically: true, encoding: .utf8)
    let result = try Tool.run(
      "learn", "box", "--trace", examples, "--plane", plane, "--out", plane, "--force")
    #expect(result.code == 2 && result.errorOutput.contains("is also an input"), "\(result)")
    #expect(try String(contentsOfFile: plane, encoding: .utf8) == "mine\n")
  }

  /// Two gestures at the same time: what was learned stays, and the other one is refused.
  @Test func noGestureThatWasLearnedIsLost() throws {
    let workspace = try Workspace()
    let environment = ["XDG_CONFIG_HOME": workspace.path("")]
    let examples = try simulate("<square><square><square>", seed: 4, workspace)
    let tools = try ["one", "two"].map { name in
      (name, try Tool(["learn", name, "--trace", examples], environment: environment))
    }
    let learned = try tools.filter { try $0.1.result().code == 0 }.map(\.0)
    #expect(!learned.isEmpty)
    for name in learned {
      let again = try Tool(["learn", name, "--trace", examples], environment: environment).result()
      #expect(again.code == 2 && again.errorOutput.contains("knows \(name) already"), "\(again)")
    }
  }

  /// Two gestures are no three.
  @Test func fewerExamplesThanAskedTeachNothing() throws {
    let workspace = try Workspace()
    let out = workspace.path("own.model")
    let board = try Tool("simulate", "--text", "<square><square>", "--raw", "6", "--pty", "--fast")
    let result = try Tool.run(
      "learn", "box", "--port", board.line(with: "/dev/pts/"), "--out", out)
    #expect(result.code == 3 && result.errorOutput.contains("is gone"), "\(result)")
    _ = try? board.result()
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}
