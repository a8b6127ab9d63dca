import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import TestSupport
import Testing

/// Where standard output and standard error accept nothing.
@Suite struct StandardStreamTests {
  /// Commands that print.
  static let commands = [
    "run --fast --text I", "run --fast --text I --json", "simulate --text I",
    "simulate --text I --pty", "replay LETTER --protocol csv", "decode --protocol csv LINES",
    "protocols", "protocols --json", "ports --json", "evaluate --air LETTER",
    "evaluate --air LETTER --json", "evaluate --air LETTER --model air",
    "fuse LETTER --out /dev/null", "fuse LETTER --out /dev/null --json",
    "declination --lat 48 --lon 11", "declination --lat 48 --lon 11 --json", "help", "--help",
    "help plot", "view LETTER",
  ]

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try AirWriter(seed: 3).trace(of: "I").write(to: OutputFile(workspace.path("letter.csv")))
    try Data("t,ax,ay,az\n0,0,0,9.8\n10,0,0,9.8\n".utf8).write(
      to: URL(fileURLWithPath: workspace.path("lines")))
  }

  private func run(_ command: String, by script: String) throws -> Tool.Result {
    let arguments = command.split(separator: " ").map {
      switch $0 {
      case "LETTER": workspace.path("letter.csv")
      case "LINES": workspace.path("lines")
      default: String($0)
      }
    }
    return try Tool(arguments, by: script, environment: ["PIPE": workspace.path("pipe")]).result()
  }

  @Test(arguments: commands) func aFullDiskIsTheWorldsFault(command: String) throws {
    let result = try run(command, by: #"exec "$0" "$@" >/dev/full"#)
    #expect(result.code == 3, "\(result)")
    #expect(
      result.errorOutput.contains(
        "standard output accepts no more data: No space left on device: "),
      "\(result)")
  }

  @Test(arguments: commands) func aClosedStandardOutputIsTold(command: String) throws {
    let result = try run(command, by: #"exec "$0" "$@" >&-"#)
    #expect(result.code == 3, "\(result)")
    #expect(
      result.errorOutput.contains("standard output accepts no more data: Bad file descriptor: "),
      "\(result)")
  }

  /// `quillon protocols | head -1`: 141, as of other programs, and not a word of it.
  @Test(arguments: commands) func aPipeWithoutReaderEndsItQuietly(command: String) throws {
    let result = try run(
      command, by: #"mkfifo "$PIPE"; exec 3<>"$PIPE" 4>"$PIPE" 3<&-; exec "$0" "$@" >&4 4>&-"#)
    #expect(result.code == 141, "\(result)")
    #expect(!result.errorOutput.contains("quillon: "), "\(result)")
  }

  @Test(arguments: ["2>/dev/full", "2>&-"])
  func talkThatNobodyTakesChangesNothing(redirection: String) throws {
    for command in ["run --fast --text I", "fuse LETTER --out /dev/null", "help"] {
      #expect(try run(command, by: #"exec "$0" "$@" "# + redirection).code == 0, "\(command)")
    }
    let script = #"exec "$0" "$@" "# + redirection
    #expect(try run("fuse /dev/null --out /dev/null", by: script).code == 2)
    #expect(try run("nonsense", by: script).code == 2)
    #expect(try run("bridge --port /dev/no-such-port", by: script).code == 3)
  }

  /// A file that is opened must not become a standard stream that was closed.
  @Test func aClosedStreamIsNotTheFileThatIsOpenedNext() throws {
    let out = workspace.path("out.csv")
    let result = try run("fuse LETTER --out \(out)", by: #"exec "$0" "$@" <&- >&- 2>&-"#)
    #expect(result.code == 3)
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.count > 100 && lines.allSatisfy { !$0.contains("samples") && !$0.contains("quillon") })
  }

  @Test func standardInputThatCannotBeReadIsTold() throws {
    for (script, cause) in [
      (#"exec "$0" "$@" <&-"#, "Bad file descriptor"), (#"exec "$0" "$@" </"#, "is a folder"),
    ] {
      let result = try run("decode --protocol csv", by: script)
      #expect(result.code == 2 && result.errorOutput.contains(cause), "\(result)")
    }
  }
}
