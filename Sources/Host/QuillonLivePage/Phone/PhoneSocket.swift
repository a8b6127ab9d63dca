import Foundation

/// The socket of the telephone's page: each text frame is a ``PhoneMessage``.
final class PhoneSocket: WebSocketReader {
  /// The most messages a second in the long run, and at once.
  static let messageRate = 500.0
  static let messageBurst = 1_000.0

  private let board: PhoneBoard
  private let outbox: Outbox
  private let connection: Int
  private var limit = RateLimit(perSecond: messageRate, capacity: messageBurst)

  var maximumLength: Int { PhoneMessage.maximumLength }

  init(board: PhoneBoard, outbox: Outbox) {
    (self.board, self.outbox) = (board, outbox)
    connection = board.attach()
  }

  /// Handles a message; false if it breaks the rules, or if another telephone has connected.
  func take(_ frame: WebSocketFrame) -> Bool {
    guard limit.admits() else { return false }
    switch frame.opcode {
    case .text where frame.isFinal:
      guard let message = PhoneMessage(frame.payload) else { return false }
      return board.take(message, of: connection)
    case .ping where frame.payload.count <= 125: outbox.answer(ping: frame.payload)
    case .pong: break
    default: return false
    }
    return true
  }

  func end() { board.detach(connection) }
}
