import Foundation

/// The socket of one browser. It passes the browser's messages to the session, within limits.
final class BrowserSocket: WebSocketReader {
  /// The messages a second in the long run, and the messages at once. A page sends the moves of its
  /// pointer 60 times a second.
  static let messageRate = 120.0
  static let messageBurst = 240.0

  private let session: LiveSession
  private let number: Int
  private let outbox: Outbox
  private var limit = RateLimit(perSecond: messageRate, capacity: messageBurst)

  var maximumLength: Int { PageCommand.maximumLength }

  /// A socket of the session with that outbox. Nil if the session has too many browsers.
  init?(session: LiveSession, outbox: Outbox) {
    guard let number = waiting(for: { await session.attach(outbox) }) else { return nil }
    (self.session, self.number, self.outbox) = (session, number, outbox)
  }

  /// Handles a message of the browser. If it sends too many, they are read more slowly. None is skipped, because it could be the one
  /// that lifts the pen.
  func take(_ frame: WebSocketFrame) -> Bool {
    let (session, number) = (session, number)
    waiting { await session.hear(number) }
    while !limit.admits() { Thread.sleep(forTimeInterval: 1 / Self.messageRate) }
    switch frame.opcode {
    case .text where frame.isFinal:
      let payload = frame.payload
      waiting {
        if let command = PageCommand(message: payload) {
          await session.perform(command, of: number)
        } else {
          await session.countRefused()
        }
      }
    case .ping where frame.payload.count <= 125: outbox.answer(ping: frame.payload)
    case .pong: break
    // The page never sends a message in several frames.
    default: return false
    }
    return true
  }

  func end() {
    let (session, number) = (session, number)
    waiting { await session.detach(number) }
  }
}
