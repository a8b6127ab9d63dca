import QuillonRecognizer

/// The blob that is being received, chunk after chunk.
struct IncomingBytes {
  /// Nil before the first blob.
  var blob: BlobKind?
  var size: UInt16 = 0
  /// How many bytes have arrived without a gap.
  var count: UInt16 = 0
  /// The model ID, as announced.
  var modelID: UInt32 = 0
  /// The checksum of all bytes but the last four.
  var checksum = CRC32()
  /// The last four bytes, lowest first.
  var tail: UInt32 = 0
  /// The number of training updates in the blob.
  var trainingUpdates: UInt16 = 0
  var outcome = TrainerReply.Outcome.waiting
}

extension OnDeviceTrainer {
  /// Prepares to receive a blob of `size` bytes. A size of 0 removes what is there.
  mutating func beginReceiving<Scorer: TeachableScorer>(
    _ blob: BlobKind, _ size: UInt16, _ modelID: UInt32,
    _ recognizer: inout StrokeRecognizer<Scorer>
  ) -> TrainerReply {
    func answer(_ outcome: TrainerReply.Outcome) -> TrainerReply {
      reply(.receive, outcome, subject: blob.rawValue)
    }
    guard let shipped, let model, let layer else { return answer(.absent) }
    switch blob {
    case .model:
      guard size <= UInt16(truncatingIfNeeded: Self.modelCapacity) else {
        return answer(.wrongSize)
      }
      // The bytes of the model are about to change, or it is removed.
      guard !recognizer.isReading else { return answer(.busy) }
      if isModelSent { use(shipped, isSent: false, &recognizer) }
    case .trainingUpdates:
      guard size == 0 || modelID == model.modelID else { return answer(.otherModel) }
      trainingUpdates = 0
      if size > 0 {
        guard layer.pointee.begin(model) else { return answer(.unsuitable) }
        guard Int(truncatingIfNeeded: size) == trainingUpdatesSize else {
          return answer(.wrongSize)
        }
      }
    case .metric:
      guard size == 0 || modelID == model.modelID else { return answer(.otherModel) }
      hasMetric = false
      let count = model.hiddenCount
      let need = 2 &* count &* count &+ 4
      guard size == 0 || Int(truncatingIfNeeded: size) == need && need <= Self.metricCapacity else {
        return answer(.wrongSize)
      }
    }
    incoming = IncomingBytes()
    guard size > 0 else { return answer(.done) }
    incoming.blob = blob
    incoming.size = size
    incoming.modelID = modelID
    if blob != .model { incoming.checksum.update(modelID) }
    return answer(.waiting)
  }

  /// Stores the next chunk. Repeated chunks and chunks that come too early are ignored. The reply
  /// states where to continue.
  mutating func take<Scorer: TeachableScorer>(
    _ chunk: Chunk, _ recognizer: inout StrokeRecognizer<Scorer>
  ) -> TrainerReply {
    let blob = chunk.blob
    guard incoming.blob == blob else {
      return reply(.receive, .absent, subject: blob.rawValue)
    }
    let room = incoming.size &- incoming.count
    let count = UInt16(truncatingIfNeeded: chunk.count)
    if incoming.outcome == .waiting, chunk.offset == incoming.count, count <= room {
      var chunk = chunk
      for index in 0..<Int(truncatingIfNeeded: count) { take(chunk[index], of: blob) }
    }
    let isWhole = incoming.count == incoming.size
    if isWhole, incoming.outcome == .waiting || incoming.outcome == .busy {
      incoming.outcome = end(blob, &recognizer)
    }
    return reply(
      .receive, incoming.outcome, subject: blob.rawValue, count: incoming.count)
  }

  private mutating func take(_ byte: UInt8, of blob: BlobKind) {
    let place = Int(truncatingIfNeeded: incoming.count)
    let isTail = place &+ 4 >= Int(truncatingIfNeeded: incoming.size)
    if isTail {
      incoming.tail = incoming.tail &>> 8 | UInt32(truncatingIfNeeded: byte) &<< 24
    } else {
      incoming.checksum.update(byte)
    }
    switch blob {
    case .model:
      if place < Self.modelCapacity {
        memory?.storeBytes(of: byte, toByteOffset: Self.modelOffset &+ place, as: UInt8.self)
      }
    case .metric:
      if place < Self.metricCapacity {
        memory?.storeBytes(of: byte, toByteOffset: Self.metricOffset &+ place, as: UInt8.self)
      }
    case .trainingUpdates:
      if place < 2 {
        incoming.trainingUpdates |=
          UInt16(truncatingIfNeeded: byte) &<< UInt16(truncatingIfNeeded: 8 &* place)
      } else if !isTail {
        layer?.pointee.setByte(byte, at: place &- 2)
      }
    }
    incoming.count &+= 1
  }

  /// All bytes have arrived. Checks them and uses them from now on.
  private mutating func end<Scorer: TeachableScorer>(
    _ blob: BlobKind, _ recognizer: inout StrokeRecognizer<Scorer>
  ) -> TrainerReply.Outcome {
    guard blob != .model else { return endModel(&recognizer) }
    guard incoming.tail == incoming.checksum.value else {
      if blob == .trainingUpdates { trainingUpdates = 0 }
      return .damaged
    }
    guard incoming.modelID == modelID else { return .otherModel }
    if blob == .metric { hasMetric = true } else { adoptTrainingUpdates() }
    return .done
  }

  /// Checks the model and uses it. A stroke that is being read must first be finished with the old
  /// model.
  private mutating func endModel<Scorer: TeachableScorer>(
    _ recognizer: inout StrokeRecognizer<Scorer>
  ) -> TrainerReply.Outcome {
    guard let memory else { return .absent }
    guard !recognizer.isReading else { return .busy }
    let bytes = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(memory + Self.modelOffset),
      count: Int(truncatingIfNeeded: incoming.size))
    let received: PackedModel
    do { received = try PackedModel(checking: bytes, checksum: incoming.checksum) } catch {
      switch error {
      case .checksum: return .damaged
      case .size: return .wrongSize
      case .format, .header, .overflow: return .unsound
      }
    }
    guard received.modelID == incoming.modelID else { return .damaged }
    guard received.featureSet == Scorer.featureSet else { return .unsuitable }
    use(received, isSent: true, &recognizer)
    return .done
  }
}
