import Foundation
import QuillonBoardFormats
import QuillonSerial

/// The events of a board on a port, as they happen: its samples, its motion and the letters that
/// are written with it.
///
///     import QuillonBridge
///
///     for try await event in BoardEvents(port: "/dev/ttyACM0") {
///       if case .letter(let letter) = event { print(letter.label) }
///     }
///
/// Each iteration opens the port, on a thread of its own, and ends when the board is unplugged.
/// When you leave the loop or cancel its task, the port is closed within 20 ms. A listener that is
/// too slow loses events, the oldest first.
///
/// Opening throws `LinkError`. If the format is not given and not found, it throws
/// ``FormatSearch/NotUnderstood``.
public struct BoardEvents: AsyncSequence, Sendable {
  public typealias Element = BridgeEvent
  public typealias AsyncIterator = AsyncThrowingStream<BridgeEvent, any Error>.Iterator

  /// How many events wait for the listener at most: 20 s of a board with 200 samples a second.
  private static let capacity = 8_192

  private let port: String
  private let baud: Int?
  private let stream: StreamOptions?
  private let model: LabeledModel

  /// The events of a board.
  ///
  /// - Parameters:
  ///   - port: A device file, such as `/dev/ttyACM0`.
  ///   - baud: The speed, bits/s. Nil to find it.
  ///   - stream: How the bytes of a board of another make are read. Nil to find the format.
  ///   - model: The model that recognizes the letters.
  public init(
    port: String, baud: Int? = nil, stream: StreamOptions? = nil, model: LabeledModel = .builtIn
  ) {
    self.port = port
    self.baud = baud
    self.stream = stream
    self.model = model
  }

  /// Opens the port and begins to read it.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(Self.capacity)) { continuation in
      let listener = Listener()
      continuation.onTermination = { _ in listener.isGone.store(true, ordering: .relaxed) }
      Thread {
        let result = Result {
          try follow(isCancelled: { listener.isGone.load(ordering: .relaxed) }) {
            continuation.yield($0)
          }
        }
        switch result {
        case .success: continuation.finish()
        case .failure(let error): continuation.finish(throwing: error)
        }
      }.start()
    }.makeAsyncIterator()
  }

  private func follow(isCancelled: () -> Bool, tell: (BridgeEvent) -> Void) throws {
    guard let finding = try find(isCancelled) else { return }
    defer { finding.transport.close() }
    let found = finding.format.flatMap { $0.name == "quillon" ? nil : StreamOptions($0) }
    let bridge = Bridge(
      model: model.model, labels: model.labels, owner: model.owner, stream: stream ?? found)
    _ = bridge.run(
      finding.transport, after: finding.bytes, isCancelled: isCancelled, tell: tell)
  }

  private func find(_ isCancelled: () -> Bool) throws -> FormatSearch.Finding? {
    if let stream {
      let baud = baud ?? stream.format.baud
      return FormatSearch.Finding(transport: try open(baud), baud: baud, format: stream.format)
    }
    let bauds = baud.map { [$0] } ?? FormatSearch.bauds(of: port)
    return try FormatSearch(bauds: bauds, open: open).run(isCancelled: isCancelled)
  }

  private func open(_ baud: Int) throws -> any ByteTransport {
    try openTransport(path: port, baud: baud, dtr: .automatic)
  }
}
