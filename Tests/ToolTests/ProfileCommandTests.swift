import Foundation
import QuillonSerial
import TestSupport
import Testing

@Suite(.serialized, .waiting) struct ProfileCommandTests {
  @Test func `A trace is profiled, paged and compared with itself`() throws {
    let workspace = try Workspace()
    let (trace, page) = (workspace.path("hi.csv"), workspace.path("profile.html"))
    #expect(try Tool.run("simulate", "--text", "HI", "--trace", trace).code == 0)
    let first = try Tool.run("profile", trace, "--json", "--html", page)
    #expect(first.code == 0, "\(first.errorOutput)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any])
    #expect(report["unit"] as? String == "ns")
    #expect(report["source"] as? String == "hi.csv, recognized by air")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.hasPrefix("<!doctype html>"))

    // A tolerance that no load of the machine reaches, then one that every profile is over.
    let old = workspace.path("old.json")
    try Data(first.output.utf8).write(to: URL(fileURLWithPath: old))
    let same = try Tool.run("profile", trace, "--compare", old, "--tolerance", "1000")
    #expect(same.code == 0, "\(same.errorOutput)")
    #expect(same.output.contains(" x "))
    let faster = first.output.replacingOccurrences(
      of: #""p50":\d+"#, with: #""p50":1"#, options: .regularExpression)
    try Data(faster.utf8).write(to: URL(fileURLWithPath: old))
    let grown = try Tool.run("profile", trace, "--compare", old, "--tolerance", "0.1")
    #expect(grown.code == 1)
    #expect(grown.errorOutput.contains("grew by more than 10"), "\(grown.errorOutput)")
  }

  /// A frame over its budget fails the command, and the report names the worst frame.
  @Test func `A frame over its budget is an error`() throws {
    let workspace = try Workspace()
    let trace = workspace.path("hi.csv")
    #expect(try Tool.run("simulate", "--text", "HI", "--trace", trace).code == 0)
    let held = try Tool.run("profile", trace)
    #expect(held.code == 0, "\(held.errorOutput)")
    #expect(held.output.contains("p99.9 of frame"))
    #expect(held.output.contains("frames over the budget of 10000000 ns: 0 of "))
    let missed = try Tool.run("profile", trace, "--budget", "100ns", "--json")
    #expect(missed.code == 1)
    #expect(missed.errorOutput.contains("allow more with --budget"))
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(missed.output.utf8)) as? [String: Any])
    let budget = try #require(report["budget"] as? [String: Any])
    #expect(budget["over"] as? Int ?? 0 > 0 && budget["limit"] as? Double == 100)
    let worst = try #require(budget["worst"] as? [String: Any])
    #expect(worst["letter"] as? String != nil && worst["stage"] as? String != nil)
    for wrong in ["10", "0ms", "-1ms", "10min", "nan ms"] {
      #expect(try Tool.run("profile", trace, "--budget", wrong).code == 2, "\(wrong)")
    }
  }

  /// A damped model is profiled as it is used. A median counts: another program that takes the processor
  /// once adds more to a mean than damping does.
  @Test func `Damping is measured where it is used`() throws {
    let workspace = try Workspace()
    let trace = workspace.path("a.csv")
    #expect(try Tool.run("simulate", "--text", "ABCDEFG", "--trace", trace).code == 0)
    func integration(_ more: String...) throws -> Double {
      let result = try Tool(["profile", trace, "--model", "lab", "--json"] + more).result()
      #expect(result.code == 0, "\(result.errorOutput)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let stages = try #require(report["stages"] as? [[String: Any]])
      let stage = try #require(stages.first { $0["name"] as? String == "integrate" })
      let percentiles = try #require(stage["percentiles"] as? [String: Double])
      return try #require(percentiles["p50"])
    }
    let runs = try (0..<3).map { _ in (try integration(), try integration("--damping", "2")) }
    let (free, damped) = (try #require(runs.map(\.0).min()), try #require(runs.map(\.1).min()))
    #expect(damped > free)
  }

  /// The whole frame of a board's firmware is held to the budget.
  @Test func `A board has a budget`() throws {
    let held = try Tool.run("profile", "--board", "mps2-an386", "--model", "lab")
    #expect(held.code == 0, "\(held.errorOutput)")
    #expect(held.output.contains("max of frame") && held.output.contains("0 of 1; the worst took"))
    let missed = try Tool.run(
      "profile", "--board", "mps2-an386", "--model", "lab", "--budget", "1ms")
    #expect(missed.code == 1)
  }

  /// What takes long shows on a terminal how far it is.
  @Test func `The time left is shown on a terminal`() throws {
    let terminal = try PseudoTerminal()
    defer { terminal.close() }
    let tool = try Tool(
      ["profile", "--wire", "--seconds", "3", "--budget", "60s", "--json"],
      by: #"exec "$0" "$@" 2>"# + terminal.path)
    var text = ""
    while !text.contains("s left") {
      let outcome = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let outcome = terminal.read(into: buffer, timeout: .seconds(30))
        if case .bytes(let count) = outcome {
          text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return outcome
      }
      guard case .bytes = outcome else { break }
    }
    #expect(text.contains("measuring") && text.contains("s left"), "\(text)")
    _ = try tool.result()
  }

  @Test func `The wire is timed at 100 Hz and above`() throws {
    let result = try Tool.run(
      "profile", "--wire", "--seconds", "1", "--budget", "60s", "--json")
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["subject"] as? String == "wire")
    let stages = try #require(report["stages"] as? [[String: Any]])
    #expect(stages.first?["name"] as? String == "100 Hz")
    #expect(stages[0]["count"] as? Int == 100)
    let percentiles = try #require(stages[0]["percentiles"] as? [String: Double])
    #expect(percentiles["p50"] ?? 0 > 1_000, "a system call takes longer than a microsecond")
    let sizes = try #require(report["sizes"] as? [String: Double])
    // A machine with much else to do may hold no rate at all.
    let rate = try #require(sizes["highest rate that was held, Hz"])
    #expect(stages.count == (rate > 0 ? 2 : 1))
    #expect(sizes["samples lost, at 100 Hz"] == 0)
    #expect(sizes["deadline misses an hour, at 100 Hz"] ?? -1 >= 0)
  }

  @Test func `A board that sends back what it gets is timed over its port`() throws {
    let board = try PseudoTerminal()
    defer { board.close() }
    Thread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let outcome = buffer.withUnsafeMutableBytes {
          board.read(into: $0, timeout: .milliseconds(100))
        }
        switch outcome {
        case .bytes(let count):
          _ = buffer.withUnsafeBytes {
            board.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), timeout: .seconds(1))
          }
        case .timedOut: continue
        case .ended: return
        }
      }
    }.start()
    // Long enough for a computer that is busy elsewhere for a second or two.
    let result = try Tool.run(
      "profile", "--wire", "--port", board.path, "--seconds", "3", "--budget", "60s", "--json")
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let stages = try #require(report["stages"] as? [[String: Any]])
    #expect(stages.first?["count"] as? Int == 300)
    #expect((report["sizes"] as? [String: Double])?["samples lost, at 100 Hz"] == 0)
  }

  @Test func `The profile takes any model, and a calibration`() throws {
    let workspace = try Workspace()
    let trace = workspace.path("i.csv")
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    for model in ["lab", "ink"] {
      let result = try Tool.run("profile", trace, "--model", model)
      #expect(result.code == 0 && result.output.contains("recognized by \(model)"))
    }
    let missing = workspace.path("none.json")
    #expect(try Tool.run("profile", trace, "--calibration", missing).code == 2)
    let board = try Tool.run("profile", "--board", "nrf51822", "--calibration", missing)
    #expect(board.code == 2)
    #expect(board.errorOutput.contains("leave out --calibration"))
  }

  @Test func `Misuse ends with the next step`() throws {
    let workspace = try Workspace()
    let empty = workspace.path("empty.csv")
    try Data("t,mx,my,mz\n0,0,0,0\n".utf8).write(to: URL(fileURLWithPath: empty))
    let nothing = try Tool.run("profile", empty)
    #expect(nothing.code == 2)
    #expect(nothing.errorOutput.contains("record a trace with `quillon bridge --record`"))
    let other = try Tool.run("profile", "--compare", empty)
    #expect(other.code == 2)
    #expect(other.errorOutput.contains("make one with quillon profile --json"))
    #expect(try Tool.run("profile", "--tolerance", "-1").code == 2)
    #expect(try Tool.run("profile", "--wire", "--seconds", "0").code == 2)
    #expect(try Tool.run("profile", "--port", "/dev/ttyACM0").code == 2)
    #expect(try Tool.run("profile", "--wire", "--board", "nrf51822").code == 2)
    let pinned = try Tool.run("profile", "--pin", "99999")
    #expect(pinned.code == 3)
  }
}
