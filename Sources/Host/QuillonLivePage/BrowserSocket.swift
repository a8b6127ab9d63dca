import FlyingFox
import Foundation

/// One browser's socket: lets its messages in one by one, within bounds, and the session's out.
///
/// It speaks in frames: the library's own queue between messages and frames has no bound.
struct BrowserSocket: WSHandler {
  /// Messages a second in the long run, and at once. A page sends its pointer's moves 60 times a second.
  static let messageRate = 120.0
  static let messageBurst = 240.0

  let session: LiveSession

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let (outbox, frames) = Outbox.make()
    guard let number = await session.attach(outbox) else { throw TooManyBrowsers() }
    let reading = Task {
      try? await ServerSockets.$isReadingMessages.withValue(true) {
        try await receive(from: client, number, outbox)
      }
      outbox.close()
      await session.detach(number)
    }
    // A browser that vanished is noticed when a frame can't be written to it.
    outbox.onEnd { reading.cancel() }
    return frames
  }

  /// Looks at the browser's messages until it goes or misbehaves. Who sends too many is read more slowly: none is
  /// passed over, because it may be the one that lifts the pen.
  private func receive(
    from client: AsyncThrowingStream<WSFrame, any Error>, _ number: Int, _ outbox: Outbox
  ) async throws {
    var limit = RateLimit(perSecond: Self.messageRate, capacity: Self.messageBurst)
    for try await frame in client {
      guard frame.payload.count <= PageCommand.maximumLength else { return }
      await session.hear(number)
      while !limit.admits() { try await Task.sleep(for: .seconds(1) / Self.messageRate) }
      switch frame.opcode {
      case .text where frame.fin:
        if let command = PageCommand(message: frame.payload) {
          await session.perform(command, of: number)
        } else {
          await session.countRefused()
        }
      case .ping where frame.payload.count <= 125: outbox.answer(ping: frame.payload)
      case .pong: break
      // A message in several frames is none of the page's.
      default: return
      }
    }
  }
}

/// There are as many browsers as the session serves.
private struct TooManyBrowsers: Error {}
