import Foundation
import FoundationXML
import TestSupport
import Testing

/// The commands that draw.
@Suite struct PlotCommandTests {
  @Test func `A recording is drawn with its streams and its strokes`() throws {
    let workspace = try Workspace()
    let (trace, page) = (workspace.path("hi.csv"), workspace.path("hi.html"))
    #expect(try Tool.run("simulate", "--text", "HIL", "--trace", trace).code == 0)
    let result = try Tool.run("plot", trace, "--out", page)
    #expect(result.code == 0, "\(result.errorOutput)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.components(separatedBy: "class=\"chart ink\"").count - 1 == 3)
    for title in ["Specific force", "Angular rate", "Attitude, a unit quaternion"] {
      #expect(html.contains("aria-label=\"\(title)\""), "\(title)")
    }
    #expect(html.contains("pen down"))
    #expect(html.contains("3 strokes, recognized by air"))
    for outside in ["src=", "href=", "url(", "@import", "import "] {
      // A link within the page leads to no other file.
      #expect(!html.replacing("href=\"#", with: "").contains(outside), "\(outside)")
    }
  }

  /// Without --out the page has the recording's name, and --open shows it.
  @Test func `A page has a name of its own and is shown`() throws {
    let workspace = try Workspace()
    let (trace, seen) = (workspace.path("hi.csv"), workspace.path("seen"))
    let opener = workspace.path("xdg-open")
    try Data("#!/bin/sh\necho \"$1\" >\(seen).part; mv \(seen).part \(seen)\n".utf8).write(
      to: URL(fileURLWithPath: opener))
    chmod(opener, 0o700)
    let folder = URL(fileURLWithPath: trace).deletingLastPathComponent()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    for command in ["plot", "characterize"] {
      let result = try Tool(
        [command, trace, "--open", "--force"], by: #"cd "\#(folder.path)" && exec "$0" "$@""#,
        environment: ["PATH": "\(folder.path):\(path)"]
      ).result()
      #expect(result.code == 0 && result.errorOutput.contains("page: hi.html"), "\(result)")
      #expect(FileManager.default.fileExists(atPath: workspace.path("hi.html")))
      for _ in 0..<500 where !FileManager.default.fileExists(atPath: seen) {
        Thread.sleep(forTimeInterval: 0.02)
      }
      #expect(try String(contentsOfFile: seen, encoding: .utf8) == "hi.html\n", "\(command)")
      try FileManager.default.removeItem(atPath: seen)
    }
    try Data("#!/bin/sh\nexit 3\n".utf8).write(to: URL(fileURLWithPath: opener))
    let unseen = try Tool(
      ["plot", trace, "--out", workspace.path("b.html"), "--open"],
      environment: ["PATH": "\(folder.path):\(path)"]
    ).result()
    #expect(unseen.code == 0 && unseen.errorOutput.contains("open the file in one"), "\(unseen)")
    for command in [["evaluate", "--air", trace], ["profile"]] {
      #expect(try Tool.run(command + ["--open"]).code == 2)
    }
  }

  @Test func `A simulated text is drawn as an SVG file`() throws {
    let workspace = try Workspace()
    let (trace, file) = (workspace.path("l.csv"), workspace.path("l.svg"))
    let result = try Tool.run("simulate", "--text", "L", "--trace", trace, "--plot", file)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.isEmpty)
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(XMLParser(data: data).parse())
    #expect(String(decoding: data, as: UTF8.self).contains("Specific force"))
  }

  @Test func `An evaluation is drawn with its mistakes`() throws {
    let workspace = try Workspace()
    let (ink, page) = (workspace.path("ink.jsonl"), workspace.path("page.html"))
    // Strokes of an A and of a B, by a model that reads everything as an A.
    let lines = ["A", "B"].map {
      #"{"label": "\#($0)", "strokes": [{"d": 1, "p": [[0, 0], [10, 20], [20, 0]]}]}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: ink))
    let result = try Tool.run(
      "evaluate", "--ink", ink, "--model", try workspace.modelOfA(), "--html", page)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("1 of 2 right"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("1 of 2 right, 50.0 %"))
    #expect(html.components(separatedBy: "class=\"chart ink\"").count - 1 == 1)
    #expect(html.contains("B taken for A"))
  }

  @Test func `What can't be drawn is told with the next step`() throws {
    let workspace = try Workspace()
    let empty = workspace.path("empty.csv")
    try Data("t,pen\n0,0\n1,0\n".utf8).write(to: URL(fileURLWithPath: empty))
    let result = try Tool.run("plot", empty, "--out", workspace.path("page.html"))
    #expect(result.code == 2)
    #expect(result.errorOutput.contains("quillon bridge --record"), "\(result.errorOutput)")
    let nowhere = try Tool.run("simulate", "--plot", workspace.path("no/such/file.svg"))
    #expect(nowhere.code == 3)
    #expect(nowhere.errorOutput.contains("check that the folder exists"))
  }
}
