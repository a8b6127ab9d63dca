import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// One transaction with a board that can be trained: which message to send next, and what the
/// answers mean.
///
/// Each message may be sent any number of times. The board does nothing twice.
public struct Transaction: Sendable {
  /// What the board should do.
  public enum Request: Sendable {
    /// Send its state.
    case state
    /// Receive these bytes. They belong to the model with this ID.
    case deliver(BlobKind, [UInt8], modelID: UInt32)
    /// Remove a blob. The board then uses its own model, no training updates or no metric.
    case takeAway(BlobKind)
    /// Send what it has learned. `size` is the number of bytes.
    case fetchTrainingUpdates(size: Int, modelID: UInt32)
    /// Learn that the last letter means this label of this model, by this margin, Q19.12.
    case learn(label: UInt8, modelID: UInt32, margin: Fixed<12>)
    /// Undo the last training update.
    case undo
  }

  /// How a transaction ended.
  public enum Ending: Equatable, Sendable {
    /// The board did it. This is its reply.
    case done(TrainerReply)
    /// The board sent what it has learned, and the bytes are complete.
    case trainingUpdates([UInt8])
    /// The board refused. The reply has the reason.
    case refused(TrainerReply)
    /// The board does not answer.
    case silent
  }

  /// What a message of the board means for the transaction.
  enum Step: Equatable {
    /// The message does not concern the transaction.
    case nothing
    /// Send the next message now.
    case next
    /// Send the same message again after a pause.
    case wait
    case ended(Ending)
  }

  /// How often training updates that arrived damaged are fetched at most.
  private static let fetches = 4

  private let request: Request
  /// The offset of the next chunk. Nil before the board waits for one.
  private var offset: Int?
  /// The number of training updates before the change.
  private var trainingUpdates: UInt16?
  private var fetched: [UInt8] = []
  private var damaged = 0

  /// A transaction that has not begun.
  ///
  /// - Parameter request: What the board should do.
  public init(_ request: Request) { self.request = request }

  /// How often a message is sent at most. A board that can't be trained does not answer the first
  /// one.
  var attempts: Int { if case .state = request { 10 } else { 30 } }

  /// The share of the delivery that the board has received, 0…1.
  var progress: Double {
    guard case .deliver(_, let bytes, _) = request, let offset, !bytes.isEmpty else { return 0 }
    return Double(offset) / Double(bytes.count)
  }

  /// The message to send now.
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

  /// Handles a message of the board.
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

  /// A message that was sent twice is answered twice. The second answer must not send the next
  /// message again.
  private mutating func hear(_ reply: TrainerReply, delivering size: Int) -> Step {
    switch reply.outcome {
    case .waiting:
      // A board that expects more bytes than there are counts something else.
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
    // The board did it, but the answer was lost.
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
