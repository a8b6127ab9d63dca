import CQuillon
import QuillonRecognizer

extension PackedModel {
  /// The model in `size` bytes at `bytes`, checked; nil if they are no model.
  init?(_ bytes: UnsafeRawPointer, _ size: UInt32) {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(truncatingIfNeeded: size))
    do { try self.init(checking: buffer) } catch { return nil }
  }

  /// The address of the bytes, and their number into `size`.
  @inline(__always)
  fileprivate func address(_ size: UnsafeMutablePointer<UInt32>) -> UnsafeRawPointer? {
    size.pointee = UInt32(truncatingIfNeeded: self.size)
    return withBytes { $0.baseAddress }
  }
}

/// See quillon.h.
@c @implementation
public func quillon_model_air(_ size: UnsafeMutablePointer<UInt32>?) -> UnsafeRawPointer? {
  #if SequenceNetwork
    size.flatMap { PackedModel.air.address($0) }
  #else
    size.flatMap { PackedModel.airFeatures.address($0) }
  #endif
}

/// See quillon.h.
@c @implementation
public func quillon_model_air_board(_ size: UnsafeMutablePointer<UInt32>?) -> UnsafeRawPointer? {
  #if SequenceNetwork
    size.flatMap { PackedModel.airBoard.address($0) }
  #else
    quillon_model_air(size)
  #endif
}

/// See quillon.h.
@c @implementation
public func quillon_model_ink(_ size: UnsafeMutablePointer<UInt32>?) -> UnsafeRawPointer? {
  size.flatMap { PackedModel.ink.address($0) }
}

/// See quillon.h.
@c @implementation
public func quillon_model_gestures(_ size: UnsafeMutablePointer<UInt32>?) -> UnsafeRawPointer? {
  size.flatMap { PackedModel.gestures.address($0) }
}

/// See quillon.h.
@c @implementation
public func quillon_model_accelerometer(
  _ size: UnsafeMutablePointer<UInt32>?
) -> UnsafeRawPointer? {
  size.flatMap { PackedModel.accelerometer.address($0) }
}

/// See quillon.h.
@c @implementation
public func quillon_model_labels(_ model: UnsafeRawPointer?, _ size: UInt32) -> Int32 {
  guard let model else { return QUILLON_ERROR_NULL }
  guard let model = PackedModel(model, size) else { return QUILLON_ERROR_MODEL }
  return Int32(truncatingIfNeeded: model.labelCount)
}

/// See quillon.h.
@c @implementation
public func quillon_model_label(
  _ model: UnsafeRawPointer?, _ size: UInt32, _ label: Int32,
  _ text: UnsafeMutablePointer<CChar>?, _ capacity: UInt32
) -> Int32 {
  guard let model, let text else { return QUILLON_ERROR_NULL }
  guard let model = PackedModel(model, size) else { return QUILLON_ERROR_MODEL }
  return writeLabel(label, of: model, into: text, capacity)
}

/// See quillon.h.
@c @implementation
public func quillon_recognizer_label(
  _ recognizer: OpaquePointer?, _ label: Int32, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: UInt32
) -> Int32 {
  guard let text else { return QUILLON_ERROR_NULL }
  return withState(recognizer, RecognizerState.self) {
    guard let model = $0.pointee.model else { return QUILLON_ERROR_MODEL }
    return writeLabel(label, of: model, into: text, capacity)
  }
}

/// Writes a label into `text`, which has `capacity` bytes, and a zero byte after it. Returns its length or an error.
///
/// The labels are at the beginning of the model's text, separated by spaces, up to a line feed.
private func writeLabel(
  _ label: Int32, of model: PackedModel, into text: UnsafeMutablePointer<CChar>, _ capacity: UInt32
) -> Int32 {
  guard label >= 0, label < model.labelCount, let bytes = model.withBytes({ $0.baseAddress })
  else { return QUILLON_ERROR_ARGUMENT }
  var place = PackedModel.headerSize
  let end = place &+ model.textSize
  var number: Int32 = 0
  var length = 0
  while place < end {
    let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
    place &+= 1
    if byte == 0x20 || byte == 0x0A {
      if number == label || byte == 0x0A { break }
      number &+= 1
    } else if number == label {
      length &+= 1
      guard length < Int(truncatingIfNeeded: capacity) else { return QUILLON_ERROR_SIZE }
    }
  }
  guard number == label, length < Int(truncatingIfNeeded: capacity) else {
    return number == label ? QUILLON_ERROR_SIZE : QUILLON_ERROR_MODEL
  }
  var index = 0
  while index < length {
    text[index] = bytes.load(fromByteOffset: place &- 1 &- length &+ index, as: CChar.self)
    index &+= 1
  }
  text[length] = 0
  return Int32(truncatingIfNeeded: length)
}
