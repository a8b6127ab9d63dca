import Foundation
import TestSupport
import Testing

/// What a person may mistake on the command line is reported with the next step.
@Suite(.waiting) struct MistakeTests {
  /// What has no effect or no sense is refused, in words that name the next step.
  @Test(arguments: [
    (["simulate", "--replay", "a.csv", "--text", "A"], "leave out --text"),
    (["run", "--magnet", "3"], "add --raw 9"),
    (["run", "--plane", "wrist", "--azimuth", "500"], "--azimuth is -360 to 360 degrees"),
    (["bridge", "--baud", "-3"], "it must be positive"),
    (["bridge", "--rate", "-3"], "--rate -3.0 is out of range: give 20 to 2000 Hz"),
    (["simulate", "--replay", "a.csv", "--wrist"], "leave out --wrist."),
    (["view", "--pen", "space"], "on the page use a board's pen, or --pen auto"),
    (["brige"], "there is no command brige: did you mean `quillon bridge`?"),
    (["help", "evalute"], "did you mean `quillon evaluate`?"),
    (["cal"], "did you mean `quillon calibrate`?"),
    (["morse"], "there is no command morse: `quillon --help` lists all commands"),
    (["bridge", "--modell", "air"], "Did you mean '--model'?"),
    (
      ["run", "--text", "A;"],
      "There is no shape for “;”. Write capital letters from A to Z, or digits; a space is a pause."
    ),
    (["fuse", "/", "--out", "x.csv"], "a folder without a telephone's log"),
    (["run", "--model", "/"], "/: is a folder: name a file in it"),
    (
      ["run", "--model", "nosuch"],
      #"There is no model "nosuch". Built in are air, air-board, air-features, ink, air-alphanumeric"#
    ),
    (["fuse", "/nowhere.csv", "--out", "x.csv"], "/nowhere.csv: no such file: check the path"),
  ])
  func mistakesAreToldWithTheNextStep(arguments: [String], words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 2)
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    #expect(!result.errorOutput.contains("NSCocoa"))
  }

  /// Files of every other kind that a person may mistake for a model.
  @Test(arguments: [
    ("", "it is empty"), ("{", "it is not JSON"), ("[1]", "it is not a JSON object with “labels”"),
    ("{}", "it has no “labels”"), ("\u{0}\u{1}\u{2}", "it is binary data of another kind"),
    ("QNM", "it does not begin like a model"),
    ("{\"format\":\"quillon-plane\",\"version\":1}", "it is a writing plane"),
    ("{\"format\":\"quillon-calibration\"}", "it is a calibration"),
    ("{\"label\":\"A\",\"strokes\":[]}\n", "it is a file of drawn letters"),
  ])
  func aFileThatIsNoModelIsToldWhatItIs(content: String, words: String) throws {
    let workspace = try Workspace()
    let file = workspace.path("file.json")
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
    let result = try Tool.run("run", "--fast", "--model", file)
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains("\(file) is not a model: \(words)"), "\(result.errorOutput)")
  }

  @Test func aRecordingIsNoModel() throws {
    let workspace = try Workspace()
    let trace = workspace.path("letters.csv")
    _ = try Tool.run("simulate", "--text", "A", "--trace", trace)
    let result = try Tool.run("run", "--fast", "--model", trace)
    #expect(result.code == 2)
    #expect(
      result.errorOutput.contains("is a recording, not a model"), "\(result.errorOutput)")
  }
}
