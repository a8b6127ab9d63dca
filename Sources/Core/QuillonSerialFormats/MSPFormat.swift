import QuillonNumerics

/// MSP, the protocol of Betaflight, INAV and other flight controllers, versions 1 and 2.
///
/// A board sends only what it is asked for. Version 1: 24 4D, a direction (3C request, 3E answer, 21 refusal), length, command, data, the
/// exclusive or of the bytes from the length on. Version 2: 24 58, direction, flags, command and length as 16-bit words, data,
/// CRC-8/DVB-S2 of the bytes from the flags on (iNavFlight/inav, docs of MSP V2; betaflight msp_serial.c). Little-endian.
///
/// Command 102, MSP_RAW_IMU, is read: three words of acceleration, 512 per g, specific force; three of angular rate, whole degrees per
/// second; three of a magnetometer, whose unit depends on the chip, so they are not used (betaflight msp.c, inav fc_msp.c). Body x
/// forward, y left, z up. Neither time nor attitude.
public struct MSPFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 6 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0x24 }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 6 else { return .incomplete(needs: 6) }
    let (version, direction) = (window[1], window[2])
    guard version == 0x4D || version == 0x58,
      direction == 0x3C || direction == 0x3E || direction == 0x21
    else { return .rejected(.noise, length: 1) }
    let isSecond = version == 0x58
    let data = isSecond ? 8 : 5
    guard window.count >= data else { return .incomplete(needs: data) }
    let command = isSecond ? window.uint16(at: 4, .little) : UInt16(truncatingIfNeeded: window[4])
    let size = Int(
      truncatingIfNeeded: isSecond
        ? window.uint16(at: 6, .little) : UInt16(truncatingIfNeeded: window[3]))
    let end = data &+ size
    guard end < ByteWindow.capacity else { return .rejected(.length, length: 1) }
    guard window.count > end else { return .incomplete(needs: end &+ 1) }
    let sum =
      isSecond ? window.crcDVB(from: 3, to: end) : window.exclusiveOr(from: 3, to: end)
    guard sum == window[end] else { return .rejected(.checksum, length: 1) }
    reading = SensorReading()
    if direction == 0x3E, command == 102, size >= 12 {
      let axes = BoardAxes.forwardLeftUp
      reading.specificForce = axes.vector(
        window.int16Vector(at: data, .little, .gravity.dividedByPowerOfTwo(9)))
      reading.angularRate = axes.vector(window.int16Vector(at: data &+ 6, .little, .degree))
    }
    return .message(length: end &+ 1)
  }
}
