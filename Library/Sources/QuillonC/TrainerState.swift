import CQuillon
import QuillonNumerics
import QuillonRecognizer

/// The state of a trainer: the model's last layer, as one person's examples have changed it.
struct TrainerState: LibraryState, ~Copyable {
  static var mark: UInt32 { 0x5154_5241 }

  var mark: UInt32
  var modelID: UInt32
  /// Plain integers, 0 at first, that are set before they are used.
  var layer: PersonalLayer<2_048, 41>
}

/// Lets `body` work on the layer, the model and the features of the last classification.
@inline(__always)
private func withLetter(
  _ trainer: OpaquePointer?, _ recognizer: OpaquePointer?,
  _ body: (
    UnsafeMutablePointer<TrainerState>, inout Recognizer, PackedModel, inout FeatureVector
  ) -> Int32
) -> Int32 {
  withState(trainer, TrainerState.self) { trainer in
    withState(recognizer, RecognizerState.self) {
      guard let model = $0.pointee.model, model.modelID == trainer.pointee.modelID else {
        return QUILLON_ERROR_MODEL
      }
      guard $0.pointee.hasLetter else { return QUILLON_ERROR_ABSENT }
      var features = $0.pointee.recognizer.packedFeatures()
      return body(trainer, &$0.pointee.recognizer, model, &features)
    }
  }
}

/// See quillon.h.
@c @implementation
public func quillon_trainer_init(
  _ trainer: OpaquePointer?, _ size: UInt32, _ recognizer: OpaquePointer?
) -> Int32 {
  let room = checkRoom(at: trainer, size: size, for: TrainerState.self)
  guard room == QUILLON_OK, let trainer else { return room }
  return withState(recognizer, RecognizerState.self) {
    guard let model = $0.pointee.model else { return QUILLON_ERROR_MODEL }
    let state = cleared(trainer, as: TrainerState.self)
    guard state.pointee.layer.begin(model) else { return QUILLON_ERROR_MODEL }
    state.pointee.modelID = model.modelID
    mark(trainer, as: TrainerState.self)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_trainer_learn(
  _ trainer: OpaquePointer?, _ recognizer: OpaquePointer?, _ label: Int32, _ margin: Int32
) -> Int32 {
  withLetter(trainer, recognizer) { trainer, _, model, features in
    guard label >= 0, label < Int32(truncatingIfNeeded: model.labelCount), margin >= 0 else {
      return QUILLON_ERROR_ARGUMENT
    }
    let margin = margin == 0 ? PackedModel.wantedMargin : Fixed(bits: margin)
    let outcome = trainer.pointee.layer.learn(
      model, &features, as: Int(truncatingIfNeeded: label), margin: margin)
    switch outcome {
    case .learned: return QUILLON_EVENT
    case .known: return QUILLON_OK
    case .refused: return QUILLON_ERROR_ARGUMENT
    }
  }
}

/// See quillon.h.
@c @implementation
public func quillon_trainer_classify(
  _ trainer: OpaquePointer?, _ recognizer: OpaquePointer?,
  _ event: UnsafeMutablePointer<quillon_event>?
) -> Int32 {
  guard let event else { return QUILLON_ERROR_NULL }
  return withLetter(trainer, recognizer) { trainer, recognizer, model, features in
    let classification = trainer.pointee.layer.classification(model, on: &features)
    event.pointee.set(recognizer.judged(classification))
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_trainer_undo(_ trainer: OpaquePointer?) -> Int32 {
  withState(trainer, TrainerState.self) {
    $0.pointee.layer.undo() ? QUILLON_OK : QUILLON_ERROR_ABSENT
  }
}

/// See quillon.h.
@c @implementation
public func quillon_trainer_weights(
  _ trainer: OpaquePointer?, _ weights: UnsafeMutablePointer<Int16>?, _ capacity: UInt32
) -> Int32 {
  withState(trainer, TrainerState.self) {
    let count = $0.pointee.layer.weightCount
    guard capacity > 0 else { return Int32(truncatingIfNeeded: count) }
    guard let weights else { return QUILLON_ERROR_NULL }
    guard Int(truncatingIfNeeded: capacity) >= count else { return QUILLON_ERROR_SIZE }
    $0.pointee.layer.withWeights { kept in
      for index in 0..<count { weights[index] = kept[index] }
    }
    return Int32(truncatingIfNeeded: count)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_trainer_set_weights(
  _ trainer: OpaquePointer?, _ weights: UnsafePointer<Int16>?, _ count: UInt32
) -> Int32 {
  guard let weights else { return QUILLON_ERROR_NULL }
  return withState(trainer, TrainerState.self) {
    guard Int(truncatingIfNeeded: count) == $0.pointee.layer.weightCount else {
      return QUILLON_ERROR_SIZE
    }
    $0.pointee.layer.forgetChange()
    $0.pointee.layer.withWeights { kept in
      for index in 0..<kept.count { kept[index] = weights[index] }
    }
    return QUILLON_OK
  }
}
