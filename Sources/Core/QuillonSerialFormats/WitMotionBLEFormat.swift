/// WitMotion's Bluetooth 5 models (BWT901BLE5.0, WT901BLE), which send the same over their USB
/// socket: 55, type, 18 bytes, no checksum.
///
/// 20 bytes, little-endian. Type 61: acceleration, angular rate, and the angles roll, pitch, yaw,
/// with units and axes as in `WitMotionFormat`. Type 71: eight registers from a given one on,
/// requested by the host: 3A magnetic field, 51 quaternion. No time.
/// (WITMOTION/WitBluetooth_BWT901BLE5_0, device_model.py)
///
/// There is no checksum. A message counts if it directly follows another one, or if the next header
/// is 20 bytes further; in the second case it is returned one message late. A message without any
/// gravity never counts. The longer messages of vibration sensors (28 bytes) are not read.
public struct WitMotionBLEFormat: FrameFormat {
  static let length = 20

  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 20 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0x55 }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 2 else { return .incomplete(needs: 2) }
    guard isHeader(at: 0, in: &window) else { return .rejected(.noise, length: 1) }
    let needed = window.isInStep ? Self.length : Self.length &+ 2
    guard window.count >= needed else { return .incomplete(needs: needed) }
    guard window.isInStep || isHeader(at: Self.length, in: &window) else {
      return .rejected(.structure, length: 1)
    }
    return message(into: &reading, in: &window)
  }

  /// At the end of the stream, a complete message counts without a following one. From a message
  /// that is cut off, acceleration and angular rate are read if they are complete.
  public mutating func decodeAtEnd(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 14 else { return .incomplete(needs: Self.length) }
    guard isHeader(at: 0, in: &window) else { return .rejected(.noise, length: 1) }
    return message(into: &reading, in: &window)
  }

  private func isHeader(at index: Int, in window: inout ByteWindow) -> Bool {
    window[index] == 0x55 && (window[index &+ 1] == 0x61 || window[index &+ 1] == 0x71)
  }

  private func message(
    into reading: inout SensorReading, in window: inout ByteWindow
  ) -> DecodeResult {
    let isWhole = window.count >= Self.length
    reading = SensorReading()
    if window[1] == 0x61 {
      reading.specificForce = window.int16Vector(at: 2, .little, .witMotionForce)
      reading.angularRate = window.int16Vector(at: 8, .little, .witMotionRate)
      reading.attitude = isWhole ? window.witMotionAngles(at: 14) : nil
    } else if isWhole {
      readRegisters(into: &reading, in: &window)
    }
    guard reading.isPlausible else { return .rejected(.implausible, length: 1) }
    return .message(length: isWhole ? Self.length : window.count)
  }

  private func readRegisters(into reading: inout SensorReading, in window: inout ByteWindow) {
    switch window.uint16(at: 2, .little) {
    case 0x3A: reading.magneticField = window.int16Vector(at: 4, .little, .witMotionField)
    case 0x51: reading.attitude = window.int16Quaternion(at: 4, .little, .witMotionQuaternion)
    default: break
    }
  }
}
