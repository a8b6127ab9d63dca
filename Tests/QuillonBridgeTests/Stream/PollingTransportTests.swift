import QuillonBridge
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct PollingTransportTests {
  /// A board that answers each request of three bytes with `answer` and counts them.
  private func board(
    _ terminal: PseudoTerminal, answer: [UInt8]
  ) -> Worker<Int> {
    Worker {
      var count = 0
      var buffer = [UInt8](repeating: 0, count: 64)
      while true {
        switch buffer.withUnsafeMutableBytes({ terminal.read(into: $0, timeout: .seconds(1)) }) {
        case .ended: return count
        case .timedOut: continue
        case .bytes(let received):
          count += received / 3
          if !answer.isEmpty { _ = terminal.write(answer, timeout: .seconds(1)) }
        }
      }
    }
  }

  private func line(rate: Int) throws -> (terminal: PseudoTerminal, line: PollingTransport) {
    let terminal = try PseudoTerminal()
    let port = try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic)
    return (terminal, PollingTransport(port, request: [1, 2, 3], answer: 4, rate: rate))
  }

  @Test func eachAnswerIsFollowedByARequest() throws {
    let (terminal, line) = try line(rate: 200)
    let board = board(terminal, answer: [9, 8, 7, 6])
    var (received, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64))
    while received.count < 40 {
      let outcome = buffer.withUnsafeMutableBytes { line.read(into: $0, timeout: .seconds(5)) }
      guard case .bytes(let count) = outcome else { break }
      received += buffer[..<count]
    }
    #expect(received.count >= 40)
    #expect(received.prefix(4) == [9, 8, 7, 6])
    line.close()
    terminal.close()
    #expect(try board.result() >= 10)
  }

  /// A board that does not answer is asked ten times a second, so that nothing piles up in its line.
  @Test func withoutAnAnswerTheNextRequestWaits() throws {
    let (terminal, line) = try line(rate: 200)
    let board = board(terminal, answer: [])
    var buffer = [UInt8](repeating: 0, count: 64)
    let start = ContinuousClock.now
    let outcome = buffer.withUnsafeMutableBytes {
      line.read(into: $0, timeout: .milliseconds(450))
    }
    let most = Int((ContinuousClock.now - start) / .milliseconds(100)) + 1
    #expect(outcome == .timedOut)
    line.close()
    terminal.close()
    let asked = try board.result()
    #expect(asked >= 2 && asked <= most, "\(asked) of at most \(most)")
  }
}
