import Foundation
import QuillonSerial
import TestSupport
import Testing

extension SerialLinkTests {
  @Suite struct EndingTests {
    @Test(arguments: Backend.allCases) func aPulledPlugEndsAWaitingRead(_ backend: Backend) throws {
      let delays = try (0..<9).map { _ in
        let board = try PseudoTerminal()
        let port = try backend.open(board)
        let reader = Worker {
          let outcome = port.readOnce(timeout: .seconds(5))
          return (outcome, ContinuousClock.now)
        }
        Thread.sleep(forTimeInterval: 0.02)
        let pulled = ContinuousClock.now
        board.close()
        let (outcome, noticed) = try reader.result()
        #expect(outcome == .ended)
        return noticed - pulled
      }
      #expect(try #require(delays.median) < .milliseconds(100))
    }

    @Test(arguments: Backend.allCases) func aPulledPlugEndsAWaitingWrite(_ backend: Backend) throws
    {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let bytes = [UInt8](repeating: 0, count: 1_000_000)
      let writer = Worker { port.write(bytes, timeout: .seconds(5)) }
      Thread.sleep(forTimeInterval: 0.05)
      board.close()
      #expect(try writer.result() == .ended)
    }

    @Test(arguments: Backend.allCases) func afterThePlugEverythingHasEnded(
      _ backend: Backend
    ) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      board.close()
      #expect(port.readOnce(timeout: .seconds(1)) == .ended)
      #expect(port.write([1], timeout: .seconds(1)) == .ended)
      port.close()
      #expect(port.readOnce(timeout: .seconds(1)) == .ended)
    }

    @Test(arguments: Backend.allCases) func closingEndsAWaitingReadAndFreesThePort(
      _ backend: Backend
    ) throws {
      let board = try PseudoTerminal()
      for _ in 0..<5 {
        let port = try backend.reopen(board)
        let reader = Worker { port.readOnce(timeout: .seconds(5)) }
        Thread.sleep(forTimeInterval: 0.02)
        port.close()
        port.close()
        #expect(try reader.result() == .ended)
        #expect(port.write([1], timeout: .seconds(1)) == .ended)
      }
    }

    @Test(arguments: Backend.allCases) func anUnusedTransportFreesThePort(_ backend: Backend) throws
    {
      let board = try PseudoTerminal()
      for _ in 0..<3 { _ = try backend.reopen(board) }
      #expect(!board.hasClient)
    }
  }
}
