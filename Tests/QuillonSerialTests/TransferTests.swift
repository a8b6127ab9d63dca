import QuillonReferenceModel
import QuillonSerial
import TestSupport
import Testing

extension SerialLinkTests {
  @Suite struct TransferTests {
    @Test(arguments: Backend.allCases) func everyByteValuePassesInOrder(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let bytes = (0...255).map { UInt8($0) }
      #expect(port.write(bytes, timeout: .seconds(1)) == .written)
      #expect(board.readAll(256) == bytes)
      #expect(board.write(bytes, timeout: .seconds(1)) == .written)
      #expect(port.readAll(256) == bytes)
    }

    @Test(arguments: Backend.allCases) func megabytePassesBothWaysAtOnce(_ backend: Backend) throws
    {
      let seed: UInt64 = 20_201
      var random = SeededRandom(seed: seed)
      let down = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let up = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let boardWrites = Worker { board.write(up, timeout: .seconds(20)) }
      let boardReads = Worker { board.readAll(down.count) }
      let portWrites = Worker { port.write(down, timeout: .seconds(20)) }
      #expect(port.readAll(up.count) == up, "seed \(seed)")
      #expect(try boardReads.result() == down, "seed \(seed)")
      #expect(try boardWrites.result() == .written)
      #expect(try portWrites.result() == .written)
    }

    @Test(arguments: Backend.allCases) func nothingToMoveIsDoneAtOnce(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let none = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      #expect(port.read(into: none, timeout: .seconds(9)) == .bytes(0))
      #expect(port.write([], timeout: .seconds(9)) == .written)
    }

    @Test(arguments: Backend.allCases) func writingToAFullPortTimesOut(_ backend: Backend) throws {
      let board = try PseudoTerminal()
      let port = try backend.open(board)
      let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
      let writer = Worker { port.write(bytes, timeout: .milliseconds(200)) }
      guard case .timedOut(let accepted) = try writer.result() else {
        Issue.record("a port that nobody reads took a million bytes")
        return
      }
      #expect(accepted > 0 && accepted < bytes.count)
      #expect(board.readAll(accepted) == Array(bytes.prefix(accepted)))
      #expect(board.readOnce(timeout: .milliseconds(50)) == .timedOut)
    }
  }
}
