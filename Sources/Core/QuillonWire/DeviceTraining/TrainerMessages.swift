import QuillonNumerics

/// A request from a host to a board with an on-device trainer.
public enum TrainerRequest: Equatable, Sendable {
  /// Asks for the current state.
  case state
  /// Announces a blob of `size` bytes in chunks; 0 removes what is there. `modelID` is the ID of
  /// the model itself, or of the model that the training updates or the metric belong to.
  case receive(BlobKind, size: UInt16, modelID: UInt32)
  /// Asks for the chunk that begins at `offset`.
  case give(BlobKind, offset: UInt16)
  /// States that the last letter was meant to be `label` of the model with this ID, and should be
  /// classified so with this margin, Q19.12. `after` is the expected number of training updates so
  /// far, so that a repeated request does not learn twice.
  case learn(label: UInt8, after: UInt16, modelID: UInt32, margin: Fixed<12>)
  /// Undoes the last training update. `after` is the expected number of training updates so far.
  case undo(after: UInt16)

  /// The first byte of a request or reply.
  public enum Verb: UInt8, CaseIterable, Sendable {
    /// Asks for the current state.
    case state = 0
    /// Announces a blob. Replies to chunks have this verb too.
    case receive = 1
    /// Asks for a chunk.
    case give = 2
    /// Learns the meant label of the last letter.
    case learn = 3
    /// Undoes the last training update.
    case undo = 4
  }

  /// The verb of the request.
  public var verb: Verb {
    switch self {
    case .state: .state
    case .receive: .receive
    case .give: .give
    case .learn: .learn
    case .undo: .undo
    }
  }
}

/// The reply of a board with an on-device trainer to a request or a chunk.
public struct TrainerReply: Equatable, Sendable {
  /// The verb that it replies to. A chunk counts as `receive`.
  public var verb: TrainerRequest.Verb
  /// The outcome of the request.
  public var outcome: Outcome
  /// The ``BlobKind`` that it is about. For a training update: the label that the last letter is
  /// classified as now, 255 without a label.
  public var subject: UInt8
  /// True if the model in use was sent by a host; false if it is the one that the firmware carries.
  public var isModelSent: Bool
  /// True if the board has a metric for that model.
  public var hasMetric: Bool
  /// The number of training updates of that model, at most 65,535.
  public var trainingUpdates: UInt16
  /// How many bytes of the incoming blob the board has. The next chunk begins there.
  public var count: UInt16
  /// The model ID of the model in use.
  public var modelID: UInt32

  /// The outcome of a request.
  public enum Outcome: UInt8, CaseIterable, Sendable {
    /// The board waits for the next chunk.
    case waiting = 0
    /// Done: the blob is checked and in use, or removed; or the update was learned, or undone.
    case done = 1
    /// The letter was already classified so with that margin.
    case known = 2
    /// A letter is being read. Ask again.
    case busy = 3
    /// No letter has been read since the model came into use.
    case noLetter = 4
    /// The model has no such label.
    case unknownLabel = 5
    /// The update would make a weight too large.
    case refused = 6
    /// No training update can be undone.
    case nothingToUndo = 7
    /// The board's number of training updates differs.
    case outOfStep = 8
    /// The board uses another model.
    case otherModel = 9
    /// There is no such blob, or none has been announced.
    case absent = 10
    /// The size is too large or wrong.
    case wrongSize = 11
    /// The checksum is wrong.
    case damaged = 12
    /// The bytes are not a model, or a sum of the model could overflow.
    case unsound = 13
    /// The model is valid, but this board can't use it: wrong feature set, or no hidden layer to
    /// train.
    case unsuitable = 14
  }

  /// A reply from its parts.
  public init(
    _ verb: TrainerRequest.Verb, _ outcome: Outcome, subject: UInt8, isModelSent: Bool,
    hasMetric: Bool, trainingUpdates: UInt16, count: UInt16, modelID: UInt32
  ) {
    self.verb = verb
    self.outcome = outcome
    self.subject = subject
    self.isModelSent = isModelSent
    self.hasMetric = hasMetric
    self.trainingUpdates = trainingUpdates
    self.count = count
    self.modelID = modelID
  }
}

