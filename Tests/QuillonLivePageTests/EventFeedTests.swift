import Foundation
import QuillonBridge
import QuillonLivePage
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import Testing

@Suite struct EventFeedTests {
  private let event = BridgeEvent.abandoned(.gap, time: 0)

  @Test func whatDoesNotFitIsDroppedAndCounted() {
    let feed = EventFeed(capacity: 10)
    for _ in 0..<25 { feed.append(event) }
    let batch = feed.drain()
    #expect(batch.items.count == 10)
    #expect(batch.dropped == 15)
    feed.append(event)
    #expect(feed.drain().items.count == 1)
    #expect(feed.drain().dropped == 15)
  }

  @Test func theConnectionIsToldEvenWhenItIsFull() {
    let feed = EventFeed(capacity: 1)
    feed.append(event)
    feed.append(event)
    for _ in 0..<1000 {
      feed.append(.gone)
      feed.append(.open)
    }
    let batch = feed.drain()
    #expect(batch.items.count == 2)
    guard case .link(.open) = batch.items.last else {
      Issue.record("the last item is \(String(describing: batch.items.last))")
      return
    }
  }

  @Test func aBoardIsFollowedSampleBySampleOverTwoConnections() throws {
    let samples = try AirWriter(seed: 3).trace(of: "LO").replaySamples.map(\.sample)
    let session = LiveSession(
      source: PageSource(words: "test"), model: try .packed, folder: nil)
    var boards = 0
    try session.follow(isCancelled: { false }) {
      guard boards < 2 else { return nil }
      boards += 1
      let board = try VirtualBoard(BoardScript(samples: samples, pacing: .unpaced))
      Thread { _ = board.run() }.start()
      return BoardPort(
        transport: try openTransport(path: board.path, baud: 115_200, dtr: .automatic))
    }
    let batch = session.feed.drain()
    let links = batch.items.compactMap { if case .link(let link) = $0 { link } else { nil } }
    // That the first was gone before the second came is of no account to who looks only now.
    #expect(links == [.open, .open, .gone])
    let received = batch.items.filter {
      if case .event(.sample) = $0 { true } else { false }
    }
    #expect(received.count == 2 * samples.count)
    #expect(batch.summary?.samples == 2 * samples.count)
    #expect(batch.summary?.lost == 0)
    #expect(batch.dropped == 0)
  }
}
