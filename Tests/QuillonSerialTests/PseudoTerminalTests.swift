import Foundation
import QuillonSerial
import TestSupport
import Testing

extension SerialLinkTests {
  @Suite struct PseudoTerminalTests {
    @Test(arguments: Backend.allCases) func clientsComeAndGo(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      #expect(!board.hasClient)
      for byte: UInt8 in 1...3 {
        let port = try backend.open(board)
        #expect(board.hasClient)
        #expect(port.write([byte], timeout: .seconds(1)) == .written)
        #expect(board.readAll(1) == [byte])
        port.close()
        #expect(!board.hasClient)
      }
    }

    @Test func bytesWrittenBeforeAClientComesWaitForIt() throws {
      let board = try PseudoTerminal()
      let bytes: [UInt8] = [3, 4, 10, 13, 17, 19, 26, 28, 255]
      #expect(board.write(bytes, timeout: .seconds(1)) == .written)
      let port = try Backend.terminal.open(board)
      #expect(port.readAll(bytes.count) == bytes)
    }

    @Test func bytesOfAClientThatLeftAreStillRead() throws {
      let board = try PseudoTerminal()
      let port = try Backend.terminal.open(board)
      #expect(port.write([1, 2, 3], timeout: .seconds(1)) == .written)
      port.close()
      #expect(board.readAll(3) == [1, 2, 3])
    }

    @Test func waitingForAClientUsesNoProcessor() throws {
      let board = try PseudoTerminal()
      let used = Worker {
        processorTime { #expect(board.readOnce(timeout: .milliseconds(500)) == .timedOut) }
      }
      #expect(try used.result() < 0.025)
    }

    /// However busy the system is that hands bytes over, nothing that was written counts as read.
    @Test func whatWasWrittenIsUnreadAtOnce() throws {
      let board = try PseudoTerminal()
      let port = try openTransport(path: board.path, baud: 9600, dtr: .automatic)
      defer { port.close() }
      for _ in 0..<500 {
        #expect(board.write([7], timeout: .seconds(1)) == .written)
        try #require(board.unreadCount == 1)
        #expect(port.readOnce(timeout: .seconds(10)) == .bytes(1))
        try #require(board.unreadCount == 0)
      }
    }

    @Test func writingWithoutAClientTimesOut() throws {
      let board = try PseudoTerminal()
      let bytes = [UInt8](repeating: 7, count: 1_000_000)
      let writer = Worker { board.write(bytes, timeout: .milliseconds(100)) }
      guard case .timedOut(let accepted) = try writer.result() else {
        Issue.record("a million bytes went to nobody")
        return
      }
      #expect(accepted > 0)
    }

    @Test func closingEndsAWaitingRead() throws {
      let board = try PseudoTerminal()
      let reader = Worker { board.readOnce(timeout: .seconds(5)) }
      Thread.sleep(forTimeInterval: 0.02)
      board.close()
      #expect(try reader.result() == .ended)
      #expect(!board.hasClient)
    }
  }
}
