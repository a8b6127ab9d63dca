import Foundation
import Synchronization

/// The messages that wait to be sent to one browser. If the browser is too slow, further messages
/// are dropped.
package final class Outbox: Sendable {
  /// How many messages wait at most: snapshots of a third of a second.
  static let capacity = 8

  private struct State {
    var frames: [WebSocketFrame] = []
    var isClosed = false
  }

  private let state = Mutex<State>(State())
  private let ready = DispatchSemaphore(value: 0)

  /// An empty outbox.
  init() {}

  /// True once ``close()`` was called.
  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Adds a message. False if it was dropped.
  func send(_ message: Data) -> Bool { send(WebSocketFrame(opcode: .text, payload: message)) }

  /// Answers a ping, if there is room.
  package func answer(ping payload: Data) {
    _ = send(WebSocketFrame(opcode: .pong, payload: payload))
  }

  /// Pings the browser, if there is room.
  func ping() { _ = send(WebSocketFrame(opcode: .ping, payload: Data())) }

  /// Ends the connection after the waiting messages are sent.
  package func close() {
    let isNew = state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      state.frames.append(WebSocketFrame(opcode: .close, payload: Data([0x03, 0xE8])))
      return true
    }
    if isNew { ready.signal() }
  }

  private func send(_ frame: WebSocketFrame) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isClosed, state.frames.count < Self.capacity else { return false }
      state.frames.append(frame)
      return true
    }
    if isTaken { ready.signal() }
    return isTaken
  }

  /// Waits for the next frame. Nil after the last one.
  func next() -> WebSocketFrame? {
    while true {
      let (frame, isOver) = state.withLock { state in
        (state.frames.isEmpty ? nil : state.frames.removeFirst(), state.isClosed)
      }
      if frame != nil || isOver { return frame }
      ready.wait()
    }
  }
}
