import Foundation
import QuillonSerial
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

  /// The next rate that the board can be told, and at 50 Hz a bandwidth below half of it.
  @Test func aRateIsAskedFor() throws {
    let (bytes, result) = try sent("--protocol", "witmotion-ble", "--configure", "--rate", "40")
    #expect(
      bytes == [0xFF, 0xAA, 0x69, 0x88, 0xB5, 0xFF, 0xAA, 0x03, 0x08, 0, 0xFF, 0xAA, 0x1F, 0x04, 0])
    #expect(result.errorOutput.contains("configuring the board: 50 Hz"))
    let wrong = try sent("--configure", "--rate", "1000")
    #expect(wrong.result.code == 2 && wrong.result.errorOutput.contains("25 to 400"))
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
