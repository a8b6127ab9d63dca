import FlyingFox
import Foundation

/// The socket of one browser. It passes the browser's messages to the session, within limits, and
/// the session's messages to the browser.
///
/// It works with frames because the library's queue between messages and frames has no limit.
struct BrowserSocket: WSHandler {
  /// The messages a second in the long run, and the messages at once. A page sends the moves of its
  /// pointer 60 times a second.
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
    // If the browser has vanished, writing a frame to it fails.
    outbox.onEnd { reading.cancel() }
    return frames
  }

  /// Reads the messages of the browser until it goes or breaks the rules. If it sends too many,
  /// they are read more slowly. None is skipped, because it could be the one that lifts the pen.
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
      // The page never sends a message in several frames.
      default: return
      }
    }
  }
}

/// The session serves its greatest number of browsers already.
private struct TooManyBrowsers: Error {}
