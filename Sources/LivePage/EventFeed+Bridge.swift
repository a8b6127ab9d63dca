import Bridge
import Profiling
import SerialLink
import Training

extension EventFeed {
  /// How often the bridge's counts are told, ns.
  private static let summaryInterval: UInt64 = 200_000_000

  /// Follows board after board, on the caller's thread, and puts all of it in here.
  ///
  /// - Parameters:
  ///   - model: what the bridge recognizes by. The page recognizes by its own, which can be changed.
  ///   - isCancelled: asked at least every 100 ms.
  ///   - open: opens the board's port, waiting for it as long as need be; nil ends the following.
  ///
  /// Throws what `open` throws.
  public func follow(
    model: ModelFile, isCancelled: () -> Bool, open: () throws -> (any ByteTransport)?
  ) throws {
    let bridge = Bridge(model: .linear(model.linearModel), labels: model.labels)
    var told = MonotonicClock.now()
    while !isCancelled(), let transport = try open() {
      append(.open)
      _ = bridge.run(transport, isCancelled: isCancelled) { event in
        append(event)
        let now = MonotonicClock.now()
        guard now &- told >= Self.summaryInterval else { return }
        told = now
        update(bridge.summary)
      }
      transport.close()
      update(bridge.summary)
      append(.gone)
    }
  }
}
