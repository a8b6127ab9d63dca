import Foundation
import QuillonSerial
import Synchronization
import TestSupport
import Testing

extension SerialLinkTests {
  @Suite struct PortWaitTests {
    @Test func aPortThatComesIsNoticed() throws {
      let board = try PseudoTerminal()
      let delays = try (0..<3).map { _ in
        let path = Link.unusedPath()
        let waiter = Worker { (waitForPort(path, timeout: .seconds(20)), ContinuousClock.now) }
        Thread.sleep(forTimeInterval: 0.25)
        let came = ContinuousClock.now
        let link = try Link(to: board.path, at: path)
        defer { link.remove() }
        let (outcome, noticed) = try waiter.result()
        #expect(outcome == .present)
        return noticed - came
      }
      #expect(try #require(delays.median) <= .milliseconds(250))
    }

    @Test func aPortThatIsThereIsPresentAtOnce() throws {
      let board = try PseudoTerminal()
      #expect(waitForPort(board.path, timeout: .zero) == .present)
    }

    @Test func aLinkToNothingIsNotPresent() throws {
      let link = try Link(to: "/dev/pts/nothing")
      defer { link.remove() }
      let took = ContinuousClock().measure {
        #expect(waitForPort(link.path, timeout: .milliseconds(100)) == .timedOut)
      }
      #expect(took >= .milliseconds(100))
    }

    @Test func waitingForEverCanBeCancelled() throws {
      let path = Link.unusedPath()
      let delays = try (0..<3).map { _ in
        let isCancelled = CancelFlag()
        let waiter = Worker {
          (waitForPort(path) { isCancelled.isSet }, ContinuousClock.now)
        }
        Thread.sleep(forTimeInterval: 0.25)
        let cancelled = ContinuousClock.now
        isCancelled.set()
        let (outcome, noticed) = try waiter.result()
        #expect(outcome == .cancelled)
        return noticed - cancelled
      }
      #expect(try #require(delays.median) <= .milliseconds(250))
    }
  }
}

private final class CancelFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
