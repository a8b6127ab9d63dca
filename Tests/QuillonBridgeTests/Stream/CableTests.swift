import QuillonBridge
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import TestSupport
import Testing

/// Boards of every make on bad days: nothing is lost that arrived whole.
@Suite(.waiting) struct CableTests {
  private static let names = BoardFormat.all.map(\.name)

  /// What a board of that format sends while somebody writes, played so many times as fast.
  private func messages(_ name: String, speed: UInt32 = 1) throws -> [TimedMessages] {
    let encoder = SensorEncoders.named(name) ?? QuillonEncoder()
    let messages = try writtenWithoutPen("I", seed: 21).messages(by: encoder)
    let start = messages.first?.timestamp ?? 0
    return messages.map {
      TimedMessages(timestamp: ($0.timestamp &- start) / speed, bytes: $0.bytes)
    }
  }

  private func bridge(_ name: String) throws -> Bridge {
    let format = try #require(BoardFormat.named(name))
    return Bridge(
      model: .linear(try #require(Arrow.model())), labels: Arrow.labels,
      stream: StreamOptions(format))
  }

  /// Lets `bridge` follow a board to its end.
  private func follow(
    _ script: BoardScript, by bridge: Bridge
  ) throws -> (report: BoardReport, events: [BridgeEvent]) {
    let board = try VirtualBoard(script)
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    var events: [BridgeEvent] = []
    #expect(bridge.run(port) { events.append($0) } == .disconnected)
    return (try player.result(), events)
  }

  private func byteCount(_ messages: some Sequence<TimedMessages>) -> UInt32 {
    messages.reduce(0) { $0 + UInt32($1.bytes.count) }
  }

  /// A script of a board on USB, which waits until the host is ready, however busy that is, and drops nothing.
  private func script(
    _ messages: [TimedMessages], stalls: [BoardScript.Stall] = [], unplug: Int? = nil
  ) -> BoardScript {
    var script = BoardScript(.messages(messages), stalls: stalls, unplug: unplug)
    script.timeout = .seconds(60)
    return script
  }

  /// Every byte that the board sent was accepted.
  private func expectNothingLost(
    of sent: [TimedMessages], _ report: BoardReport, _ bridge: Bridge, _ name: String,
    after earlier: UInt32 = 0
  ) throws {
    #expect(report.droppedPackets == 0, "\(name)")
    let bytes = try #require(bridge.summary.stream).bytes
    #expect(bytes.accepted + notConverged > earlier + byteCount(sent), "\(name), \(report)")
    if earlier == 0 { #expect(bytes.rejected == 0, "\(name)") }
  }

  /// What no byte has confirmed by the end of the stream: a message out of step, or one without a frame.
  private let notConverged: UInt32 = 80

  @Test(arguments: names) func aStalledBoardLosesNothing(name: String) throws {
    let sent = try messages(name, speed: 4)
    let bridge = try bridge(name)
    let stalls = [100, 101, 400].map { BoardScript.Stall(before: $0, for: .milliseconds(150)) }
    let (report, _) = try follow(script(sent, stalls: stalls), by: bridge)
    try expectNothingLost(of: sent, report, bridge, name)
    #expect(bridge.summary.stream?.missing == 0, "\(name)")
  }

  @Test(arguments: names) func aFloodLosesNothing(name: String) throws {
    let sent = try messages(name)
    let bridge = try bridge(name)
    var report: BoardReport?
    let seconds = try processorTime {
      report = try follow(BoardScript(.messages(sent), pacing: .unpaced), by: bridge).report
    }
    try expectNothingLost(of: sent, #require(report), bridge, name)
    // At ten times its rate at least.
    #expect(seconds < 0.001 * Double(sent.count), "\(name)")
  }

  @Test(arguments: names) func pullingThePlugLosesOnlyWhatWasOnItsWay(name: String) throws {
    let sent = try messages(name, speed: 4)
    let bridge = try bridge(name)
    let half = sent.count / 2
    // What was sent before the plug is pulled has been read by then.
    let pause = BoardScript.Stall(untilReadBefore: half - 1)
    let (first, before) = try follow(
      script(sent, stalls: [pause], unplug: half), by: bridge)
    #expect(first.ending == .unplugged)
    try expectNothingLost(of: Array(sent[..<(half - 1)]), first, bridge, name)
    let early = try #require(bridge.summary.stream).bytes
    let (second, after) = try follow(script(sent), by: bridge)
    #expect(second.ending == .completed)
    try expectNothingLost(of: sent, second, bridge, name, after: early.accepted)
    #expect(before.gapCount == 0)
    #expect(after.gapCount == 1)
    // Nothing is treated as the other connection's time.
    let times = (before + after).sampleTimes
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "\(name)")
  }
}

extension [BridgeEvent] {
  fileprivate var gapCount: Int { count { if case .gap = $0 { true } else { false } } }

  fileprivate var sampleTimes: [Double] {
    compactMap { if case .sample(_, let time) = $0 { time } else { nil } }
  }
}
