import Foundation
import QuillonSerial
import TestSupport
import Testing

/// `quillon config`, and what the commands read from its file.
@Suite(.waiting) struct ConfigurationTests {
  private let workspace: Workspace
  private let environment: [String: String]

  init() throws {
    workspace = try Workspace()
    environment = ["XDG_CONFIG_HOME": workspace.path("xdg")]
  }

  private var file: String { workspace.path("xdg/quillon/config.toml") }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool(arguments, environment: environment).result()
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.path("xdg/quillon"), withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  @Test func setsShowsAndRemoves() throws {
    #expect(try run("config").errorOutput.contains("there is no configuration file \(file)"))
    #expect(try run("config", "model", "gestures").code == 0)
    #expect(try run("config", "outputs", "csv", "teleplot=127.0.0.1:47270").code == 0)
    #expect(try run("config", "model").output == "gestures\n")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "model = \"gestures\"\noutputs = [\"csv\", \"teleplot=127.0.0.1:47270\"]\n")
    let json = try run("config", "--json").output
    #expect(json.contains(#""settings":{"model":["gestures"],"outputs":["csv""#), "\(json)")
    #expect(try run("config", "--unset", "model").code == 0)
    #expect(try run("config").lines == ["outputs csv teleplot=127.0.0.1:47270"])
  }

