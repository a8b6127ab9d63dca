import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonSerialFormats

// The functions that the module exports. WEB.md in firmware-docs describes them; a change of any of them is a new
// `ExchangeBlock.version`.

/// The version of the interface.
@_expose(wasm, "quillon_version") @_cdecl("quillon_version")
public func version() -> Int32 { ExchangeBlock.version }

/// The address of the exchange block.
@_expose(wasm, "quillon_block") @_cdecl("quillon_block")
public func block() -> UnsafeMutableRawPointer { ExchangeBlock.address }

/// Restarts with a built-in model. Returns 1, or 0 if there is no such model.
@_expose(wasm, "quillon_create") @_cdecl("quillon_create")
public func create(model: Int32) -> Int32 {
  guard let model = BuiltIn(rawValue: model) else { return 0 }
  Session.begin(model)
  SensorLine.begin(format: -1)
  return 1
}

/// Reads the next letters with another built-in model, and keeps the attitude. Returns 1, or 0 if there is no such model or a
/// letter is being read.
@_expose(wasm, "quillon_use") @_cdecl("quillon_use")
public func use(model: Int32) -> Int32 {
  guard let model = BuiltIn(rawValue: model), !Session.recognizer.isReading else { return 0 }
  Session.adopt(model)
  return 1
}

/// Sets how the hand writes.
///
/// - Parameters:
///   - pen: 0 the pen of the samples, 1 the motion.
///   - penUpTime: how long the pen may be up within a letter, ms, 0…65,535.
///   - gates: the bits of `RejectionGates`.
@_expose(wasm, "quillon_settings") @_cdecl("quillon_settings")
public func settings(pen: Int32, penUpTime: Int32, gates: Int32) {
  Session.recognizer.adopt(
    WritingSettings(
      pen: pen == 1 ? .motion : .samples,
      penUpTime: UInt16(truncatingIfNeeded: Swift.min(Swift.max(penUpTime, 0), 65_535)),
      gates: RejectionGates(rawValue: UInt8(truncatingIfNeeded: gates))))
}

/// Processes a raw sample: time in µs, specific force in m/s², Q8.23, angular rate in rad/s, Q6.25, pen 0 or 1. Returns 1 if there
/// is an event.
@_expose(wasm, "quillon_push_raw") @_cdecl("quillon_push_raw")
public func pushRaw(
  time: UInt32, ax: Int32, ay: Int32, az: Int32, gx: Int32, gy: Int32, gz: Int32, pen: Int32
) -> Int32 {
  let sample = InertialSample(
    timestamp: time,
    acceleration: .specificForce(Vector3(Fixed(bits: ax), Fixed(bits: ay), Fixed(bits: az))),
    angularRate: Vector3(Fixed(bits: gx), Fixed(bits: gy), Fixed(bits: gz)),
    pen: pen == 1 ? .down : .up)
  return Session.push(sample) ? 1 : 0
}

/// Processes a sample with an attitude: linear acceleration in m/s², body frame, Q8.23, and a unit quaternion, body to reference,
/// Q1.30. Returns 1 if there is an event.
@_expose(wasm, "quillon_push_attitude") @_cdecl("quillon_push_attitude")
public func pushAttitude(
  time: UInt32, ux: Int32, uy: Int32, uz: Int32, w: Int32, x: Int32, y: Int32, z: Int32, pen: Int32
) -> Int32 {
  let sample = InertialSample(
    timestamp: time,
    acceleration: .linear(Vector3(Fixed(bits: ux), Fixed(bits: uy), Fixed(bits: uz))),
    attitude: UnitQuaternion(
      uncheckedUnit: Fixed(bits: w), Fixed(bits: x), Fixed(bits: y), Fixed(bits: z)),
    pen: pen == 1 ? .down : .up)
  return Session.push(sample) ? 1 : 0
}

/// Processes a point of a touch surface; units as in `StrokeRecognizer`. Returns 1 if there is an event.
@_expose(wasm, "quillon_push_touch") @_cdecl("quillon_push_touch")
public func pushTouch(time: UInt32, x: Int32, y: Int32, pen: Int32, minimumSize: Int32) -> Int32 {
  Session.push(
    touchX: x, y: y, timestamp: time, pen: pen == 1 ? .down : .up, minimumSize: minimumSize) ? 1 : 0
}

