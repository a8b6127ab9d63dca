import Foundation
import QuillonSerial
import TestSupport
import Testing

extension SerialLinkTests {
  @Suite struct WaitingTests {
    @Test(arguments: Backend.allCases) func timeoutIsHonored(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      for timeout: Duration in [.zero, .milliseconds(1), .milliseconds(20), .milliseconds(100)] {
        let late = (0..<5).map { _ in
          let took = ContinuousClock().measure {
            #expect(port.readOnce(timeout: timeout) == .timedOut)
          }
          #expect(took >= timeout)
          return took - timeout
        }
        #expect(try #require(late.median) < .milliseconds(50))
      }
    }

    @Test(arguments: Backend.allCases) func aWaitingReadUsesNoProcessor(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let used = Worker { processorTime { _ = port.readOnce(timeout: .milliseconds(500)) } }
      #expect(try used.result() < 0.025)
    }

    @Test(arguments: Backend.allCases) func aWaitingWriteUsesNoProcessor(
      _ backend: Backend
    ) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let bytes = [UInt8](repeating: 0, count: 1_000_000)
      #expect(port.write(bytes, timeout: .zero) != .written)
      let used = Worker { processorTime { _ = port.write(bytes, timeout: .milliseconds(500)) } }
      #expect(try used.result() < 0.025)
    }

    @Test(arguments: Backend.allCases) func aSignalDoesNotEndAWait(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      signal(SIGUSR1) { _ in }
      let took = Worker {
        let reader = pthread_self()
        let interruptions = Worker {
          for _ in 0..<10 {
            usleep(10_000)
            pthread_kill(reader, SIGUSR1)
          }
        }
        let took = ContinuousClock().measure { _ = port.readOnce(timeout: .milliseconds(200)) }
        _ = try? interruptions.result()
        return took
      }
      #expect(try took.result() >= .milliseconds(200))
    }
  }
}
