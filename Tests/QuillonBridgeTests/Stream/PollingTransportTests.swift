import QuillonBridge
import QuillonSerial
import Synchronization
import TestSupport
import Testing

@Suite(.waiting) struct PollingTransportTests {
  /// How many requests a board has received.
  private final class Requests: Sendable {
    private let bytes = Atomic(0)
    var count: Int { bytes.load(ordering: .relaxed) / 3 }
    func add(_ received: Int) { bytes.add(received, ordering: .relaxed) }
  }

  /// A board that answers each request of three bytes with `answer` and counts them.
  private func board(
    _ terminal: PseudoTerminal, answer: [UInt8], _ requests: Requests
  ) -> Worker<Void> {
    Worker {
      var buffer = [UInt8](repeating: 0, count: 64)
      while true {
        switch buffer.withUnsafeMutableBytes({ terminal.read(into: $0, timeout: .seconds(1)) }) {
        case .ended: return
        case .timedOut: continue
        case .bytes(let received):
          requests.add(received)
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
    let requests = Requests()
    let board = board(terminal, answer: [9, 8, 7, 6], requests)
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
    try board.result()
    #expect(requests.count >= 10)
  }

  /// A board that does not answer is asked ten times a second, so that nothing piles up in its line.
  @Test func withoutAnAnswerTheNextRequestWaits() throws {
    let (terminal, line) = try line(rate: 200)
    let requests = Requests()
    let board = board(terminal, answer: [], requests)
    var buffer = [UInt8](repeating: 0, count: 64)
    let start = ContinuousClock.now
    for _ in 0..<100 where requests.count < 5 {
      let outcome = buffer.withUnsafeMutableBytes {
        line.read(into: $0, timeout: .milliseconds(120))
      }
      #expect(outcome == .timedOut)
    }
    // The requests that the board has received were sent before this moment.
    let asked = requests.count
    let most = Int((ContinuousClock.now - start) / .milliseconds(100)) + 1
    #expect(asked >= 5 && asked <= most, "\(asked) of at most \(most)")
    line.close()
    terminal.close()
    try board.result()
  }
}
