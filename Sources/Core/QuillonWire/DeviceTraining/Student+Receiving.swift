import QuillonRecognizer

/// What is being handed over, piece after piece.
struct IncomingBytes {
  /// Nil before the first time.
  var possession: Possession?
  var size: UInt16 = 0
  /// How many bytes have come, without a gap.
  var count: UInt16 = 0
  /// The model's stamp, as it was announced.
  var stamp: UInt32 = 0
  /// Of all bytes but the last four.
  var checksum = CRC32()
  /// The last four bytes, lowest first.
  var tail: UInt32 = 0
  /// How many lessons there are in it.
  var lessons: UInt16 = 0
  var outcome = StudentReply.Outcome.waiting
}

extension Student {
  /// Something is about to be handed over, or, if it has no bytes, to be taken away.
  mutating func beginReceiving(
    _ possession: Possession, _ size: UInt16, _ stamp: UInt32, _ recognizer: inout PathRecognizer
  ) -> StudentReply {
    func answer(_ outcome: StudentReply.Outcome) -> StudentReply {
      reply(.receive, outcome, subject: possession.rawValue)
    }
    guard let shipped, let model, let layer else { return answer(.absent) }
    switch possession {
    case .model:
      guard size <= UInt16(truncatingIfNeeded: Self.modelCapacity) else {
        return answer(.wrongSize)
      }
      // Its bytes are about to change, or it is no longer wanted.
      guard !recognizer.isReading else { return answer(.busy) }
      if isModelSent { use(shipped, isSent: false, &recognizer) }
    case .lessons:
      guard size == 0 || stamp == model.stamp else { return answer(.otherModel) }
      lessons = 0
      if size > 0 {
        guard layer.pointee.begin(model) else { return answer(.unsuitable) }
        guard Int(truncatingIfNeeded: size) == lessonsSize else { return answer(.wrongSize) }
      }
    case .metric:
      guard size == 0 || stamp == model.stamp else { return answer(.otherModel) }
      hasMetric = false
      let count = model.hiddenCount
      let need = 2 &* count &* count &+ 4
      guard size == 0 || Int(truncatingIfNeeded: size) == need && need <= Self.metricCapacity else {
        return answer(.wrongSize)
      }
    }
    incoming = IncomingBytes()
    guard size > 0 else { return answer(.done) }
    incoming.possession = possession
    incoming.size = size
    incoming.stamp = stamp
    if possession != .model { incoming.checksum.update(stamp) }
    return answer(.waiting)
  }

  /// Takes the next piece. One that came before is passed over, one too early as well: the answer says where to go on.
  mutating func take(_ piece: Piece, _ recognizer: inout PathRecognizer) -> StudentReply {
    let possession = piece.possession
    guard incoming.possession == possession else {
      return reply(.receive, .absent, subject: possession.rawValue)
    }
    let room = incoming.size &- incoming.count
    let count = UInt16(truncatingIfNeeded: piece.count)
    if incoming.outcome == .waiting, piece.offset == incoming.count, count <= room {
      var piece = piece
      for index in 0..<Int(truncatingIfNeeded: count) { take(piece[index], of: possession) }
    }
    let isWhole = incoming.count == incoming.size
    if isWhole, incoming.outcome == .waiting || incoming.outcome == .busy {
      incoming.outcome = end(possession, &recognizer)
    }
    return reply(
      .receive, incoming.outcome, subject: possession.rawValue, count: incoming.count)
  }

  private mutating func take(_ byte: UInt8, of possession: Possession) {
    let place = Int(truncatingIfNeeded: incoming.count)
    let isTail = place &+ 4 >= Int(truncatingIfNeeded: incoming.size)
    if isTail {
      incoming.tail = incoming.tail &>> 8 | UInt32(truncatingIfNeeded: byte) &<< 24
    } else {
      incoming.checksum.update(byte)
    }
    switch possession {
    case .model:
      if place < Self.modelCapacity {
        memory?.storeBytes(of: byte, toByteOffset: Self.modelOffset &+ place, as: UInt8.self)
      }
    case .metric:
      if place < Self.metricCapacity {
        memory?.storeBytes(of: byte, toByteOffset: Self.metricOffset &+ place, as: UInt8.self)
      }
    case .lessons:
      if place < 2 {
        incoming.lessons |=
          UInt16(truncatingIfNeeded: byte) &<< UInt16(truncatingIfNeeded: 8 &* place)
      } else if !isTail {
        layer?.pointee.setByte(byte, at: place &- 2)
      }
    }
    incoming.count &+= 1
  }

  /// All bytes are there: whether they can be used, from now on.
  private mutating func end(
    _ possession: Possession, _ recognizer: inout PathRecognizer
  ) -> StudentReply.Outcome {
    guard possession != .model else { return endModel(&recognizer) }
    guard incoming.tail == incoming.checksum.value else {
      if possession == .lessons { lessons = 0 }
      return .damaged
    }
    guard incoming.stamp == modelStamp else { return .otherModel }
    if possession == .metric { hasMetric = true } else { adoptLessons() }
    return .done
  }

  /// A stroke that is being read is finished by the model that it was begun with.
  private mutating func endModel(_ recognizer: inout PathRecognizer) -> StudentReply.Outcome {
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
    guard received.stamp == incoming.stamp else { return .damaged }
    guard received.featureSet == .airPath else { return .unsuitable }
    use(received, isSent: true, &recognizer)
    return .done
  }
}
