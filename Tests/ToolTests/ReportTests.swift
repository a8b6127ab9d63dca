import Foundation
import QuillonSerial
import QuillonWire
import TestSupport
import Testing

/// `quillon report`: what a board says, in one file, and nothing that is private.
@Suite(.waiting) struct ReportTests {
  private func report(_ file: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  @Test func whatABoardSaysIsWritten() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("report.json"))
    #expect(try Tool.run("simulate", "--text", "IT", "--raw", "6", "--trace", trace).code == 0)
    let board = try Tool("replay", trace, "--pty", "--protocol", "quillon")
    let port = try board.line(with: "/dev/pts/")
    let result = try Tool.run("report", "--port", port, "--seconds", "3", "--json", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try report(out)
    let summary = try #require(report["summary"] as? [String: Any])
    #expect(summary["format"] as? String == "quillon")
    #expect((summary["samples"] as? Int ?? 0) > 200)
    #expect(summary["rejectedBytes"] as? Int == 0)
    let samples = try #require(report["samples"] as? [[String: Any]])
    #expect(samples.count == summary["samples"] as? Int)
    #expect((samples.first?["specific_force"] as? [Double])?.count == 3)
    let line = Data(try #require(result.lines.first).utf8)
    let printed = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    #expect(printed["format"] as? String == "quillon")
    // Neither a name of a person's computer nor the path of the port.
    let text = try String(contentsOfFile: out, encoding: .utf8)
    #expect(!text.contains("/dev/") && !text.contains(ProcessInfo.processInfo.hostName))
    #expect(!text.contains(workspace.path("")))
    let again = try Tool.run("report", "--port", port, "--seconds", "1", out)
    #expect(again.code == 2 && again.errorOutput.contains("--force"), "\(again.errorOutput)")
    board.terminate()
  }

  /// Letters are what a person wrote: none of them comes into the file.
  @Test func noLetterIsInIt() throws {
    let workspace = try Workspace()
    let out = workspace.path("report.json")
    let terminal = try PseudoTerminal()
    let tool = try Tool("report", "--port", terminal.path, "--seconds", "2", out)
    Thread.sleep(forTimeInterval: 0.5)
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    let messages: [Message] = [
      .hello(
        Hello(
          board: BoardName("pico"), firmware: .current, sampleRate: 104, modelID: 7,
          sensor: BoardName("LSM6DSOX"))),
      .status(Status()), .fault(FaultReport(cause: 3, address: 0x1000_0244)),
      .pen(PenChange(state: .up, origin: .board)),
      .abandonment(.gap), .status(Status()),
    ]
    for message in messages {
      encoder.encode(message, time: 0, into: &packet)
      _ = packet.withUnsafeBytes {
        terminal.write(UnsafeRawBufferPointer($0), timeout: .seconds(1))
      }
    }
    let result = try tool.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try report(out)
    let types = (report["messages"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
    #expect(types == ["hello", "status", "fault", "status"])
    let hello = try #require((report["messages"] as? [[String: Any]])?.first)
    #expect(hello["board"] as? String == "pico" && hello["sensor"] as? String == "LSM6DSOX")
  }

  /// A line that nobody understands, and one that is silent, are reports as well.
  @Test func whatIsNotUnderstoodIsWritten() throws {
    let workspace = try Workspace()
    for (bytes, code) in [([UInt8](), 1), (Array("what is this\n".utf8), 0)] as [([UInt8], Int32)] {
      let out = workspace.path("report-\(bytes.count).json")
      let terminal = try PseudoTerminal()
      let tool = try Tool("report", "--port", terminal.path, "--seconds", "2", out)
      Thread.sleep(forTimeInterval: 0.5)
      _ = bytes.withUnsafeBytes { terminal.write($0, timeout: .seconds(1)) }
      let result = try tool.result()
      #expect(result.code == code, "\(result.errorOutput)")
      let report = try report(out)
      #expect(try #require(report["summary"] as? [String: Any])["format"] == nil)
      let first = (report["firstBytes"] as? String ?? "").split(separator: " ")
      #expect(first.compactMap { UInt8($0, radix: 16) } == bytes)
    }
  }
}
