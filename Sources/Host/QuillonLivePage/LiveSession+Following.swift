import QuillonBridge
import QuillonConversions
import QuillonRecognizer
import QuillonSerial
import QuillonSerialFormats
import QuillonSystem

/// The open port of a board and how its bytes are read.
public struct BoardPort {
  /// The port.
  public var transport: any ByteTransport
  /// Bytes that were read from it before.
  public var earlier: [ReceivedBytes]
  /// How the bytes of a board of another make are read. Nil for boards that send Quillon's packets.
  public var stream: StreamOptions?
  /// The samples of a board that sends letters only. Nil for a board that sends its samples.
  public var sensed: SampleQueue?
  /// What was found on it, for people: the port, the format, the columns and the units, a line each.
  public var found: [String]
  /// The unit of its rates; nil for that of its format.
  public var rateUnit: ColumnUnits.Rate?
  /// True if the bytes are read in another way than those of the board before.
  public var isAnew: Bool

  /// A port from its parts.
  ///
  /// - Parameters:
  ///   - transport: The open port.
  ///   - earlier: Bytes that were read from it before.
  ///   - stream: How the bytes of a board of another make are read, or nil.
  ///   - sensed: The samples of a board that sends letters only, or nil.
  ///   - found: What was found on it, for people.
  ///   - rateUnit: The unit of its rates; nil for that of its format.
  ///   - isAnew: True if the bytes are read in another way than those of the board before.
  public init(
    transport: any ByteTransport, earlier: [ReceivedBytes] = [], stream: StreamOptions? = nil,
    sensed: SampleQueue? = nil, found: [String] = [], rateUnit: ColumnUnits.Rate? = nil,
    isAnew: Bool = false
  ) {
    self.transport = transport
    self.earlier = earlier
    self.stream = stream
    self.sensed = sensed
    self.found = found
    self.rateUnit = rateUnit
    self.isAnew = isAnew
  }
}

/// The thread that reads the board.
extension LiveSession {
  /// The time between two reports of the bridge's counts, ns.
  private static let summaryInterval: UInt64 = 200_000_000

  /// Follows one board after the other on the caller's thread and adds all events to the feed.
  ///
  /// - Parameters:
  ///   - isCancelled: Called at least every 100 ms. True ends the loop.
  ///   - open: Opens the port of the board and waits for it as long as necessary. Nil ends the
  ///     loop. All boards must send the format of the first one, or ``BoardPort/isAnew`` is true. It calls ``LiveSession/takeColumns()``.
  /// - Throws: The error that `open` throws.
  public nonisolated func follow(
    isCancelled: () -> Bool, open: () throws -> BoardPort?
  ) throws {
    var bridge: Bridge?
    var told = MonotonicClock.now()
    while !isCancelled(), let port = try open() {
      // Columns that were named are another format.
      if port.isAnew { bridge = nil }
      let current = bridge ?? makeBridge(stream: port.stream)
      bridge = current
      current.range = source.range.completed(by: port.stream?.format.range ?? SensorRange())
      feed.append(.open)
      feed.append(found: port.found, rateUnit: port.rateUnit)
      _ = current.run(
        port.transport, after: port.earlier, sensed: port.sensed,
        isCancelled: { isCancelled() || hasColumns }
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

  /// Creates a bridge for the board of the page, with the pen of the page.
  ///
  /// - Parameter stream: How the bytes of a board of another make are read, or nil.
  /// - Returns: The bridge.
  public nonisolated func makeBridge(stream: StreamOptions? = nil) -> Bridge {
    let bridge = Bridge(
      model: firstModel.letterModel, labels: firstModel.labels,
      parameters: source.stabilizers.parameters(writing: source.withPen),
      owner: firstModel.owner, stream: stream)
    bridge.calibration = source.calibration
    bridge.range = source.range
    bridge.frame = source.frame
    bridge.fieldAccuracy = source.fieldAccuracy
    bridge.pen = { [requests] in requests.pen(at: $0) }
    bridge.readsAtOnce = true
    bridge.withoutButton = source.withoutPen(bridge.withoutButton)
    bridge.findsPenByMotion = source.findsPenByMotion
    return bridge
  }

  /// Adds an event of a bridge to the feed, and gives the bridge the model that the page has
  /// chosen.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - bridge: The bridge that reported it.
  public nonisolated func take(_ event: BridgeEvent, of bridge: Bridge) {
    switch requests.followRest(event) {
    case nil, .event: feed.append(event)
    case .nothing: break
    case .example(let reading, let count): feed.append(rest: reading, count: count)
    case .over(let count):
      feed.append(event)
      feed.appendEndOfRest(count: count)
    }
    switch requests.takeReference() {
    case nil: break
    case true?: bridge.resetReference()
    case false?: bridge.clearReference()
    }
    requests.adjust(bridge)
    if let model = requests.takeModel() { bridge.read(by: model.labeled) }
  }
}
