import QuillonNumerics

/// Xsens Xbus, the protocol of the MTi boards, with the measurements of MTData2.
///
/// FA, bus identifier (FF or 01), message identifier, length, data, checksum; big-endian. The
/// checksum makes the sum of all bytes after FA 0 modulo 256. MTData2 (36) is a list of items:
/// identifier, length, values. The low four bits of the identifier give the number format and the
/// Earth axes (Xsens MT0101P; einride/xsens-go).
///
/// The sum detects only 255 of 256 false messages. The items of an MTData2 message must fill it
/// exactly, which is check enough. Any other message that does not follow one must have a header
/// after it.
///
/// Acceleration is specific force, m/s²; rates rad/s. The magnetic field is in units of the field
/// at the place of calibration, assumed to be 50 µT. Body x forward, y left, z up; Earth x east, or
/// as the identifier specifies. Free acceleration is not used, because it is in the Earth's axes.
/// Matrices, delta v and delta q are not used either; the boards also send quaternion and rates if
/// configured. Time is the sample time fine, 0.1 ms.
public struct XbusFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 5 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0xFA }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 4 else { return .incomplete(needs: 4) }
    guard isHeader(at: 0, in: &window) else { return .rejected(.noise, length: 1) }
    var dataStart = 4
    var dataLength = Int(truncatingIfNeeded: window[3])
    if dataLength == 255 {
      guard window.count >= 6 else { return .incomplete(needs: 6) }
      dataStart = 6
      dataLength = Int(truncatingIfNeeded: window.uint16(at: 4, .big))
    }
    let length = dataStart &+ dataLength &+ 1
    guard length < ByteWindow.capacity else { return .rejected(.length, length: 1) }
    guard window.count >= length else { return .incomplete(needs: length) }
    guard window.sum(from: 1, to: length) == 0 else { return .rejected(.checksum, length: 1) }
    reading = SensorReading()
    if window[2] == 0x36 {
      guard read(from: dataStart, to: length &- 1, into: &reading, in: &window) else {
        return .rejected(.structure, length: 1)
      }
    } else if !window.isInStep {
      guard window.count >= length &+ 2 else { return .incomplete(needs: length &+ 2) }
      guard isHeader(at: length, in: &window) else { return .rejected(.structure, length: 1) }
    }
    return .message(length: length)
  }

  /// At the end of the stream, a message of another kind counts without a following one.
  public mutating func decodeAtEnd(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    window.isInStep = true
    return decode(&window, into: &reading)
  }

  private func isHeader(at index: Int, in window: inout ByteWindow) -> Bool {
    window[index] == 0xFA && (window[index &+ 1] == 0xFF || window[index &+ 1] == 0x01)
  }

  /// Reads the items of MTData2; false if the last one extends beyond the end.
  private func read(
    from start: Int, to end: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) -> Bool {
    var item = start
    while item < end {
      guard item &+ 3 <= end else { return false }
      let values = item &+ 3
      let next = values &+ Int(truncatingIfNeeded: window[item &+ 2])
      guard next <= end else { return false }
      read(
        window.uint16(at: item, .big), at: values, length: next &- values, into: &reading,
        in: &window)
      item = next
    }
    return true
  }

  private func read(
    _ identifier: UInt16, at values: Int, length: Int, into reading: inout SensorReading,
    in window: inout ByteWindow
  ) {
    let format = Self.numberFormat(identifier)
    let isVector = length == 3 &* format.size
    let body = BoardAxes.forwardLeftUp
    switch identifier & 0xFFF0 {
    case 0x1020 where length == 2: reading.counter = window.uint16(at: values, .big)
    case 0x1060 where length == 4: reading.time = window.uint32(at: values, .big) &* 100
    case 0x2010 where length == 4 &* format.size:
      let quaternion = window.quaternion(at: values, format, .big)
      reading.attitude = body.attitude(quaternion, onEarth: Self.earth(identifier))
    case 0x2030 where isVector && reading.attitude == nil:
      let angles = UnitQuaternion(
        yaw: window.number(at: values &+ 2 &* format.size, format, .big),
        pitch: window.number(at: values &+ format.size, format, .big),
        roll: window.number(at: values, format, .big), .degree)
      reading.attitude = body.attitude(angles, onEarth: Self.earth(identifier))
    case 0x4020 where isVector:
      reading.specificForce = body.vector(window.vector(at: values, format, .big, .one))
    case 0x8020 where isVector:
      reading.angularRate = body.vector(window.vector(at: values, format, .big, .one))
    case 0xC020 where isVector:
      reading.magneticField = body.vector(window.vector(at: values, format, .big, .localField))
    default: break
    }
  }

  /// The number format in the two low bits of an identifier.
  private static func numberFormat(_ identifier: UInt16) -> NumberFormat {
    switch identifier & 3 {
    case 0: .float32
    case 1: .fixed12x20
    case 2: .fixed16x32
    default: .float64
    }
  }

  /// The Earth axes in the next two bits of an identifier.
  private static func earth(_ identifier: UInt16) -> BoardAxes {
    switch identifier & 0xC {
    case 4: .forwardRightDown
    case 8: .forwardLeftUp
    default: .rightForwardUp
    }
  }
}
