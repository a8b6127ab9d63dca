import FlyingFox
import QuillonLivePage

/// The socket of the telephone's page: each text frame is a ``PhoneMessage``.
struct PhoneSocket: WSHandler {
  /// The most messages a second in the long run, and at once.
  static let messageRate = 500.0
  static let messageBurst = 1_000.0

  let board: PhoneBoard

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let (frames, answers) = AsyncStream<WSFrame>.makeStream(bufferingPolicy: .bufferingNewest(8))
    let reading = Task {
      try? await ServerSockets.$isReadingMessages.withValue(true) {
        try await receive(from: client, answers)
      }
      answers.finish()
    }
    answers.onTermination = { _ in reading.cancel() }
    return frames
  }

  /// Reads the messages until the telephone goes, breaks the rules, or another one connects.
  private func receive(
    from client: AsyncThrowingStream<WSFrame, any Error>,
    _ answers: AsyncStream<WSFrame>.Continuation
  ) async throws {
    let connection = board.attach()
    defer { board.detach(connection) }
    var limit = RateLimit(perSecond: Self.messageRate, capacity: Self.messageBurst)
    for try await frame in client {
      guard frame.payload.count <= PhoneMessage.maximumLength, limit.admits() else { return }
      switch frame.opcode {
      case .text where frame.fin:
        guard let message = PhoneMessage(frame.payload), board.take(message, of: connection) else {
          return
        }
      case .ping where frame.payload.count <= 125:
        answers.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
      case .pong: break
      default: return
      }
    }
  }
}
