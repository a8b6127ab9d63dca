import QuillonBridge
import QuillonFusion
import QuillonProfiling
import QuillonRecognizer
import QuillonSerial
import QuillonTraining

/// The open port of a board, and how its bytes are read.
public struct BoardPort {
  /// The port.
  public var transport: any ByteTransport
  /// What was read from it already.
  public var earlier: [ReceivedBytes]
  /// How the bytes are read of a board that does not send this project's packets; nil of one that does.
  public var stream: StreamOptions?

  /// A port from its parts.
  public init(
    transport: any ByteTransport, earlier: [ReceivedBytes] = [], stream: StreamOptions? = nil
  ) {
    self.transport = transport
    self.earlier = earlier
    self.stream = stream
  }
}

extension EventFeed {
  /// How often the bridge's counts are told, ns.
  private static let summaryInterval: UInt64 = 200_000_000

  /// Follows board after board, on the caller's thread, and puts all of it in here.
  ///
  /// - Parameters:
  ///   - model: what the bridge recognizes by. The page recognizes by its own, which can be changed.
  ///   - calibration: what the bridge takes off the sensors; nil for nothing.
  ///   - isCancelled: asked at least every 100 ms.
  ///   - open: opens the board's port, waiting for it as long as need be; nil ends the following. Every
  ///     board is taken to speak as the first one.
  ///
  /// Throws what `open` throws.
  public func follow(
    model: PageModel, calibration: SensorCalibration? = nil, plane: PlaneRule = PlaneRule(),
    isCancelled: () -> Bool, open: () throws -> BoardPort?
  ) throws {
    var bridge: Bridge?
    var told = MonotonicClock.now()
    while !isCancelled(), let port = try open() {
      let current =
        bridge
        ?? Bridge(
          model: model.letterModel, labels: model.labels,
          parameters: RecognizerParameters(writing: WritingSettings(plane: plane)),
          owner: model.owner, stream: port.stream)
      current.calibration = calibration
      bridge = current
      append(.open)
      var isPenKnown = false
      _ = current.run(port.transport, after: port.earlier, isCancelled: isCancelled) { event in
        if !isPenKnown, current.findsPenByMotion {
          var writing = current.withoutButton
          writing.plane = plane
          append(writing)
          isPenKnown = true
        }
        append(event)
        let now = MonotonicClock.now()
        guard now &- told >= Self.summaryInterval else { return }
        told = now
        update(current.summary)
      }
      port.transport.close()
      update(current.summary)
      append(.gone)
    }
  }
}
