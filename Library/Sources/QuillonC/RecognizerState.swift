import CQuillon
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// The state of a recognizer.
struct RecognizerState: LibraryState, ~Copyable {
  static var mark: UInt32 { 0x5152_4543 }

  var mark: UInt32
  /// True while the features of the last classification are there.
  var hasLetter: Bool
  var recognizer: Recognizer

  /// The model in use; nil before there is one.
  var model: PackedModel? {
    guard case .packed(let model) = recognizer.scorer.model else { return nil }
    return model
  }

  /// Writes the result of a sample, and remembers whether there is a letter.
  @inline(__always)
  mutating func tell(_ happened: Event?, _ event: UnsafeMutablePointer<quillon_event>) -> Int32 {
    guard let happened else {
      if recognizer.isReading { hasLetter = false }
      return QUILLON_OK
    }
    event.pointee = quillon_event(happened, time: recognizer.endOfLastStroke)
    hasLetter = event.pointee.kind == QUILLON_CLASSIFICATION
    return QUILLON_EVENT
  }
}

extension WritingSettings {
  /// The settings of the header; nil if one is out of its range.
  init?(_ writing: quillon_writing) {
    let kind: PlaneRule.Kind
    switch writing.plane {
    case QUILLON_PLANE_PEN_DOWN: kind = .penDown
    case QUILLON_PLANE_DEVICE: kind = .device
    case QUILLON_PLANE_WRIST: kind = .wrist
    case QUILLON_PLANE_PRINCIPAL: kind = .principal
    case QUILLON_PLANE_ABOVE: kind = .above
    default: return nil
    }
    guard writing.pen == QUILLON_PEN_OF_SAMPLES || writing.pen == QUILLON_PEN_OF_MOTION,
      writing.pen_up_time >= 0, writing.pen_up_time <= 65_535, writing.gates >= 0,
      writing.gates <= QUILLON_GATES_ALL
    else { return nil }
    self.init(
      pen: writing.pen == QUILLON_PEN_OF_MOTION ? .motion : .samples,
      penUpTime: UInt16(truncatingIfNeeded: writing.pen_up_time),
      gates: RejectionGates(rawValue: UInt8(truncatingIfNeeded: writing.gates)),
      plane: PlaneRule(kind))
  }
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_init(
  _ recognizer: OpaquePointer?, _ size: UInt32, _ model: UnsafeRawPointer?, _ modelSize: UInt32
) -> Int32 {
  let room = checkRoom(at: recognizer, size: size, for: RecognizerState.self)
  guard room == QUILLON_OK, let recognizer else { return room }
  guard let model else { return QUILLON_ERROR_NULL }
  guard let model = PackedModel(model, modelSize) else { return QUILLON_ERROR_MODEL }
  let state = cleared(recognizer, as: RecognizerState.self)
  state.pointee.recognizer.reset()
  state.pointee.recognizer.use(.packed(model))
  mark(recognizer, as: RecognizerState.self)
  return QUILLON_OK
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_set_writing(
  _ recognizer: OpaquePointer?, _ writing: UnsafePointer<quillon_writing>?
) -> Int32 {
  guard let writing else { return QUILLON_ERROR_NULL }
  return withState(recognizer, RecognizerState.self) {
    guard let settings = WritingSettings(writing.pointee) else { return QUILLON_ERROR_ARGUMENT }
    $0.pointee.recognizer.adopt(settings)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_push(
  _ recognizer: OpaquePointer?, _ sample: UnsafePointer<quillon_sample>?,
  _ event: UnsafeMutablePointer<quillon_event>?
) -> Int32 {
  guard let sample, let event else { return QUILLON_ERROR_NULL }
  return withState(recognizer, RecognizerState.self) {
    guard let sample = InertialSample(sample.pointee) else { return QUILLON_ERROR_ARGUMENT }
    return $0.pointee.tell($0.pointee.recognizer.push(sample), event)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_push_touch(
  _ recognizer: OpaquePointer?, _ time: UInt32, _ x: Int32, _ y: Int32, _ pen: Int32,
  _ minimumSize: Int32, _ event: UnsafeMutablePointer<quillon_event>?
) -> Int32 {
  guard let event else { return QUILLON_ERROR_NULL }
  let range: ClosedRange<Int32> = -1 &<< 30...1 &<< 30
  return withState(recognizer, RecognizerState.self) {
    guard range.contains(x), range.contains(y), pen == 0 || pen == 1, minimumSize >= 0,
      range.contains(minimumSize)
    else { return QUILLON_ERROR_ARGUMENT }
    let happened = $0.pointee.recognizer.push(
      touchX: x, y: y, timestamp: time, pen: pen == 1 ? .down : .up, minimumSize: minimumSize)
    return $0.pointee.tell(happened, event)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_finish(
  _ recognizer: OpaquePointer?, _ event: UnsafeMutablePointer<quillon_event>?
) -> Int32 {
  guard let event else { return QUILLON_ERROR_NULL }
  return withState(recognizer, RecognizerState.self) {
    $0.pointee.tell($0.pointee.recognizer.finish(), event)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_best(
  _ recognizer: OpaquePointer?, _ best: UnsafeMutablePointer<quillon_candidate>?, _ count: Int32
) -> Int32 {
  guard let best else { return QUILLON_ERROR_NULL }
  return withState(recognizer, RecognizerState.self) {
    guard count >= 1, Int(count) <= PackedModel.maximumLabels else { return QUILLON_ERROR_ARGUMENT }
    guard $0.pointee.hasLetter, let model = $0.pointee.model else { return QUILLON_ERROR_ABSENT }
    let scores = model.scores(of: $0.pointee.recognizer.packedFeatures())
    var found: Int32 = 0
    var label: Int32 = 0
    while label < Int32(truncatingIfNeeded: model.labelCount) {
      let score = scores[unchecked: Int(truncatingIfNeeded: label)].bits
      var place = found
      while place > 0, best[Int(truncatingIfNeeded: place &- 1)].score < score {
        if place < count {
          best[Int(truncatingIfNeeded: place)] = best[Int(truncatingIfNeeded: place &- 1)]
        }
        place &-= 1
      }
      if place < count {
        best[Int(truncatingIfNeeded: place)] = quillon_candidate(label: label, score: score)
        found = Swift.min(found &+ 1, count)
      }
      label &+= 1
    }
    return found
  }
}
