import FlyingFox
import Foundation

/// The messages that wait to be sent to one browser. If the browser is too slow, further messages
/// are dropped.
struct Outbox: Sendable {
  /// How many messages wait at most: snapshots of a third of a second.
  static let capacity = 8

  private let continuation: AsyncStream<WSFrame>.Continuation

  /// Creates an empty outbox and the stream of frames that the server sends from it.
  static func make() -> (outbox: Outbox, frames: AsyncStream<WSFrame>) {
    let (frames, continuation) = AsyncStream<WSFrame>.makeStream(
      bufferingPolicy: .bufferingOldest(capacity))
    return (Outbox(continuation: continuation), frames)
  }

  /// Adds a message. False if it was dropped.
  func send(_ message: Data) -> Bool {
    send(WSFrame(fin: true, opcode: .text, mask: nil, payload: message))
  }

  /// Answers a ping, if there is room.
  func answer(ping payload: Data) {
    _ = send(WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload))
  }

  /// Pings the browser, if there is room.
  func ping() { _ = send(WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data())) }

  /// Ends the connection after the waiting messages are sent.
  func close() {
    _ = send(.close(message: ""))
    continuation.finish()
  }

  /// Calls `body` when the server takes no more frames: the browser is gone, or `close` was called.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    continuation.onTermination = { _ in body() }
  }

  private func send(_ frame: WSFrame) -> Bool {
    if case .enqueued = continuation.yield(frame) { return true }
    return false
  }
}