/// Reads what waits, up to the next event. Returns 1 if there is one.
@_expose(wasm, "quillon_finish") @_cdecl("quillon_finish")
public func finish(isTouch: Int32) -> Int32 {
  Session.tell(Session.recognizer.finish(), isTouch: isTouch == 1) ? 1 : 0
}

/// Expects bytes of a format, 0…15, or of any format for −1.
@_expose(wasm, "quillon_format") @_cdecl("quillon_format")
public func format(_ format: Int32) { SensorLine.begin(format: format) }

/// Chooses the most probable format of the bytes so far and returns it; −1 if none fits.
@_expose(wasm, "quillon_find_format") @_cdecl("quillon_find_format")
public func findFormat() -> Int32 { SensorLine.findFormat() }

/// Expects lines of numbers in these units, by their places in `ColumnUnits`, −1 for one that the lines specify. The first header names the
/// columns, and later ones do not count.
@_expose(wasm, "quillon_columns") @_cdecl("quillon_columns")
public func columns(acceleration: Int32, rate: Int32, time: Int32) {
  SensorLine.begin(format: 1)
  SensorChannels.expectColumns(ColumnUnits(acceleration: acceleration, rate: rate, time: time))
}

/// Reads the line in the block's first bytes and reports what it holds; see `ColumnReading`. Returns how many numbers it has.
@_expose(wasm, "quillon_read_line") @_cdecl("quillon_read_line")
public func readLine(count: Int32, isFirst: Int32) -> Int32 {
  ColumnReading.read(count: count, isFirst: isFirst == 1)
}

/// Decodes the block's bytes from `place` to `end`, which arrived at this time, µs, up to the next sample. Returns the place of
/// the first byte that was not decoded.
@_expose(wasm, "quillon_push_bytes") @_cdecl("quillon_push_bytes")
public func pushBytes(from place: Int32, to end: Int32, arrival: UInt32) -> Int32 {
  ExchangeBlock[.event] = 0
  return SensorLine.push(from: place, to: end, arrival: arrival)
}

/// Sets the pen for the samples of a board: 0 up, 1 down.
@_expose(wasm, "quillon_pen") @_cdecl("quillon_pen")
public func pen(_ state: Int32) { Session.screenPen = state == 1 ? .down : .up }

/// Learns what the last letter was meant to be; see `Session.teach`.
@_expose(wasm, "quillon_teach") @_cdecl("quillon_teach")
public func teach(label: Int32) -> Int32 { Session.teach(label) }

/// Undoes the last training update. Returns 1 if there was one.
@_expose(wasm, "quillon_undo") @_cdecl("quillon_undo")
public func undo() -> Int32 { Session.undo() ? 1 : 0 }

/// Forgets what was taught.
@_expose(wasm, "quillon_forget") @_cdecl("quillon_forget")
public func forget() { Session.forget() }

/// Writes what was taught into the block's bytes and returns how many there are.
@_expose(wasm, "quillon_save_person") @_cdecl("quillon_save_person")
public func savePerson() -> Int32 { Session.savePerson() }

/// Loads what was taught from the block's bytes. Returns 1, or 0 if the number of bytes is not that of the model.
@_expose(wasm, "quillon_load_person") @_cdecl("quillon_load_person")
public func loadPerson(byteCount: Int32, trainingUpdates: Int32) -> Int32 {
  Session.loadPerson(byteCount: byteCount, trainingUpdates: trainingUpdates) ? 1 : 0
}

/// Writes the labels of the model into the block's bytes, separated by spaces, and returns how many bytes there are.
@_expose(wasm, "quillon_labels") @_cdecl("quillon_labels")
public func labels() -> Int32 {
  let bytes = ExchangeBlock.bytes
  return Session.builtIn.model.withLabels { text in
    for place in 0..<text.count { bytes[place] = text[place] }
    return Int32(truncatingIfNeeded: text.count)
  }
}

/// A digest of all that the module computes with a built-in model for all letters, drawn and in the air.
@_expose(wasm, "quillon_self_test") @_cdecl("quillon_self_test")
public func selfTest(model: Int32) -> UInt32 { SelfTest.run(model: model) }
