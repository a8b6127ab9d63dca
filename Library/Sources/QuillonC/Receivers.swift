import CQuillon
import QuillonFusion
import QuillonSerialFormats

/// What a receiver of a format does with a byte. It is stored in the state, so that only the formats are linked that are named.
private typealias Push =
  @convention(c) (
    UnsafeMutableRawPointer, UInt8, UnsafeMutablePointer<quillon_sample>
  ) -> Int32

/// The beginning of the state of every receiver.
private struct ReceiverState: LibraryState {
  static var mark: UInt32 { 0x5152_4356 }

  var mark: UInt32
  var push: Push
}

/// The state of a receiver of one format.
private struct FormatState<Format: FrameFormat>: LibraryState {
  static var mark: UInt32 { ReceiverState.mark }

  var beginning: ReceiverState
  var receiver: SampleReceiver<FramedDecoder<Format>, CountingClock>
}

@inline(__always)
private func begin<Format: FrameFormat>(
  _ memory: OpaquePointer?, _ size: UInt32, _ format: Format, _ push: Push
) -> Int32 {
  let room = checkRoom(at: memory, size: size, for: FormatState<Format>.self)
  guard room == QUILLON_OK, let memory else { return room }
  let state = cleared(memory, as: FormatState<Format>.self)
  state.pointee.beginning.push = push
  state.pointee.receiver = SampleReceiver(format)
  mark(memory, as: FormatState<Format>.self)
  return QUILLON_OK
}

@inline(__always)
private func take<Format: FrameFormat>(
  _ memory: UnsafeMutableRawPointer, _ byte: UInt8,
  _ sample: UnsafeMutablePointer<quillon_sample>, _ type: Format.Type
) -> Int32 {
  let state = memory.assumingMemoryBound(to: FormatState<Format>.self)
  state.pointee.receiver.push(byte)
  guard let taken = state.pointee.receiver.next() else { return QUILLON_OK }
  sample.pointee = quillon_sample(taken)
  return QUILLON_EVENT
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_push(
  _ receiver: OpaquePointer?, _ byte: UInt8, _ sample: UnsafeMutablePointer<quillon_sample>?
) -> Int32 {
  guard let sample else { return QUILLON_ERROR_NULL }
  return withState(receiver, ReceiverState.self) {
    $0.pointee.push(UnsafeMutableRawPointer($0), byte, sample)
  }
}

// Generated from SerialFormat.swift by `make lists`: do not edit.
/// See quillon.h.
@c @implementation
public func quillon_receiver_init_csv(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, LineFormat(ColumnFormat())) {
    take($0, $1, $2, LineFormat<ColumnFormat>.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_tagged(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, LineFormat(TaggedLineFormat())) {
    take($0, $1, $2, LineFormat<TaggedLineFormat>.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_witmotion_11(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, WitMotionFormat()) {
    take($0, $1, $2, WitMotionFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_witmotion_ble(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, WitMotionBLEFormat()) {
    take($0, $1, $2, WitMotionBLEFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_bno08x_rvc(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, BNO08xFormat()) {
    take($0, $1, $2, BNO08xFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_x_imu3(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, LineFormat(XIMU3Format())) {
    take($0, $1, $2, LineFormat<XIMU3Format>.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_mavlink(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, MAVLinkFormat()) {
    take($0, $1, $2, MAVLinkFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_razor_text(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, LineFormat(RazorTextFormat())) {
    take($0, $1, $2, LineFormat<RazorTextFormat>.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_razor_binary_sensors(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, RazorBinaryFormat(.sensors)) {
    take($0, $1, $2, RazorBinaryFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_vectornav_ascii(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, LineFormat(VectorNavTextFormat())) {
    take($0, $1, $2, LineFormat<VectorNavTextFormat>.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_vectornav_binary(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, VectorNavBinaryFormat()) {
    take($0, $1, $2, VectorNavBinaryFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_xsens_xbus(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, XbusFormat()) {
    take($0, $1, $2, XbusFormat.self)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_receiver_init_mip(
  _ receiver: OpaquePointer?, _ size: UInt32
) -> Int32 {
  begin(receiver, size, MIPFormat()) {
    take($0, $1, $2, MIPFormat.self)
  }
}
// End of the generated part.
