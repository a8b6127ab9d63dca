import QuillonBridge
import QuillonProfiling
import QuillonRecognizer
import QuillonSerial

/// The open port of a board, and how its bytes are read.
public struct BoardPort {
  /// The port.
  public var transport: any ByteTransport
  /// What was read from it already.
  public var earlier: [ReceivedBytes]
  /// How the bytes are read of a board that does not send this project's packets; nil of one that does.
  public var stream: StreamOptions?
  /// What the sensor measures of a board that sends letters only; nil of one that sends samples.
  public var sensed: SampleQueue?

  /// A port from its parts.
  public init(
    transport: any ByteTransport, earlier: [ReceivedBytes] = [], stream: StreamOptions? = nil,
    sensed: SampleQueue? = nil
  ) {
    self.transport = transport
    self.earlier = earlier
    self.stream = stream
    self.sensed = sensed
  }
}

/// The thread that reads the board.
extension LiveSession {
  /// How often the bridge's counts are told, ns.
  private static let summaryInterval: UInt64 = 200_000_000

  /// Follows board after board, on the caller's thread, and puts all of it into the feed.
  ///
  /// - Parameters:
  ///   - isCancelled: asked at least every 100 ms.
  ///   - open: opens the board's port, waiting for it as long as need be; nil ends the following. Every
  ///     board is taken to speak as the first one.
  ///
  /// Throws what `open` throws.
  public nonisolated func follow(
    isCancelled: () -> Bool, open: () throws -> BoardPort?
  ) throws {
    var bridge: Bridge?
    var told = MonotonicClock.now()
    while !isCancelled(), let port = try open() {
      let current = bridge ?? makeBridge(stream: port.stream)
      bridge = current
      feed.append(.open)
      _ = current.run(
        port.transport, after: port.earlier, sensed: port.sensed, isCancelled: isCancelled
      ) { event in
        take(event, of: current)
        let now = MonotonicClock.now()
        guard now &- told >= Self.summaryInterval else { return }
        told = now
        feed.update(current.summary)
      }
      port.transport.close()
      feed.update(current.summary)
      feed.append(.gone)
    }
  }

  /// A bridge for the page's board, with the page's pen.
  public nonisolated func makeBridge(stream: StreamOptions? = nil) -> Bridge {
    let bridge = Bridge(
      model: firstModel.letterModel, labels: firstModel.labels,
      parameters: source.stabilizers.parameters(writing: WritingSettings(plane: source.plane)),
      owner: firstModel.owner, stream: stream)
    bridge.calibration = source.calibration
    bridge.pen = { [requests] in requests.pen(at: $0) }
    bridge.readsAtOnce = true
    return bridge
  }

  /// Puts an event of a bridge into the feed, and tells the bridge what model the page wants.
  public nonisolated func take(_ event: BridgeEvent, of bridge: Bridge) {
    switch requests.followRest(event) {
    case nil, .event: feed.append(event)
    case .nothing: break
    case .example(let reading, let count): feed.append(rest: reading, count: count)
    case .over(let count):
      feed.append(event)
      feed.appendEndOfRest(count: count)
    }
    if let model = requests.takeModel() { bridge.read(by: model.labeled) }
  }
}
