import Glibc
import QuillonBridge
import QuillonFusion
import QuillonSerial
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct RestartTests {
  private func bytes(of samples: [InertialSample]) -> [UInt8] {
    var encoder = PacketEncoder()
    var packet = PacketBytes()
    let hello = Hello(
      board: BoardName("test"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 100, modelID: 0)
    encoder.encode(.hello(hello), time: 0, into: &packet)
    var line = packet.withUnsafeBytes { Array($0) }
    for sample in samples {
      encoder.encode(sample, into: &packet)
      line += packet.withUnsafeBytes { Array($0) }
    }
    return line
  }

  /// 50 samples stop in the middle of the first stroke; what follows the restart is whole again.
  @Test func aStrokeCutByARestartIsNotJoinedToTheNext() throws {
    let samples = Arrow.samples([.right], startingAt: 5_000_000)
    let bridge = try Connection.bridge()
    let again = Arrow.samples([.up])
    let events = try bridge.feed(bytes(of: Array(samples[..<50])) + bytes(of: again))
    #expect(events.letters.map(\.label) == ["U"])
    // 49 steps before the restart, 80 after it, and none in between.
    #expect(events.letters.first?.time == 1.29)
    #expect(bridge.summary.restarts == 1)
    #expect(bridge.summary.lost == 0)
  }

  @Test func anotherConnectionGoesOnCounting() throws {
    let bridge = try Connection.bridge()
    let samples = Arrow.samples([.left])
    _ = try bridge.feed(bytes(of: Array(samples[..<30])))
    // A gap in the numbers, then a damaged packet.
    let line = bytes(of: samples)
    let events = try bridge.feed(line + [0, 1, 2, 3, 0])
    #expect(events.letters.map(\.label) == ["L"])
    // 29 steps, the time without the board, 80 steps.
    let gaps = events.compactMap {
      if case .gap(let gap, let time) = $0 { (gap, time) } else { nil }
    }
    #expect(gaps.count == 1)
    let (gap, time) = try #require(gaps.first)
    #expect(time == 0.29)
    #expect(gap >= 0.2 && gap < 10)
    #expect(abs((events.letters.first?.time ?? 0) - 1.09 - gap) < 1e-6)
    let summary = bridge.summary
    #expect(summary.samples == 30 + samples.count)
    #expect(summary.damaged == 1)
    #expect(summary.lost == 0)
    #expect(summary.restarts == 0)
    #expect(summary.letters == 1)
  }

  @Test func cancellingEndsASilentConnection() throws {
    let terminal = try PseudoTerminal()
    let port = try openTransport(path: terminal.path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    var asked = 0
    let start = ContinuousClock.now
    let ending = try Connection.bridge().run(
      port,
      isCancelled: {
        asked += 1
        return asked > 3
      }
    ) { _ in }
    #expect(ending == .cancelled)
    #expect(.now - start < .seconds(2))
  }

  @Test func aPortThatComesLaterIsOpened() throws {
    let path = "/tmp/quillon-later-\(UInt64.random(in: 0 ... .max))"
    let board = try PseudoTerminal()
    let linker = Worker {
      usleep(100_000)
      return symlink(board.path, path)
    }
    let port = try openWhenPresent(path: path, isCancelled: { false }) {
      try openTransport(path: path, baud: 9600, dtr: .automatic)
    }
    #expect(try linker.result() == 0)
    #expect(port?.path == board.path)
    port?.close()
    unlink(path)
    let nothing = try openWhenPresent(path: path, isCancelled: { true }) {
      try openTransport(path: path, baud: 9600, dtr: .automatic)
    }
    #expect(nothing == nil)
  }
}
