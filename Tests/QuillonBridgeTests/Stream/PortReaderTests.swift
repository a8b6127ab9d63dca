import QuillonBridge
import QuillonSerial
import QuillonSystem
import TestSupport
import Testing

@Suite(.waiting) struct PortReaderTests {
  private struct Enough: Error {}

  private func line() throws -> (terminal: PseudoTerminal, port: any ByteTransport) {
    let terminal = try PseudoTerminal()
    return (terminal, try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic))
  }

  @Test func whatWasReadBeforeComesFirstAndTheEndIsTold() throws {
    let (terminal, port) = try line()
    defer { port.close() }
    #expect(terminal.write([3, 4], timeout: .seconds(10)) == .written)
    let start = MonotonicClock.now()
    var (bytes, arrivals): ([UInt8], [UInt64]) = ([], [])
    let earlier = ReceivedBytes(arrival: 7, bytes: [1, 2])
    let ending = PortReader(port, after: [earlier]).run(while: { true }) { read, arrival in
      bytes += read
      arrivals.append(arrival)
      if bytes.count == 4 { terminal.close() }
    }
    #expect(ending == .disconnected)
    #expect(bytes == [1, 2, 3, 4])
    #expect(arrivals.first == 7 && arrivals.dropFirst().allSatisfy { $0 >= start })
  }

  @Test func whoWantsNoMoreIsAskedThoughNothingComes() throws {
    let (terminal, port) = try line()
    defer {
      port.close()
      terminal.close()
    }
    var count = 0
    let ending = PortReader(port).run(
      while: {
        count += 1
        return count < 4
      }
    ) { _, _ in Issue.record("nothing was sent") }
    #expect(ending == .cancelled && count == 4)
  }

  @Test func anErrorEndsTheReading() throws {
    let (terminal, port) = try line()
    defer {
      port.close()
      terminal.close()
    }
    #expect(terminal.write([1], timeout: .seconds(10)) == .written)
    #expect(throws: Enough.self) {
      try PortReader(port).run(while: { true }) { _, _ in throw Enough() }
    }
    #expect(throws: Enough.self) {
      try PortReader(port).run(while: { throw Enough() }) { _, _ in }
    }
  }
}
