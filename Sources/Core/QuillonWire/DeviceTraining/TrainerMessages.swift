import QuillonNumerics

/// What a host wants of a board that can be taught.
public enum TrainerRequest: Equatable, Sendable {
  /// To know how things stand.
  case state
  /// To hand something over: pieces follow, `size` bytes in all; 0 takes away what is there. The stamp is the
  /// model's own, or that of the model which lessons and metric are for.
  case receive(BlobKind, size: UInt16, modelID: UInt32)
  /// To have the piece that begins at `offset`.
  case give(BlobKind, offset: UInt16)
  /// The last letter was meant to be that label of the model with this stamp, and is to be read so by that margin,
  /// Q19.12. `after` so many lessons, by the board's count: it learns nothing twice.
  case learn(label: UInt8, after: UInt16, modelID: UInt32, margin: Fixed<12>)
  /// To take back the last of so many lessons.
  case undo(after: UInt16)

  /// What stands first on the wire.
  public enum Verb: UInt8, CaseIterable, Sendable {
    case state = 0
    case receive = 1
    case give = 2
    case learn = 3
    case undo = 4
  }

  /// What kind of request it is.
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

/// What a board that can be taught answers to a request or a piece.
public struct TrainerReply: Equatable, Sendable {
  /// What it answers; a piece counts as `receive`.
  public var verb: TrainerRequest.Verb
  /// What came of it.
  public var outcome: Outcome
  /// Which ``BlobKind`` it is about; of lessons, the label that the last letter is read as now, 255 without one.
  public var subject: UInt8
  /// Whether the model in force was handed over; else it is the one that the firmware carries.
  public var isModelSent: Bool
  /// Whether it has a metric for that model.
  public var hasMetric: Bool
  /// How many lessons that model has learned, at most 65,535.
  public var trainingUpdates: UInt16
  /// How many bytes of what is being handed over it has: the next piece begins there.
  public var count: UInt16
  /// The stamp of the model in force.
  public var modelID: UInt32

  /// What came of a request.
  public enum Outcome: UInt8, CaseIterable, Sendable {
    /// It waits for the next piece.
    case waiting = 0
    /// It is done: checked and in use, taken away, learned, or taken back.
    case done = 1
    /// The letter was read so by that margin already.
    case known = 2
    /// A letter is being read: ask again.
    case busy = 3
    /// No letter was read since the model came into force.
    case noLetter = 4
    /// The model has no such label.
    case unknownLabel = 5
    /// The weights have no room for it.
    case refused = 6
    /// There is no lesson that could be taken back.
    case nothingToUndo = 7
    /// Its count of lessons is another.
    case outOfStep = 8
    /// It goes by another model.
    case otherModel = 9
    /// There is no such thing, or none has been begun.
    case absent = 10
    /// It has no room for that much, or not that size.
    case wrongSize = 11
    /// The checksum is wrong.
    case damaged = 12
    /// It is no model, or one whose sums could overflow.
    case unsound = 13
    /// It is sound, but not what this board can use: features that it does not make, or no hidden layer to be taught.
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
  /// The model in force was handed over.
  static let sent: UInt8 = 1
  /// There is a metric.
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
  /// Nil for what is nothing that can be handed over, and for bytes that are missing.
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

  /// Nil for a verb or a possession that is none.
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

  /// Nil for a verb or an outcome that is none.
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
