import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// One thing that a host wants of a board that can be taught: which message to send next, and what the answers come to.
///
/// Each message may be sent again, as often as it takes: the board does nothing twice.
public struct Errand: Sendable {
  /// What is wanted.
  public enum Wish: Sendable {
    /// To know how things stand.
    case state
    /// To hand over these bytes, which belong to the model with that stamp.
    case deliver(Possession, [UInt8], stamp: UInt32)
    /// To take something away: the board goes on with its own model, or without lessons or metric.
    case takeAway(Possession)
    /// To have what the board has learned, which is so many bytes.
    case fetchLessons(size: Int, stamp: UInt32)
    /// The last letter was meant to be that label of that model.
    case learn(label: UInt8, stamp: UInt32, margin: Fixed<12>)
    /// To take the last lesson back.
    case undo
  }

  /// How it ended.
  public enum Ending: Equatable, Sendable {
    /// As wished.
    case done(StudentReply)
    /// What the board has learned, whole.
    case lessons([UInt8])
    /// The board did not do it, and said why.
    case refused(StudentReply)
    /// The board does not answer.
    case silent
  }

  /// What a message of the board's means for it.
  enum Step: Equatable {
    /// It is about something else.
    case nothing
    /// Send the next message now.
    case next
    /// Send it again in a while.
    case wait
    case ended(Ending)
  }

  /// How often lessons that came damaged are asked for again.
  private static let fetches = 4

  private let wish: Wish
  /// Where the next piece begins; nil before the board waits for one.
  private var offset: Int?
  /// How many lessons there were before.
  private var lessons: UInt16?
  private var fetched: [UInt8] = []
  private var damaged = 0

  /// An errand that has not begun.
  public init(_ wish: Wish) { self.wish = wish }

  /// How often a message is sent at most; a board that can't be taught does not answer the first.
  var attempts: Int { if case .state = wish { 10 } else { 30 } }

  /// How much of what is handed over the board has, 0…1.
  var progress: Double {
    guard case .deliver(_, let bytes, _) = wish, let offset, !bytes.isEmpty else { return 0 }
    return Double(offset) / Double(bytes.count)
  }

  /// What is to be sent now.
  var message: Message {
    switch wish {
    case .state: return .request(.state)
    case .deliver(let possession, let bytes, let stamp):
      guard let offset else {
        return .request(
          .receive(possession, size: UInt16(clamping: bytes.count), stamp: stamp))
      }
      var piece = Piece(of: possession, at: UInt16(clamping: offset))
      for byte in bytes[offset...].prefix(Piece.capacity) { piece.append(byte) }
      return .piece(piece)
    case .takeAway(let possession): return .request(.receive(possession, size: 0, stamp: 0))
    case .fetchLessons: return .request(.give(.lessons, offset: UInt16(clamping: fetched.count)))
    case .learn(let label, let stamp, let margin):
      guard let lessons else { return .request(.state) }
      return .request(.learn(label: label, after: lessons, stamp: stamp, margin: margin))
    case .undo:
      guard let lessons else { return .request(.state) }
      return .request(.undo(after: lessons))
    }
  }

  /// Takes what the board says.
  mutating func hear(_ message: Message) -> Step {
    switch message {
    case .reply(let reply): hear(reply)
    case .piece(let piece): hear(piece)
    default: .nothing
    }
  }

  private mutating func hear(_ reply: StudentReply) -> Step {
    switch wish {
    case .state: return reply.verb == .state ? .ended(.done(reply)) : .nothing
    case .deliver(let possession, let bytes, _):
      guard reply.verb == .receive, reply.subject == possession.rawValue else { return .nothing }
      return hear(reply, delivering: bytes.count)
    case .takeAway(let possession):
      guard reply.verb == .receive, reply.subject == possession.rawValue else { return .nothing }
      return settle(reply)
    case .fetchLessons: return reply.verb == .give ? .ended(.refused(reply)) : .nothing
    case .learn: return hear(reply, change: .learn, expected: 1)
    case .undo: return hear(reply, change: .undo, expected: -1)
    }
  }

  /// An answer that comes twice, because the message was sent twice, must not send the next one twice.
  private mutating func hear(_ reply: StudentReply, delivering size: Int) -> Step {
    switch reply.outcome {
    case .waiting:
      // A board that wants to go on behind the end counts something else.
      guard Int(reply.count) < size else { return .ended(.refused(reply)) }
      guard Int(reply.count) > offset ?? -1 else { return .nothing }
      offset = Int(reply.count)
      return .next
    case .done: return Int(reply.count) == size ? .ended(.done(reply)) : .nothing
    default: return settle(reply)
    }
  }

  private mutating func hear(
    _ reply: StudentReply, change verb: StudentRequest.Verb, expected: Int
  ) -> Step {
    guard let before = lessons else {
      guard reply.verb == .state else { return .nothing }
      lessons = reply.lessons
      return .next
    }
    guard reply.verb == verb else { return .nothing }
    guard reply.outcome == .outOfStep else { return settle(reply) }
    // It has been done, and the answer was lost.
    if Int(reply.lessons) == Int(before) + expected { return .ended(.done(reply)) }
    lessons = reply.lessons
    return .wait
  }

  private func settle(_ reply: StudentReply) -> Step {
    switch reply.outcome {
    case .done: .ended(.done(reply))
    case .busy: .wait
    default: .ended(.refused(reply))
    }
  }

  private mutating func hear(_ piece: Piece) -> Step {
    guard case .fetchLessons(let size, let stamp) = wish, piece.possession == .lessons,
      Int(piece.offset) == fetched.count, piece.count > 0
    else { return .nothing }
    var piece = piece
    for index in 0..<Int(piece.count) { fetched.append(piece[index]) }
    guard fetched.count >= size else { return .next }
    if LessonBytes.areWhole(fetched, stamp: stamp) { return .ended(.lessons(fetched)) }
    damaged += 1
    guard damaged < Self.fetches else { return .ended(.silent) }
    fetched = []
    return .next
  }
}
