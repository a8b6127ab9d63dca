/// WitMotion's boards with RS-485 (WT901C485, HWT905-485 and others): Modbus RTU.
///
/// A board answers a request for its registers: address, 03, the number of bytes, words of 16 bits, high byte first, and CRC-16/MODBUS, low
/// byte first. The request is address, 03, first register, number of registers, CRC (WITMOTION/WitStandardModbus_WT901C485,
/// device_model.py). A listener on the line receives both. Only a request specifies which registers an answer holds; without one they
/// are assumed to begin with 34, as in the maker's examples. Registers, units as in `WitMotionFormat`:
///
/// - 34…36 acceleration, 37…39 angular rate
/// - 3A…3C magnetic field, 0.013 µT
/// - 3D…3F roll, pitch, yaw. An answer with more registers is one of a board whose angles have 32 bits; they are not read.
///
/// Axes as printed: x right, y forward, z up. No time.
public struct WitMotionModbusFormat: FrameFormat {
  /// The first register and the number of bytes of the last request.
  private var request: (first: Int, bytes: Int) = (0, 0)

  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 7 }

  /// An address of a board, 1…7F.
  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte > 0 && byte < 0x80 }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 3 else { return .incomplete(needs: 3) }
    guard window[1] == 0x03 else { return .rejected(.noise, length: 1) }
    // No answer has 0 bytes, and no register of these boards is above FF.
    let isRequest = window[2] == 0
    let bytes = Int(truncatingIfNeeded: window[2])
    let length = isRequest ? 8 : bytes &+ 5
    guard bytes & 1 == 0 else { return .rejected(.length, length: 1) }
    guard window.count >= length else { return .incomplete(needs: length) }
    guard
      window.crcModbus(from: 0, to: length &- 2) == window.uint16(at: length &- 2, .little)
    else { return .rejected(.checksum, length: 1) }
    reading = SensorReading()
    if isRequest {
      request = (
        Int(truncatingIfNeeded: window[3]), 2 &* Int(truncatingIfNeeded: window.uint16(at: 4, .big))
      )
      return .message(length: length)
    }
    let first = request.bytes == bytes ? request.first : 0x34
    func place(of register: Int) -> Int? {
      let offset = 2 &* (register &- first)
      return offset >= 0 && offset &+ 6 <= bytes ? 3 &+ offset : nil
    }
    if let place = place(of: 0x34) {
      reading.specificForce = window.int16Vector(at: place, .big, .witMotionForce)
    }
    if let place = place(of: 0x37) {
      reading.angularRate = window.int16Vector(at: place, .big, .witMotionRate)
    }
    if let place = place(of: 0x3A) {
      reading.magneticField = window.int16Vector(at: place, .big, .witMotionModbusField)
    }
    if let place = place(of: 0x3D), place &+ 6 == 3 &+ bytes {
      reading.attitude = window.witMotionAngles(at: place, .big)
    }
    guard reading.isPlausible else { return .rejected(.implausible, length: 1) }
    return .message(length: length)
  }
}

extension Scale {
  /// 0.013 µT.
  static var witMotionModbusField: Self { Self(mantissa: 1_786_706_395, shift: 37) }
}
