import FlyingFox
import Foundation

/// The messages on their way to one browser: few, and never in anybody's way. When a browser does not
/// take them, further ones are dropped.
struct Outbox: Sendable {
  /// How many messages wait at most: a third of a second of snapshots.
  static let capacity = 8

  private let continuation: AsyncStream<WSFrame>.Continuation

  /// An empty outbox, and the frames that the server sends from it.
  static func make() -> (outbox: Outbox, frames: AsyncStream<WSFrame>) {
    let (frames, continuation) = AsyncStream<WSFrame>.makeStream(
      bufferingPolicy: .bufferingOldest(capacity))
    return (Outbox(continuation: continuation), frames)
  }

  /// Puts a message in; false when it was dropped.
  func send(_ message: Data) -> Bool {
    send(WSFrame(fin: true, opcode: .text, mask: nil, payload: message))
  }

  /// Answers a ping, if there is room.
  func answer(ping payload: Data) {
    _ = send(WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload))
  }

  /// Asks the browser whether it is there, if there is room.
  func ping() { _ = send(WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data())) }

  /// Ends the connection once what waits has been sent.
  func close() {
    _ = send(.close(message: ""))
    continuation.finish()
  }

  /// Lets `body` know when the server takes no more frames: the browser is gone, or `close` was called.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    continuation.onTermination = { _ in body() }
  }

  private func send(_ frame: WSFrame) -> Bool {
    if case .enqueued = continuation.yield(frame) { return true }
    return false
  }
}
