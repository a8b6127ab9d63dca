import Foundation
import QuillonSerial
import Synchronization

/// An event and the board that it comes from.
public struct BoardEvent: Sendable {
  /// The port of the board.
  public var port: String
  /// What happened.
  public var event: BridgeEvent
}

/// The events of boards on ports, as they happen: their samples, their motion and the letters that
/// are written with them.
///
///     import QuillonBridge
///
///     for try await board in BoardEvents(ports: ["/dev/ttyACM0", "/dev/ttyACM1"]) {
///       if case .letter(let letter) = board.event { print(board.port, letter.label) }
///     }
///
/// Each iteration opens the ports, each on a thread of its own, and ends when the last board is
/// unplugged. When you leave the loop or cancel its task, the ports are closed within 20 ms. A
/// listener that is too slow loses events, the oldest first.
///
/// Opening throws `LinkError`. If the format is not given and not found, it throws
/// ``FormatSearch/NotUnderstood``. An error at one port ends the events of all.
public struct BoardEvents: AsyncSequence, Sendable {
  public typealias Element = BoardEvent
  public typealias AsyncIterator = AsyncThrowingStream<BoardEvent, any Error>.Iterator

  /// How many events wait for the listener at most: 20 s of a board with 200 samples a second.
  private static let capacity = 8_192

  private let ports: [String]
  private let baud: Int?
  private let stream: StreamOptions?
  private let model: LabeledModel

  /// The events of boards.
  ///
  /// - Parameters:
  ///   - ports: Device files, such as `/dev/ttyACM0`. Without any, the sequence is empty.
  ///   - baud: The speed of all, bits/s. Nil to find that of each.
  ///   - stream: How the bytes of boards of another make are read. Nil to find the format of each.
  ///   - model: The model that recognizes the letters.
  public init(
    ports: [String], baud: Int? = nil, stream: StreamOptions? = nil, model: LabeledModel = .builtIn
  ) {
    self.ports = ports
    self.baud = baud
    self.stream = stream
    self.model = model
  }

  /// Opens the ports and begins to read them.
  public func makeAsyncIterator() -> AsyncIterator {
    let capacity = Self.capacity * Swift.max(ports.count, 1)
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(capacity)) { continuation in
      let (listener, open) = (Listener(), OpenPorts(ports.count))
      continuation.onTermination = { _ in listener.isGone.store(true, ordering: .relaxed) }
      if ports.isEmpty { continuation.finish() }
      for port in ports {
        Thread {
          do {
            try follow(port, isCancelled: { listener.isGone.load(ordering: .relaxed) }) {
              continuation.yield(BoardEvent(port: port, event: $0))
            }
            if open.closeOne() { continuation.finish() }
          } catch {
            continuation.finish(throwing: error)
          }
        }.start()
      }
    }.makeAsyncIterator()
  }

  /// How many ports are still read.
  private final class OpenPorts: Sendable {
    private let count: Atomic<Int>
    init(_ count: Int) { self.count = Atomic(count) }
    /// True if it was the last one.
    func closeOne() -> Bool { count.subtract(1, ordering: .relaxed).newValue == 0 }
  }

  private func follow(
    _ port: String, isCancelled: () -> Bool, tell: (BridgeEvent) -> Void
  ) throws {
    guard let finding = try find(port, isCancelled) else { return }
    defer { finding.transport.close() }
    let found = finding.format.flatMap { $0.name == "quillon" ? nil : StreamOptions($0) }
    let bridge = Bridge(
      model: model.model, labels: model.labels, owner: model.owner, stream: stream ?? found)
    _ = bridge.run(
      finding.transport, after: finding.bytes, isCancelled: isCancelled, tell: tell)
  }

  private func find(_ port: String, _ isCancelled: () -> Bool) throws -> FormatSearch.Finding? {
    func open(_ baud: Int) throws -> any ByteTransport {
      try openTransport(path: port, baud: baud, dtr: .automatic)
    }
    if let stream {
      let baud = baud ?? stream.format.baud
      return FormatSearch.Finding(transport: try open(baud), baud: baud, format: stream.format)
    }
    let bauds = baud.map { [$0] } ?? FormatSearch.bauds(of: port)
    return try FormatSearch(bauds: bauds, open: open).run(isCancelled: isCancelled)
  }
}