  /// Several programs change settings at the same time: none is lost, and no lock stays.
  @Test func settingsThatAreSetAtOnceAreKept() throws {
    let settings = [
      ["model", "gestures"], ["person", "/anna.json"], ["outputs", "json"], ["port", "/dev/x"],
    ]
    for _ in 0..<5 {
      let tools = try settings.map { try Tool(["config"] + $0, environment: environment) }
      for tool in tools { #expect(try tool.result().code == 0) }
      #expect(try run("config").lines.count == settings.count)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: workspace.path("xdg/quillon"))
          == ["config.toml"])
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// What no command could use is refused at once, and nothing is written.
  @Test(arguments: [
    ("model", "nosuch", "There is no model \"nosuch\""),
    ("plane", "nosuch", "nosuch: no such file"),
    ("plane", "no/such.json", "no/such.json: no such file"),
  ])
  func refusesWhatIsNotThere(_ setting: String, _ value: String, _ words: String) throws {
    let result = try run("config", setting, value)
    #expect(result.code != 0 && result.errorOutput.contains(words), "\(result.errorOutput)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  /// A person's own lines stay, also around a list of several lines.
  @Test func keepsCommentsOfThePerson() throws {
    try write(
      "# my boards\nport = \"/dev/a\" # left\noutputs = [\n  \"csv\", # a table\n]\n# end\n")
    #expect(try run("config", "outputs", "json").code == 0)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "# my boards\nport = \"/dev/a\" # left\noutputs = [\"json\"]\n# end\n")
  }

  /// A path means the same file in every folder.
  @Test func pathsBecomeAbsolute() throws {
    #expect(try run("config", "person", "anna.json").code == 0)
    let here = FileManager.default.currentDirectoryPath
    #expect(try run("config", "person").output == "\(here)/anna.json\n")
  }

  @Test(arguments: [
    ("port = \"a\"\nmodel = \n", "config.toml, line 2: "),
    ("prot = \"a\"\n", "unknown key prot: the keys are port, person, model, plane, outputs"),
    ("model = 3\n", "model is not a text: write it in quotation marks"),
    ("person = \"anna.json\"\n", "is a relative path: write the absolute one"),
    ("outputs = [\"json\", \"csv\"]\n", "outputs are not json, csv: give json or csv"),
  ])
  func tellsWhatIsWrongInTheFile(_ text: String, _ words: String) throws {
    try write(text)
    for arguments in [["bridge", "--port", "/dev/nowhere"], ["config"]] {
      let result = try Tool(arguments, environment: environment).result()
      #expect(result.code == 2)
      #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    }
    // What needs no defaults works.
    #expect(try run("protocols").code == 0)
  }

  /// Under `--verbose`, `config` names its file once.
  @Test func theFileIsNamedOnce() throws {
    #expect(try run("config", "model", "gestures").code == 0)
    let told = try run("config", "--verbose").errorOutput
    #expect(told.components(separatedBy: file).count == 2, "\(told)")
  }

  @Test func refusesWrongValues() throws {
    #expect(try run("config", "outputs", "sound").code == 2)
    #expect(try run("config", "model", "").code == 2)
    #expect(try run("config", "color", "red").code == 2)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  /// The file gives port, model and form of output; the command line overrules it; --verbose shows it.
  @Test func commandsTakeTheDefaults() throws {
    let model = try workspace.modelOfA()
    try write("port = \"/dev/nowhere\"\nmodel = \"\(model)\"\noutputs = [\"csv\"]\n")
    let taken = try run("bridge", "--verbose")
    #expect(taken.code == 3)
    #expect(taken.errorOutput.contains("/dev/nowhere"), "\(taken.errorOutput)")
    #expect(
      taken.errorOutput.contains(
        "read the configuration file \(file): --port /dev/nowhere --model \(model) --csv"),
      "\(taken.errorOutput)")
    let overruled = try run(
      "bridge", "--port", "/dev/elsewhere", "--json", "--model=air", "--verbose")
    #expect(overruled.errorOutput.contains("\(file): nothing in it is for this command"))
    #expect(overruled.errorOutput.contains("/dev/elsewhere"))
    // A simulated person has no port, and a telephone's log no model of this person's.
    #expect(try run("test", "--simulated", "--verbose", "--labels", "A").code != 2)
    #expect(
      try run("run", "--fast", "--text", "A", "--verbose").errorOutput.contains(
        "nothing in it is for this command"))
    #expect(try run("calibrate", "--trace", "nosuch", "--out", "x").errorOutput.contains("nosuch"))
  }

  /// The given settings of a board are remembered under the name of its port, shown, and forgotten.
  @Test func theBoardIsRemembered() throws {
    let terminal = try PseudoTerminal()
    let port = try workspace.link(to: terminal.path)
    let player = Worker {
      for index in 0..<3_000 {
        let line = "0.0\(index % 10),0,1.0,0,0,0\r\n"
        guard terminal.write(Array(line.utf8), timeout: .seconds(1)) == .written else { return }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    func read(_ options: String...) throws -> Tool.Result {
      let bridge = try Tool(
        ["bridge", "--port", port, "--protocol", "csv", "--json"] + options,
        environment: environment)
      try bridge.errorOutput(with: "reading")
      Thread.sleep(forTimeInterval: 2)
      bridge.interrupt()
      return try bridge.result()
    }
    let first = try read(
      "--rate", "100", "--columns", "ax,ay,az,gx,gy,gz", "--acceleration-unit", "g")
    let options = "--rate 100.0 --columns ax,ay,az,gx,gy,gz --acceleration-unit g"
    #expect(
      first.errorOutput.contains("remembered for the board \(port): \(options)"),
      "\(first.errorOutput)")
    let second = try read("--rate", "99")
    #expect(
      second.errorOutput.contains(
        "remembered for the board \(port): \(options) --rate-unit deg/s (`quillon config"),
      "\(second.errorOutput)")
    #expect(try run("config").lines.contains { $0.hasPrefix("board \(port): --rate 99.0 --col") })
    #expect(try run("config", "--forget", port).code == 0)
    #expect(try run("config", "--forget", port).code == 2)
    #expect(try run("config").lines.isEmpty)
    terminal.close()
    _ = try player.result()
  }

  /// Every command that reads a board's numbers uses what is remembered of it.
  @Test(arguments: [
    ["test", "--labels", "A"], ["enroll"], ["calibrate", "--out", "/tmp/never.json"], ["record"],
    ["view"],
  ])
  func whatIsRememberedIsTaken(command: [String]) throws {
    let terminal = try PseudoTerminal()
    let port = try workspace.link(to: terminal.path)
    let options = "--rate 100.0 --columns gx,gy,gz,ax,ay,az --acceleration-unit g"
    try FileManager.default.createDirectory(
      atPath: workspace.path("xdg/quillon"), withIntermediateDirectories: true)
    try """
    ["\(port)"]
    rate = 100.0
    columns = "gx,gy,gz,ax,ay,az"
    acceleration-unit = "g"
    """.write(toFile: workspace.path("xdg/quillon/boards.toml"), atomically: true, encoding: .utf8)
    let player = Worker {
      while terminal.write(Array("0,0,0.1,0,0,1\r\n".utf8), timeout: .seconds(1)) == .written {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    let file = command == ["record"] ? [workspace.path("recording.csv")] : []
    let tool = try Tool(
      command + ["--port", port, "--protocol", "csv"] + file, environment: environment)
    try tool.errorOutput(with: "remembered for the board \(port): \(options)")
    tool.interrupt()
    _ = try tool.result()
    terminal.close()
    _ = try player.result()
  }
}
