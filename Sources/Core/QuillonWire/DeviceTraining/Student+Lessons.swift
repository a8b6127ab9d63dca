import QuillonNumerics
import QuillonRecognizer

/// What is being given back, piece after piece.
struct OutgoingBytes {
  /// How many bytes are in the checksum.
  var count = 0
  var checksum = CRC32()
}

extension Student {
  /// What stands for no label.
  private static var noLabel: UInt8 { 255 }

  /// The last letter was meant to be `label`.
  mutating func learn(
    _ label: UInt8, _ after: UInt16, _ stamp: UInt32, _ margin: Fixed<12>
  ) -> StudentReply {
    guard let model, let layer else { return answer(.learn, .absent) }
    guard stamp == model.stamp else { return answer(.learn, .otherModel) }
    guard after == lessons else { return answer(.learn, .outOfStep) }
    guard Int(truncatingIfNeeded: label) < model.labelCount else {
      return answer(.learn, .unknownLabel)
    }
    if lessons == 0, !layer.pointee.begin(model) { return answer(.learn, .unsuitable) }
    guard hasLetter else { return answer(.learn, .noLetter) }
    // Lessons that are being handed over would overwrite this one.
    if incoming.possession == .lessons { incoming = IncomingBytes() }
    let outcome = layer.pointee.learn(
      model, activations: &activations, as: Int(truncatingIfNeeded: label), margin: margin,
      metric: metric)
    switch outcome {
    case .learned:
      if lessons < .max { lessons &+= 1 }
      outgoing = OutgoingBytes()
      return answer(.learn, .done)
    case .known: return answer(.learn, .known)
    case .refused: return answer(.learn, .refused)
    }
  }

  /// Takes the last lesson back.
  mutating func undo(_ after: UInt16) -> StudentReply {
    guard after == lessons else { return answer(.undo, .outOfStep) }
    guard lessons > 0, let layer, layer.pointee.undo() else { return answer(.undo, .nothingToUndo) }
    lessons &-= 1
    outgoing = OutgoingBytes()
    return answer(.undo, .done)
  }

  /// The answer to a lesson, with what the last letter is read as now.
  private mutating func answer(
    _ verb: StudentRequest.Verb, _ outcome: StudentReply.Outcome
  ) -> StudentReply {
    var label = Self.noLabel
    if hasLetter, lessons > 0, let model, let layer {
      label = layer.pointee.verdict(model, of: &activations).label
    }
    return reply(verb, outcome, subject: label)
  }

  private var metric: ActivationMetric? {
    guard hasMetric, let memory else { return nil }
    let rows = UnsafeRawPointer(memory) + Self.metricOffset
    return ActivationMetric(rows: rows.assumingMemoryBound(to: Int16.self))
  }
}

// What was learned, as it travels: a count, the weights, a checksum; see ``Possession/lessons``.
extension Student {
  /// How many bytes the lessons for the model in force take.
  var lessonsSize: Int { 2 &* (layer?.pointee.weightCount ?? 0) &+ 6 }

  /// What has come is in force from now on; none of it can be taken back.
  mutating func adoptLessons() {
    layer?.pointee.forgetChange()
    lessons = incoming.lessons
  }

  /// The piece that begins at `offset`.
  ///
  /// The checksum is of the bytes as they were given, which is right if they were asked for in order, any of them twice or not.
  mutating func give(_ possession: Possession, at offset: UInt16) -> Message {
    guard possession == .lessons, lessons > 0 else {
      return .reply(reply(.give, .absent, subject: possession.rawValue))
    }
    if offset == 0 {
      outgoing = OutgoingBytes()
      outgoing.checksum.update(modelStamp)
    }
    var piece = Piece(of: .lessons, at: offset)
    var place = Int(truncatingIfNeeded: offset)
    while place < lessonsSize, Int(truncatingIfNeeded: piece.count) < Piece.capacity {
      let byte = lessonsByte(at: place)
      if place == outgoing.count, place < lessonsSize &- 4 {
        outgoing.checksum.update(byte)
        outgoing.count &+= 1
      }
      piece.append(byte)
      place &+= 1
    }
    return .piece(piece)
  }

  private mutating func lessonsByte(at place: Int) -> UInt8 {
    let rest = place &- (lessonsSize &- 4)
    if rest >= 0 {
      let shift = UInt32(truncatingIfNeeded: 8 &* rest)
      return UInt8(truncatingIfNeeded: outgoing.checksum.value &>> shift)
    }
    guard place >= 2 else {
      return UInt8(truncatingIfNeeded: lessons &>> UInt16(truncatingIfNeeded: 8 &* place))
    }
    return layer?.pointee.byte(at: place &- 2) ?? 0
  }
}
