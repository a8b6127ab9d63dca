/// The teapot packet of i2cdevlib's MPU6050_DMP6: 24 02, quaternion, count, 0D 0A.
///
/// 14 bytes, big-endian: 24 02, w x y z (1/16384), 00, count, 0D 0A (jrowberg/i2cdevlib). It
/// contains only the quaternion: no acceleration, no rate, no time. So it is not enough for
/// writing. The sign of the whole quaternion may flip between packets, which is the same attitude.
/// Axes as printed on the board, z up; yaw starts at 0.
///
/// There is no checksum: the five fixed bytes and the norm must be right.
public struct TeapotFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 14 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0x24 }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 2 else { return .incomplete(needs: 2) }
    guard window[1] == 0x02 else { return .rejected(.noise, length: 1) }
    guard window.count >= 14 else { return .incomplete(needs: 14) }
    guard window[10] == 0, window[12] == 0x0D, window[13] == 0x0A else {
      return .rejected(.structure, length: 1)
    }
    let scale = Scale.one.dividedByPowerOfTwo(14)
    guard let attitude = window.int16Quaternion(at: 2, .big, scale) else {
      return .rejected(.implausible, length: 1)
    }
    reading = SensorReading()
    reading.attitude = attitude
    reading.counter = UInt16(truncatingIfNeeded: window[11])
    return .message(length: 14)
  }
}
