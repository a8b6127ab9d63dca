import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// One thing that a host wants of a board that can be taught: which message to send next, and what the answers come to.
///
/// Each message may be sent again, as often as it takes: the board does nothing twice.
public struct Transaction: Sendable {
  /// What is wanted.
  public enum Request: Sendable {
    /// To know how things stand.
    case state
    /// To hand over these bytes, which belong to the model with that stamp.
    case deliver(BlobKind, [UInt8], modelID: UInt32)
    /// To take something away: the board goes on with its own model, or without training updates or metric.
    case takeAway(BlobKind)
    /// To have what the board has learned, which is so many bytes.
    case fetchTrainingUpdates(size: Int, modelID: UInt32)
    /// The last letter was meant to be that label of that model.
    case learn(label: UInt8, modelID: UInt32, margin: Fixed<12>)
    /// To take the last training update back.
    case undo
  }

  /// How it ended.
  public enum Ending: Equatable, Sendable {
    /// As wished.
    case done(TrainerReply)
    /// What the board has learned, whole.
    case trainingUpdates([UInt8])
    /// The board did not do it, and said why.
    case refused(TrainerReply)
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

  /// How often training updates that came damaged are asked for again.
  private static let fetches = 4

  private let request: Request
  /// Where the next piece begins; nil before the board waits for one.
  private var offset: Int?
  /// How many training updates there were before.
  private var trainingUpdates: UInt16?
  private var fetched: [UInt8] = []
  private var damaged = 0

  /// A transaction that has not begun.
  public init(_ request: Request) { self.request = request }

  /// How often a message is sent at most; a board that can't be taught does not answer the first.
  var attempts: Int { if case .state = request { 10 } else { 30 } }

  /// How much of what is handed over the board has, 0…1.
  var progress: Double {
    guard case .deliver(_, let bytes, _) = request, let offset, !bytes.isEmpty else { return 0 }
    return Double(offset) / Double(bytes.count)
  }

  /// What is to be sent now.
  var message: Message {
    switch request {
    case .state: return .request(.state)
    case .deliver(let blob, let bytes, let modelID):
      guard let offset else {
        return .request(
          .receive(blob, size: UInt16(clamping: bytes.count), modelID: modelID))
      }
      var chunk = Chunk(of: blob, at: UInt16(clamping: offset))
      for byte in bytes[offset...].prefix(Chunk.capacity) { chunk.append(byte) }
      return .chunk(chunk)
    case .takeAway(let blob): return .request(.receive(blob, size: 0, modelID: 0))
    case .fetchTrainingUpdates:
      return .request(.give(.trainingUpdates, offset: UInt16(clamping: fetched.count)))
    case .learn(let label, let modelID, let margin):
      guard let trainingUpdates else { return .request(.state) }
      return .request(
        .learn(label: label, after: trainingUpdates, modelID: modelID, margin: margin))
    case .undo:
      guard let trainingUpdates else { return .request(.state) }
      return .request(.undo(after: trainingUpdates))
    }
  }

  /// Takes what the board says.
  mutating func hear(_ message: Message) -> Step {
    switch message {
    case .reply(let reply): hear(reply)
    case .chunk(let chunk): hear(chunk)
    default: .nothing
    }
  }

  private mutating func hear(_ reply: TrainerReply) -> Step {
    switch request {
    case .state: return reply.verb == .state ? .ended(.done(reply)) : .nothing
    case .deliver(let blob, let bytes, _):
      guard reply.verb == .receive, reply.subject == blob.rawValue else { return .nothing }
      return hear(reply, delivering: bytes.count)
    case .takeAway(let blob):
      guard reply.verb == .receive, reply.subject == blob.rawValue else { return .nothing }
      return settle(reply)
    case .fetchTrainingUpdates: return reply.verb == .give ? .ended(.refused(reply)) : .nothing
    case .learn: return hear(reply, change: .learn, expected: 1)
    case .undo: return hear(reply, change: .undo, expected: -1)
    }
  }

  /// An answer that comes twice, because the message was sent twice, must not send the next one twice.
  private mutating func hear(_ reply: TrainerReply, delivering size: Int) -> Step {
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
    _ reply: TrainerReply, change verb: TrainerRequest.Verb, expected: Int
  ) -> Step {
    guard let before = trainingUpdates else {
      guard reply.verb == .state else { return .nothing }
      trainingUpdates = reply.trainingUpdates
      return .next
    }
    guard reply.verb == verb else { return .nothing }
    guard reply.outcome == .outOfStep else { return settle(reply) }
    // It has been done, and the answer was lost.
    if Int(reply.trainingUpdates) == Int(before) + expected { return .ended(.done(reply)) }
    trainingUpdates = reply.trainingUpdates
    return .wait
  }

  private func settle(_ reply: TrainerReply) -> Step {
    switch reply.outcome {
    case .done: .ended(.done(reply))
    case .busy: .wait
    default: .ended(.refused(reply))
    }
  }

  private mutating func hear(_ chunk: Chunk) -> Step {
    guard case .fetchTrainingUpdates(let size, let modelID) = request,
      chunk.blob == .trainingUpdates,
      Int(chunk.offset) == fetched.count, chunk.count > 0
    else { return .nothing }
    var chunk = chunk
    for index in 0..<Int(chunk.count) { fetched.append(chunk[index]) }
    guard fetched.count >= size else { return .next }
    if TrainingUpdateBytes.areWhole(fetched, modelID: modelID) {
      return .ended(.trainingUpdates(fetched))
    }
    damaged += 1
    guard damaged < Self.fetches else { return .ended(.silent) }
    fetched = []
    return .next
  }
}
