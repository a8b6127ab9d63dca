import Foundation
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// What the tool sends to a board.
@Suite(.waiting) struct ConfigureTests {
  /// A bridge on a board that sends nothing, and all that it was sent until it ended.
  private func sent(_ options: String...) throws -> (bytes: [UInt8], result: Tool.Result) {
    let board = try PseudoTerminal()
    let bridge = try Tool(["bridge", "--port", board.path] + options)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    let end = ContinuousClock.now + .seconds(4)
    while .now < end {
      let outcome = buffer.withUnsafeMutableBytes {
        board.read(into: $0, timeout: .milliseconds(50))
      }
      if case .bytes(let count) = outcome { bytes += buffer[..<count] }
    }
    board.close()
    return (bytes, try bridge.result())
  }

  @Test func commandsAreSentWhenAskedFor() throws {
    let (bytes, result) = try sent("--protocol", "witmotion-11", "--configure")
    #expect(
      bytes == [
        0xFF, 0xAA, 0x69, 0x88, 0xB5, 0xFF, 0xAA, 0x03, 0x09, 0, 0xFF, 0xAA, 0x1F, 0x02, 0,
        0xFF, 0xAA, 0x02, 0x06, 0x02, 0xFF, 0xAA, 0x04, 0x06, 0,
      ])
    #expect(result.errorOutput.contains("configuring the board: 100 Hz"))
  }

  /// The next rate that the board can be set to, and at 50 Hz a bandwidth below half of it.
  @Test func aRateIsAskedFor() throws {
    let (bytes, result) = try sent("--protocol", "witmotion-ble", "--configure", "--rate", "40")
    #expect(
      bytes == [0xFF, 0xAA, 0x69, 0x88, 0xB5, 0xFF, 0xAA, 0x03, 0x08, 0, 0xFF, 0xAA, 0x1F, 0x04, 0])
    #expect(result.errorOutput.contains("configuring the board: 50 Hz"))
    let wrong = try sent("--configure", "--rate", "1000")
    #expect(wrong.result.code == 2 && wrong.result.errorOutput.contains("25 to 400"))
  }

  /// A board that only answers is asked for each sample, and recorded.
  @Test(arguments: ["msp", "witmotion-modbus"])
  func whoOnlyAnswersIsAsked(_ format: String) throws {
    let workspace = try Workspace()
    let board = try PseudoTerminal()
    var row = TraceRow(time: 0)
    (row.specificForce, row.angularRate) = ([0, 0, 9.80665], [0.5, 0, 0])
    var encoder = try #require(SensorEncoders.named(format))
    let (answer, length) = (encoder.encode(row), format == "msp" ? 6 : 8)
    let player = Worker {
      var (asked, buffer) = (0, [UInt8](repeating: 0, count: 256))
      while true {
        switch buffer.withUnsafeMutableBytes({ board.read(into: $0, timeout: .seconds(1)) }) {
        case .ended: return asked
        case .timedOut: continue
        case .bytes(let count):
          // Its settings are echoed, what it is asked for is answered.
          guard buffer[1] != 0x06 else { continue }
          for _ in 0..<count / length {
            asked += 1
            _ = board.write(answer, timeout: .seconds(1))
          }
        }
      }
    }
    let trace = workspace.path("a.csv")
    let tool = try Tool(
      "record", trace, "--port", board.path, "--protocol", format, "--configure")
    try tool.errorOutput(with: "recording")
    let end = ContinuousClock.now + .seconds(20)
    func rows() -> [Substring] {
      (try? String(contentsOfFile: trace, encoding: .utf8))?.split(separator: "\n") ?? []
    }
    while rows().count < 100, .now < end { Thread.sleep(forTimeInterval: 0.1) }
    tool.interrupt()
    let result = try tool.result()
    board.close()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("at 100 Hz"))
    #expect(try player.result() >= rows().count - 20)
    let numbers = try #require(rows().last).split(separator: ",").compactMap { Double($0) }
    #expect(numbers.count >= 7 && abs(numbers[3] - 9.80665) < 0.01 && abs(numbers[4] - 0.5) < 0.02)
  }

  /// What `--configure` began with a board that reads letters, `send --letters` ends.
  @Test(arguments: [true, false])
  func aBoardReadsLettersAgain(_ isAnswered: Bool) throws {
    let terminal = try PseudoTerminal()
    let received = Worker {
      var received: [Message] = []
      terminal.playBoard { command in
        received.append(command)
        return isAnswered ? [command] : []
      }
      return received
    }
    let result = try Tool.run("send", "--port", terminal.path, "--letters")
    terminal.close()
    #expect(try received.result().allSatisfy { $0 == .streaming(false) })
    #expect(result.code == (isAnswered ? 0 : 3), "\(result.errorOutput)")
    #expect(
      result.errorOutput.contains(
        isAnswered ? "the board reads letters" : "did not confirm: only firmware"))
    let wrong = try Tool.run("send", "air-board", "--letters")
    #expect(wrong.code == 2 && wrong.errorOutput.contains("leave out the model"))
  }

  @Test func nothingIsSentOtherwise() throws {
    #expect(try sent("--protocol", "witmotion-11").bytes == [])
    #expect(try sent().bytes == [])
  }

  @Test func whatCannotBeConfiguredIsTold() throws {
    let (bytes, result) = try sent("--protocol", "bno08x-rvc", "--configure")
    #expect(bytes == [])
    #expect(result.errorOutput.contains("accepts no commands: its settings stay unchanged"))
    let silent = try sent("--configure")
    #expect(silent.bytes == [])
    #expect(silent.result.code == 2)
    #expect(silent.result.errorOutput.contains("name the format with --protocol"))
  }
}
