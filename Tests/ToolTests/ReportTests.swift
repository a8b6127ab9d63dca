import Foundation
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// `quillon report`: what a board sends, in one file, and nothing that is private.
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
    #expect(report["request"] == nil, "a board that sends samples is not asked")
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

  /// The end of the report cuts into a message as its beginning does.
  @Test func aMessageThatIsCutOffIsNotRejected() throws {
    let workspace = try Workspace()
    let out = workspace.path("report.json")
    var messages = try AirWriter(seed: 3).trace(of: "I").messages(by: QuillonEncoder())
    messages[messages.count - 1].bytes.removeLast(9)
    var script = BoardScript(.messages(messages))
    script.timeout = .seconds(10)
    let board = try VirtualBoard(script)
    let player = Worker { _ = board.run() }
    let result = try Tool.run("report", "--port", board.path, "--seconds", "60", out)
    try player.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    let summary = try #require(try report(out)["summary"] as? [String: Any])
    #expect(summary["samples"] as? Int == messages.count - 1)
    #expect(summary["rejectedBytes"] as? Int == 0)
  }

  /// A board that reads letters: each half second a status, and samples from when it is asked until that ends.
  private final class ReadingBoard: Sendable {
    let terminal: PseudoTerminal
    /// Signaled when it has sent 100 samples.
    let streamed = DispatchSemaphore(value: 0)
    private let worker: Worker<[Bool]>

    /// - Parameter canStream: False for firmware that does not know the wish.
    init(canStream: Bool) throws {
      let terminal = try PseudoTerminal()
      self.terminal = terminal
      worker = Worker { [streamed] in
        var (decoder, encoder) = (PacketDecoder(), PacketEncoder())
        var (asked, isStreaming, time, samples) = ([Bool](), false, UInt32(0), 0)
        func send(_ message: Message) {
          var packet = PacketBytes()
          encoder.encode(message, time: time, into: &packet)
          _ = packet.withUnsafeBytes {
            terminal.write(UnsafeRawBufferPointer($0), timeout: .seconds(1))
          }
        }
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
          switch buffer.withUnsafeMutableBytes({
            terminal.read(into: $0, timeout: .milliseconds(10))
          }) {
          case .ended: return asked
          case .bytes(let count):
            for byte in buffer[..<count] {
              guard case .packet(let packet) = decoder.push(byte),
                case .streaming(let isOn) = packet.message
              else { continue }
              asked.append(isOn)
              guard canStream else { continue }
              isStreaming = isOn
              send(packet.message)
            }
          case .timedOut: break
          }
          time &+= 10_000
          if time % 500_000 == 0 { send(.status(Status())) }
          guard isStreaming else { continue }
          samples += 1
          if samples == 100 { streamed.signal() }
          send(
            .sample(
              InertialSample(
                timestamp: time, acceleration: .specificForce(Vector3(.zero, .zero, .zero)),
                pen: .up)))
        }
      }
    }

    /// What it was asked for, when the line has ended.
    func asked() throws -> [Bool] {
      terminal.close()
      return try worker.result()
    }
  }

  /// A board that reads letters sends samples for the report, and reads letters again, even if the report is ended early.
  @Test(arguments: [false, true])
  func aBoardThatReadsLettersIsAskedForSamples(_ isInterrupted: Bool) throws {
    let workspace = try Workspace()
    let out = workspace.path("report.json")
    let board = try ReadingBoard(canStream: true)
    let tool = try Tool(
      "report", "--port", board.terminal.path, "--seconds", isInterrupted ? "60" : "2", out)
    if isInterrupted {
      #expect(board.streamed.wait(timeout: .now() + 20) == .success)
      tool.interrupt()
    }
    let result = try tool.result()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(try board.asked() == [true, false])
    let report = try report(out)
    #expect((report["request"] as? String ?? "").contains("it reads letters again"))
    let samples = try #require(report["samples"] as? [[String: Any]])
    #expect(samples.count > 80)
  }

  /// Firmware that does not know the wish continues to read letters, and the file states that it was asked.
  @Test func aBoardThatDoesNotAnswerIsToldInTheFile() throws {
    let workspace = try Workspace()
    let out = workspace.path("report.json")
    let board = try ReadingBoard(canStream: false)
    let result = try Tool.run("report", "--port", board.terminal.path, "--seconds", "10", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("did not answer"))
    #expect(try board.asked() == [true, true, true, false])
    let report = try report(out)
    #expect((report["request"] as? String ?? "").contains("did not answer"))
    #expect(try #require(report["summary"] as? [String: Any])["samples"] as? Int == 0)
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
