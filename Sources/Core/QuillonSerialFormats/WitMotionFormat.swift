import QuillonNumerics

/// The standard protocol of WitMotion's serial boards (WT901, JY901, BWT, HWT): 55, type, four
/// 16-bit words, sum.
///
/// 11 bytes, little-endian; the sum is that of bytes 0…9 (WT901 datasheet v20-0702, section 5;
/// WITMOTION/WitStandardProtocol_JY901). One sample is several messages, in ascending order of
/// type:
///
/// - 51 acceleration, 16 g/32768: specific force, +1 g up at rest
/// - 52 angular rate, 2000 °/s/32768
/// - 53 roll, pitch, yaw, 180°/32768: turns about z, then y, then x
/// - 54 magnetic field: the unit depends on the model; assumed to be 1/120 µT, as in the Bluetooth
///   models
/// - 59 quaternion w x y z, 1/32768
/// - 50 the chip's wall clock, to 1 ms, if it is switched on: the only time; it jumps at midnight
///
/// Axes as printed: x right, y forward, z up.
public struct WitMotionFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 11 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0x55 }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 2 else { return .incomplete(needs: 2) }
    let type = window[1]
    guard type >= 0x50 && type <= 0x5A || type == 0x5F else {
      return .rejected(.noise, length: 1)
    }
    guard window.count >= 11 else { return .incomplete(needs: 11) }
    guard window.sum(from: 0, to: 10) == window[10] else {
      return .rejected(.checksum, length: 1)
    }
    reading = SensorReading()
    switch type {
    case 0x50: reading.time = wallClock(in: &window)
    case 0x51: reading.specificForce = window.int16Vector(at: 2, .little, .witMotionForce)
    case 0x52: reading.angularRate = window.int16Vector(at: 2, .little, .witMotionRate)
    case 0x53: reading.attitude = window.witMotionAngles(at: 2)
    case 0x54: reading.magneticField = window.int16Vector(at: 2, .little, .witMotionField)
    case 0x59: reading.attitude = window.int16Quaternion(at: 2, .little, .witMotionQuaternion)
    default: break
    }
    return .message(length: 11)
  }

  /// The time of day, µs: year, month, day, hour, minute, second, then ms in two bytes.
  private func wallClock(in window: inout ByteWindow) -> UInt32 {
    let hour = UInt32(truncatingIfNeeded: window[5])
    let minute = hour &* 60 &+ UInt32(truncatingIfNeeded: window[6])
    let second = minute &* 60 &+ UInt32(truncatingIfNeeded: window[7])
    let millisecond =
      second &* 1000 &+ UInt32(truncatingIfNeeded: window.uint16(at: 8, .little))
    return millisecond &* 1000
  }
}

extension Scale {
  /// 16 g/32768 = g/2048.
  static var witMotionForce: Self { gravity.dividedByPowerOfTwo(11) }
  /// 2000°/32768, rad.
  static var witMotionRate: Self { Self(mantissa: 1_171_270_634, shift: 40) }
  /// 180°/32768, rad.
  static var witMotionAngle: Self { halfTurn.dividedByPowerOfTwo(15) }
  /// 1/120 µT.
  static var witMotionField: Self { Self(mantissa: 1_145_324_612, shift: 37) }
  /// 1/32768.
  static var witMotionQuaternion: Self { one.dividedByPowerOfTwo(15) }
}

extension ByteWindow {
  /// The attitude from roll, pitch and yaw as all models send them.
  mutating func witMotionAngles(at index: Int, _ order: ByteOrder = .little) -> UnitQuaternion? {
    let scale = Scale.witMotionAngle
    return UnitQuaternion(
      yaw: scale.times(int16(at: index &+ 4, order)),
      pitch: scale.times(int16(at: index &+ 2, order)),
      roll: scale.times(int16(at: index, order)))
  }
}