/// The fourth byte of a reply.
private enum ReplyFlags {
  /// The model in use was sent by a host.
  static let sent: UInt8 = 1
  /// The board has a metric.
  static let metric: UInt8 = 2
}

extension PacketWriter {
  mutating func write(_ chunk: Chunk, to bytes: inout PacketBytes) {
    var chunk = chunk
    write(chunk.blob.rawValue, to: &bytes)
    write(chunk.count, to: &bytes)
    write(chunk.offset, to: &bytes)
    for index in 0..<Int(truncatingIfNeeded: chunk.count) { write(chunk[index], to: &bytes) }
  }

  mutating func write(_ request: TrainerRequest, to bytes: inout PacketBytes) {
    var (subject, number, modelID, margin) = (UInt8(0), UInt16(0), UInt32(0), Fixed<12>.zero)
    switch request {
    case .state: break
    case .receive(let blob, let size, let model):
      (subject, number, modelID) = (blob.rawValue, size, model)
    case .give(let blob, let offset): (subject, number) = (blob.rawValue, offset)
    case .learn(let label, let after, let model, let wanted):
      (subject, number, modelID, margin) = (label, after, model, wanted)
    case .undo(let after): number = after
    }
    write(request.verb.rawValue, to: &bytes)
    write(subject, to: &bytes)
    write(number, to: &bytes)
    write(modelID, to: &bytes)
    write(margin, to: &bytes)
  }

  mutating func write(_ reply: TrainerReply, to bytes: inout PacketBytes) {
    write(reply.verb.rawValue, to: &bytes)
    write(reply.subject, to: &bytes)
    write(reply.outcome.rawValue, to: &bytes)
    let flags =
      (reply.isModelSent ? ReplyFlags.sent : 0) | (reply.hasMetric ? ReplyFlags.metric : 0)
    write(flags, to: &bytes)
    write(reply.trainingUpdates, to: &bytes)
    write(reply.count, to: &bytes)
    write(reply.modelID, to: &bytes)
  }
}

extension PacketReader {
  /// The chunk in the remaining bytes; nil for an unknown blob kind or missing bytes.
  mutating func chunk() -> Chunk? {
    guard remaining >= 4 else { return nil }
    let (kind, count) = (byte(), Int(truncatingIfNeeded: byte()))
    let offset = uint16()
    guard let blob = BlobKind(rawValue: kind), count <= Chunk.capacity, count <= remaining
    else { return nil }
    var chunk = Chunk(of: blob, at: offset)
    for _ in 0..<count { chunk.append(byte()) }
    return chunk
  }

  /// The request in the remaining bytes; nil for an unknown verb or blob kind.
  mutating func request() -> TrainerRequest? {
    let verb = TrainerRequest.Verb(rawValue: byte())
    let (subject, number, modelID) = (byte(), uint16(), uint32())
    let margin: Fixed<12> = fixed()
    let blob = BlobKind(rawValue: subject)
    switch verb {
    case .state: return .state
    case .receive: return blob.map { .receive($0, size: number, modelID: modelID) }
    case .give: return blob.map { .give($0, offset: number) }
    case .learn: return .learn(label: subject, after: number, modelID: modelID, margin: margin)
    case .undo: return .undo(after: number)
    case nil: return nil
    }
  }

  /// The reply in the remaining bytes; nil for an unknown verb or outcome.
  mutating func reply() -> TrainerReply? {
    let (verb, subject, outcome, flags) = (byte(), byte(), byte(), byte())
    guard let verb = TrainerRequest.Verb(rawValue: verb),
      let outcome = TrainerReply.Outcome(rawValue: outcome)
    else { return nil }
    return TrainerReply(
      verb, outcome, subject: subject, isModelSent: flags & ReplyFlags.sent != 0,
      hasMetric: flags & ReplyFlags.metric != 0, trainingUpdates: uint16(), count: uint16(),
      modelID: uint32())
  }
}
