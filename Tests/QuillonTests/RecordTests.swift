import Foundation
import Recordings
import TestSupport
import Testing

/// `quillon record` and `quillon replay`.
@Suite struct RecordTests {
  @Test(arguments: ["mip", "quillon", "csv"])
  func whatIsReplayedIsRecorded(name: String) throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let board = try Tool("replay", trace, "--pty", "--protocol", name, "--speed", "4")
    let result = try Tool.run("record", "--port", board.line(with: "/dev/pts/"), "--json", out)
    #expect(result.code == 0, "\(result.talk)")
    #expect(result.talk.contains("found \(name) at"))
    let (sent, recorded) = (try Trace(contentsOf: trace), try Trace(contentsOf: out))
    #expect(recorded.rows.count >= sent.rows.count - 6)
    #expect(recorded.rows.allSatisfy { $0.attitude != nil && $0.angularRate != nil })
    // The board's clock, not the speed at which it was played.
    let duration = try #require(recorded.rows.last).time
    #expect(abs(duration - Double(recorded.rows.count - 1) / 100) < 0.05)
    #expect(try board.result().talk.contains("completed: played \(sent.rows.count) of"))
  }

  @Test func aTraceGoesToStandardOutputAsBytes() throws {
    let workspace = try Workspace()
    let (trace, bytes) = (workspace.path("trace.csv"), workspace.path("bytes"))
    #expect(try Tool.run("simulate", "--text", "I", "--trace", trace).code == 0)
    let result = try Tool.run("replay", trace, "--protocol", "csv")
    #expect(result.code == 0)
    try Data(result.output.utf8).write(to: URL(fileURLWithPath: bytes))
    let decoded = try Tool.run("decode", "--protocol", "csv", bytes)
    #expect(decoded.lines.count == (try Trace(contentsOf: trace).rows.count))
  }

  @Test func anInterruptedRecordingIsWhole() throws {
    let workspace = try Workspace()
    let out = workspace.path("out.csv")
    let board = try Tool("simulate", "--text", "I", "--pty", "--protocol", "bno08x-rvc")
    let recorder = try Tool("record", "--port", try board.line(with: "/dev/pts/"), out)
    try recorder.talk(with: "recording")
    Thread.sleep(forTimeInterval: 1)
    recorder.interrupt()
    let result = try recorder.result()
    #expect(result.code == 0, "\(result.talk)")
    #expect(result.output.contains("0 incomplete, 0 missing"))
    #expect(try Trace(contentsOf: out).rows.count > 50)
  }

  @Test func misuseIsTold() throws {
    #expect(try Tool.run("replay", "/no/such/trace.csv").code == 2)
    #expect(try Tool.run("replay", "x", "--speed", "0").code == 2)
    let workspace = try Workspace()
    let trace = workspace.path("trace.csv")
    try Data("t,ax,ay,az\n0,0,0,9.8\n".utf8).write(to: URL(fileURLWithPath: trace))
    let result = try Tool.run("replay", trace, "--protocol", "teapot")
    #expect(result.code == 2)
    #expect(result.talk.contains("choose another --protocol"))
  }
}
