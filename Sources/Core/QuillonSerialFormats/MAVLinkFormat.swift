/// MAVLink 1 (FE) and 2 (FD): the protocol of autopilots, and of some sensors.
///
/// Little-endian. Version 1: FE, length, sequence, system, component, message, payload, checksum.
/// Version 2: FD, length, flags that must be understood, flags that may be ignored, sequence,
/// system, component, message in three bytes, payload without its trailing zeros, checksum, and 13
/// bytes of signature if the first flag is set. The checksum is CRC-16/MCRF4XX over all bytes but
/// the first, and over one more byte that each message defines. So a message that is not in the
/// list below cannot be checked. It is skipped as `DecodeError.unknown` (mavlink/c_library_v2).
///
/// - 105 HIGHRES_IMU: m/s², rad/s, gauss, µs; only the values that `fields_updated` names
/// - 26, 116, 129 SCALED_IMU, 2, 3: mg, mrad/s, mgauss, ms; 27 RAW_IMU with µs is assumed to have
///   the same units, as ArduPilot fills it. After the first HIGHRES_IMU they are not used: a board that sends both sends the same twice
/// - 31 ATTITUDE_QUATERNION w x y z and 30 ATTITUDE roll, pitch, yaw, rad, each with rates, rad/s,
///   ms
/// - 0 HEARTBEAT
///
/// Body x forward, y right, z down, specific force (−1 g on z at rest); Earth north, east, down.
public struct MAVLinkFormat: FrameFormat {
  private var hasHighResolution = false

  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 8 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0xFE || byte == 0xFD }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    let isSecond = window[0] == 0xFD
    let payload = isSecond ? 10 : 6
    guard window.count >= payload else { return .incomplete(needs: payload) }
    var number = UInt32(truncatingIfNeeded: window[payload &- 1])
    if isSecond {
      number = number &<< 16 | UInt32(truncatingIfNeeded: window.uint16(at: 7, .little))
    }
    guard let kind = MAVLinkMessage(number: number) else {
      return .rejected(.unknown, length: 1)
    }
    let payloadLength = Int(truncatingIfNeeded: window[1])
    guard isSecond ? payloadLength <= kind.extendedLength : payloadLength == kind.length else {
      return .rejected(.length, length: 1)
    }
    guard !isSecond || window[2] & 0xFE == 0 else { return .rejected(.structure, length: 1) }
    let end = payload &+ payloadLength
    let length = end &+ (isSecond && window[2] == 1 ? 15 : 2)
    guard window.count >= length else { return .incomplete(needs: length) }
    let checksum = window.crcMCRF4XX(from: 1, to: end, then: kind.checksumSeed)
    guard checksum == window.uint16(at: end, .little) else {
      return .rejected(.checksum, length: 1)
    }
    window.valueEnd = end
    kind.read(at: payload, into: &reading, in: &window)
    window.valueEnd = .max
    if kind == .highResolution, reading.specificForce != nil { hasHighResolution = true }
    if hasHighResolution, kind.isOfIntegers { reading = SensorReading() }
    return .message(length: length)
  }
}
