import Foundation
import TestSupport
import Testing

/// A file of another kind than a command needs is named, with what makes the right one.
@Suite(.waiting) struct WrongFileTests {
  /// Words of a file in a command, and what the command reports of it.
  private static let files = [
    "m.json": #"{"features":"zones3x3","format":"quillon-model","labels":["A"],"version":1}"#,
    "m.qnm": "QNM", "raw.csv": "t,ax,ay,az\n0,0,0,9.8\n0.01,0,0,9.8\n",
    "plane.json": #"{"format":"quillon-plane","version":1}"#,
    "person.json": #"{"format":"quillon-person","version":1}"#,
  ]

  @Test(arguments: [
    ("run --fast --plane m.json", "m.json: is a model, not a writing plane: make one with"),
    ("run --fast --plane raw.csv", "raw.csv: is a recording, not a writing plane"),
    ("bridge --person m.json --port /dev/null", "is a model, not what a person taught: name"),
    ("bridge --person plane.json --port /dev/null", "is a writing plane, not what a person"),
    ("run --fast --calibration raw.csv", "is a recording, not a calibration: make one with"),
    ("run --fast --calibration m.qnm", "m.qnm: is a model, not a calibration"),
    ("evaluate --air m.json", "m.json: is a model, not a recording: record one"),
    ("evaluate --air m.qnm", "m.qnm: is a model, not a recording"),
    ("evaluate --ink raw.csv", "is a recording, not a file of drawn letters"),
    ("fuse m.json --out o.csv", "m.json: is a model, not a recording"),
    ("plot person.json --out o.html", "is what a person taught, not a recording"),
    ("send raw.csv", "raw.csv is a recording, not a model"),
    ("send plane.json", "plane.json is not a model: it is a writing plane, for --plane"),
    ("run --fast --model folder", "folder: is a folder: name a file in it"),
    ("bridge --person folder --port /dev/null", "folder: is a folder: name a file in it"),
    ("plot raw.csv --out folder", "folder is a folder: name a file in it"),
    ("bridge --protocol nosuch", "unknown protocol nosuch: use one of"),
    ("config model nosuch", "There is no model \"nosuch\". Built in are"),
    ("config model raw.csv", "is a recording, not a model"),
    ("config plane nosuch.json", "nosuch.json: no such file: check the path"),
    ("config plane m.json", "is a model, not a writing plane"),
    ("config person m.qnm", "is a model, not what a person taught"),
  ])
  func aFileOfAnotherKindIsToldWhatItIs(command: String, words: String) throws {
    let workspace = try Workspace()
    for (name, content) in Self.files {
      try Data(content.utf8).write(to: URL(fileURLWithPath: workspace.path(name)))
    }
    try FileManager.default.createDirectory(
      atPath: workspace.path("folder"), withIntermediateDirectories: true)
    let result = try Tool(
      command.split(separator: " ").map(String.init),
      by: "cd \(workspace.path("")) && exec \"$0\" \"$@\"",
      environment: ["XDG_CONFIG_HOME": workspace.path("xdg")]
    ).result()
    #expect(result.code != 0)
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }

  /// A message quotes the beginning of a word, however long it is.
  @Test(arguments: [
    (
      #"{"format":"quillon-model","version":1,"features":"LONG","labels":["A"],"weights":[[0]],"#
        + #""weightStep":0.5,"rejectThreshold":0}"#, "run --fast --text A --model FILE"
    ),
    (
      #"{"format":"quillon-person","version":1,"model":"LONG","trainingUpdates":1,"weights":""}"#,
      "bridge --port /dev/null --person FILE"
    ),
    ("('LONG', [1, 2]),\n", "train --features FILE --out model"),
    (#"{"format":"quillon-calibration","version":1,"LONG":1}"#, "run --fast --calibration FILE"),
    (
      #"{"label":"LONG","strokes":[{"d":1,"p":[[0,0],[9,20],[20,0]]}]}"#,
      "train --ink FILE --feature-set path --out model"
    ),
    ("LONG = 1\n", "config"), ("outputs = [\"LONG\"]\n", "config"),
    ("person = \"LONG\"\n", "config"),
  ])
  func aMessageIsShort(content: String, command: String) throws {
    let workspace = try Workspace()
    let folder = workspace.path("xdg/quillon")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/config.toml"
    try content.replacing("LONG", with: String(repeating: "x", count: 100_000))
      .write(toFile: file, atomically: true, encoding: .utf8)
    let arguments = command.split(separator: " ").map {
      $0 == "FILE" ? file : $0 == "model" ? workspace.path("model") : String($0)
    }
    let result = try Tool(
      arguments,
      environment: ["XDG_CONFIG_HOME": workspace.path(command == "config" ? "xdg" : "no")]
    ).result()
    #expect(result.code == 2 && result.errorOutput.utf8.count < 1_500, "\(arguments)")
    #expect(result.errorOutput.contains("xxx"), "\(result.errorOutput.prefix(1_500))")
  }

  /// A device that never ends is no small file.
  @Test(arguments: [
    "run --fast --text A --model /dev/zero", "run --fast --text A --calibration /dev/zero",
    "run --fast --text A --plane /dev/zero", "run --fast --text-editor --words /dev/zero",
    "bridge --port /dev/null --person /dev/zero",
  ])
  func anEndlessFileIsRefused(command: String) throws {
    let result = try Tool.run(command.split(separator: " ").map(String.init))
    #expect(
      result.code == 2 && result.errorOutput.contains("is larger than 64 MB"),
      "\(result.errorOutput)")
  }

  /// A command that chooses a model by itself reports which one answers.
  @Test func theModelThatAnswersIsTold() throws {
    let workspace = try Workspace()
    let trace = workspace.path("letters.csv")
    #expect(try Tool.run("simulate", "--text", "LO", "--trace", trace).code == 0)
    let usual = try Tool.run("evaluate", "--air", trace)
    #expect(usual.code == 0 && usual.errorOutput.contains("the model air answers"), "\(usual)")
    let named = try Tool.run("evaluate", "--air", trace, "--model", "air-board")
    #expect(named.code == 0 && !named.errorOutput.contains("answers"))
  }

  /// A package has no Makefile: an installed tool names the source of the missing image.
  @Test func anInstalledToolNamesTheSource() throws {
    let workspace = try Workspace()
    let folder = workspace.path("installed")
    let result = try Tool(
      ["run", "--board", "nrf51822", "--protocol", "mip"],
      by: """
        mkdir -p \(folder)/bin \(folder)/lib/quillon/images && cp "$0" \(folder)/bin/quillon \
          && exec \(folder)/bin/quillon "$@"
        """
    ).result()
    #expect(result.code == 3)
    #expect(
      result.errorOutput.contains("build it in the folder of Quillon's source: make firmware"),
      "\(result.errorOutput)")
  }
}
