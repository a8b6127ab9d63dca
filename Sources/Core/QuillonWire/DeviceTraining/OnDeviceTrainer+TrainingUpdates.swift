import QuillonNumerics
import QuillonRecognizer

/// The blob that is being sent, chunk after chunk.
struct OutgoingBytes {
  /// How many bytes the checksum covers.
  var count = 0
  var checksum = CRC32()
}

extension OnDeviceTrainer {
  /// The value for no label.
  private static var noLabel: UInt8 { 255 }

  /// Learns that the last letter was meant to be `label`.
  mutating func learn(
    _ label: UInt8, _ after: UInt16, _ modelID: UInt32, _ margin: Fixed<12>
  ) -> TrainerReply {
    guard let model, let layer else { return answer(.learn, .absent) }
    guard modelID == model.modelID else { return answer(.learn, .otherModel) }
    guard after == trainingUpdates else { return answer(.learn, .outOfStep) }
    guard Int(truncatingIfNeeded: label) < model.labelCount else {
      return answer(.learn, .unknownLabel)
    }
    if trainingUpdates == 0, !layer.pointee.begin(model) { return answer(.learn, .unsuitable) }
    guard hasLetter else { return answer(.learn, .noLetter) }
    // Training updates that are being received would overwrite this one.
    if incoming.blob == .trainingUpdates { incoming = IncomingBytes() }
    let outcome = layer.pointee.learn(
      model, activations: &activations, as: Int(truncatingIfNeeded: label), margin: margin,
      metric: metric)
    switch outcome {
    case .learned:
      if trainingUpdates < .max { trainingUpdates &+= 1 }
      outgoing = OutgoingBytes()
      return answer(.learn, .done)
    case .known: return answer(.learn, .known)
    case .refused: return answer(.learn, .refused)
    }
  }

  /// Undoes the last training update.
  mutating func undo(_ after: UInt16) -> TrainerReply {
    guard after == trainingUpdates else { return answer(.undo, .outOfStep) }
    guard trainingUpdates > 0, let layer, layer.pointee.undo() else {
      return answer(.undo, .nothingToUndo)
    }
    trainingUpdates &-= 1
    outgoing = OutgoingBytes()
    return answer(.undo, .done)
  }

  /// The reply to a training update, with the label that the last letter is classified as now.
  private mutating func answer(
    _ verb: TrainerRequest.Verb, _ outcome: TrainerReply.Outcome
  ) -> TrainerReply {
    var label = Self.noLabel
    if hasLetter, trainingUpdates > 0, let model, let layer {
      label = layer.pointee.classification(model, of: &activations).label
    }
    return reply(verb, outcome, subject: label)
  }

  private var metric: ActivationMetric? {
    guard hasMetric, let memory else { return nil }
    let rows = UnsafeRawPointer(memory) + Self.metricOffset
    return ActivationMetric(rows: rows.assumingMemoryBound(to: Int16.self))
  }
}

// The training updates as they are sent: a count, the weights, a checksum. See
// ``BlobKind/trainingUpdates``.
extension OnDeviceTrainer {
  /// The size of the training updates for the model in use, bytes.
  var trainingUpdatesSize: Int { 2 &* (layer?.pointee.weightCount ?? 0) &+ 6 }

  /// Uses the received training updates from now on. None of them can be undone.
  mutating func adoptTrainingUpdates() {
    layer?.pointee.forgetChange()
    trainingUpdates = incoming.trainingUpdates
  }

  /// The chunk that begins at `offset`.
  ///
  /// The checksum covers the bytes as they were sent. It is right if they were requested in order,
  /// with or without repetitions.
  mutating func give(_ blob: BlobKind, at offset: UInt16) -> Message {
    guard blob == .trainingUpdates, trainingUpdates > 0 else {
      return .reply(reply(.give, .absent, subject: blob.rawValue))
    }
    if offset == 0 {
      outgoing = OutgoingBytes()
      outgoing.checksum.update(modelID)
    }
    var chunk = Chunk(of: .trainingUpdates, at: offset)
    var place = Int(truncatingIfNeeded: offset)
    while place < trainingUpdatesSize, Int(truncatingIfNeeded: chunk.count) < Chunk.capacity {
      let byte = trainingUpdatesByte(at: place)
      if place == outgoing.count, place < trainingUpdatesSize &- 4 {
        outgoing.checksum.update(byte)
        outgoing.count &+= 1
      }
      chunk.append(byte)
      place &+= 1
    }
    return .chunk(chunk)
  }

  private mutating func trainingUpdatesByte(at place: Int) -> UInt8 {
    let rest = place &- (trainingUpdatesSize &- 4)
    if rest >= 0 {
      let shift = UInt32(truncatingIfNeeded: 8 &* rest)
      return UInt8(truncatingIfNeeded: outgoing.checksum.value &>> shift)
    }
    guard place >= 2 else {
      return UInt8(truncatingIfNeeded: trainingUpdates &>> UInt16(truncatingIfNeeded: 8 &* place))
    }
    return layer?.pointee.byte(at: place &- 2) ?? 0
  }
}
