import Foundation
import TestSupport
import Testing

@Suite struct ViewTests {
  @Test func itTellsThePageAndEndsWhenAsked() throws {
    let tool = try Tool("view", "--port", "/dev/no-such-board")
    let page = try tool.line(with: "http://127.0.0.1:")
    let parts = page.split(separator: "#")
    #expect(parts.count == 2)
    #expect(parts.last?.count == 32)
    tool.interrupt()
    let result = try tool.result()
    #expect(result.code == 0)
    #expect(result.output == page + "\n")
    #expect(!result.talk.contains("warning"))
  }

  @Test func otherMachinesAreWarnedOf() throws {
    let tool = try Tool("view", "--listen", "0.0.0.0", "--port", "/dev/no-such-board")
    _ = try tool.line(with: "http://127.0.0.1:")
    try tool.talk(with: "warning: every machine that reaches 0.0.0.0")
    tool.interrupt()
    #expect(try tool.result().code == 0)
  }

  @Test func aPortThatIsTakenIsTheWorldsFault() throws {
    let first = try Tool("view", "--port", "/dev/no-such-board")
    let page = try first.line(with: "http://127.0.0.1:")
    let port = page.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }
    let second = try Tool.run("view", "--port", "/dev/no-such-board", "--http", String(port))
    #expect(second.code == 3)
    #expect(second.talk.contains("choose another --listen or --http"))
    first.interrupt()
    #expect(try first.result().code == 0)
  }

  @Test(arguments: [
    ["--listen", "example.com"], ["--listen", ""], ["--http", "65536"],
    ["trace.csv", "--port", "/dev/ttyACM0"], ["no-such-trace.csv"], ["--text", "1"],
    ["--model", "no-such-model.json"], ["--calibration", "no-such-file.json"],
  ])
  func misuseIsRefused(arguments: [String]) throws {
    #expect(try Tool.run(["view"] + arguments).code == 2)
  }
}
