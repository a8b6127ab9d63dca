import QuillonSensors

/// The answers of a chip that always has one sample.
protocol ChipScript {
  associatedtype Chip: SensorChip
  /// The name of the chip in the output.
  static var name: StaticString { get }
  /// The identity, which registers give before the set-up is done.
  static var identity: UInt8 { get }
  /// Fills in what a burst from `register` gives.
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>)
  /// Fills in what a reading without a register gives, once the chip is set up or before.
  static func answer(isRunning: Bool, _ bytes: UnsafeMutableBufferPointer<UInt8>)
}

extension ChipScript {
  @inline(__always)
  static func answer(isRunning: Bool, _ bytes: UnsafeMutableBufferPointer<UInt8>) {}
}

/// A bus that takes no time, so that the driver's own work is counted.
struct ScriptedBus<Script: ChipScript>: SensorBus {
  /// True once the chip is set up.
  var isRunning = false
  /// True if a magnetometer answers.
  var hasMagnetometer = false
  /// What the set-up wrote, which is read back, and to which registers, a bit for each.
  private var values = InlineArray<128, UInt8>(repeating: 0)
  private var written = InlineArray<4, UInt32>(repeating: 0)

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    guard bytes.count == 2, !isMagnetometer(device) else { return .acknowledged }
    let register = Int(truncatingIfNeeded: bytes[0] & 127)
    values[register] = bytes[1]
    written[register &>> 5] |= 1 &<< UInt32(truncatingIfNeeded: register & 31)
    return .acknowledged
  }

  /// True if that register keeps what the set-up wrote.
  @inline(__always)
  private func isWritten(_ register: UInt8) -> Bool {
    written[Int(truncatingIfNeeded: register &>> 5 & 3)]
      &>> UInt32(truncatingIfNeeded: register & 31) & 1 != 0
  }

  /// True for the addresses of magnetometers.
  @inline(__always)
  private func isMagnetometer(_ device: UInt8) -> Bool { device < 0x20 }

  /// Fills in what a magnetometer gives: its identity, or that a field is there, with 16 bits and within the range.
  @inline(__always)
  private func answerField(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    switch register {
    case 0x00: bytes[0] = 0x48
    case 0x0F: bytes[0] = 0x3D
    default: bytes[0] = 0x09
    }
    if bytes.count >= 8 { bytes[bytes.count &- 1] = 0x10 }
  }

  @inline(never)
  mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    if isMagnetometer(device) {
      guard hasMagnetometer else { return .notAcknowledged }
      answerField(register, bytes)
    } else if isRunning, bytes.count == 1, isWritten(register) {
      bytes[0] = values[Int(truncatingIfNeeded: register & 127)]
    } else if isRunning {
      Script.answer(register, bytes)
    } else {
      // The status of a BMI270 is 1 once it is ready.
      bytes[0] = register == 0x21 ? 1 : Script.identity
    }
    return .acknowledged
  }

  @inline(never)
  mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8
  ) -> BusResult {
    Script.answer(isRunning: isRunning, bytes)
    return .acknowledged
  }

  mutating func free() {}
  mutating func pause(milliseconds: UInt32) {}
}

/// Of an MPU6050; by its identity an MPU-9250, whose magnetometer the same driver reads.
enum MPU6050Script: ChipScript {
  typealias Chip = MPU6050
  static var name: StaticString { "MPU6050" }
  static var identity: UInt8 { 0x71 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = 0
    if register == 0x72 { bytes[1] = 12 }
  }
}

/// Of an LSM6DSOX.
enum LSM6DSOXScript: ChipScript {
  typealias Chip = LSM6DSOX
  static var name: StaticString { "LSM6DSOX" }
  static var identity: UInt8 { 0x6C }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = register == 0x3A ? 2 : 0x08
    if register == 0x3A { bytes[1] = 0 } else { bytes[7] = 0x10 }
  }
}

/// Of an LSM6DS3TRC.
enum LSM6DS3TRCScript: ChipScript {
  typealias Chip = LSM6DS3TRC
  static var name: StaticString { "LSM6DS3TRC" }
  static var identity: UInt8 { 0x6A }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = 6
    if register == 0x3A { (bytes[1], bytes[2], bytes[3]) = (0, 0, 0) }
  }
}

/// Of an ICM20948.
enum ICM20948Script: ChipScript {
  typealias Chip = ICM20948
  static var name: StaticString { "ICM20948" }
  static var identity: UInt8 { 0xEA }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = 0
    if register == 0x70 { bytes[1] = 12 }
  }
}

/// Stands in for Bosch's.
enum ScriptedConfiguration: BMI270Configuration {
  static var length: Int { 328 }
  @inline(__always)
  static func byte(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index) }
}

/// Of a BMI270.
enum BMI270Script: ChipScript {
  typealias Chip = BMI270<ScriptedConfiguration>
  static var name: StaticString { "BMI270" }
  static var identity: UInt8 { 0x24 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = 0
    if register == 0x24 { (bytes[0], bytes[1]) = (12, 0) }
  }
}

/// Of an LSM9DS1.
enum LSM9DS1Script: ChipScript {
  typealias Chip = LSM9DS1
  static var name: StaticString { "LSM9DS1" }
  static var identity: UInt8 { 0x68 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) { bytes[0] = 1 }
}

/// Of an ICM42688.
enum ICM42688Script: ChipScript {
  typealias Chip = ICM42688
  static var name: StaticString { "ICM42688" }
  static var identity: UInt8 { 0x47 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = register == 0x2D ? 0 : 0x68
    if register == 0x2D { (bytes[1], bytes[2]) = (0, 16) }
  }
}

/// Of a BMI160.
enum BMI160Script: ChipScript {
  typealias Chip = BMI160
  static var name: StaticString { "BMI160" }
  static var identity: UInt8 { 0xD1 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = 0
    if register == 0x22 { (bytes[0], bytes[1]) = (12, 0) }
  }
}

/// Of an LSM6DSV16X.
enum LSM6DSV16XScript: ChipScript {
  typealias Chip = LSM6DSV16X
  static var name: StaticString { "LSM6DSV16X" }
  static var identity: UInt8 { 0x70 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = register == 0x1B ? 2 : 0x08
    if register == 0x1B { bytes[1] = 0 } else { bytes[7] = 0x10 }
  }
}

/// Of a QMI8658.
enum QMI8658Script: ChipScript {
  typealias Chip = QMI8658
  static var name: StaticString { "QMI8658" }
  static var identity: UInt8 { 0x05 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    // STATUSINT: a command is done at once.
    bytes[0] = register == 0x2D ? 0x80 : 0
    if register == 0x14 { (bytes[1], bytes[2]) = (6, 0x50) }
  }
}

/// Of an ICM42670.
enum ICM42670Script: ChipScript {
  typealias Chip = ICM42670
  static var name: StaticString { "ICM42670" }
  static var identity: UInt8 { 0x67 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes[0] = register == 0x3A ? 0 : 0x68
    if register == 0x3A { (bytes[3], bytes[4]) = (0, 16) }
  }
}

/// Of a BNO055.
enum BNO055Script: ChipScript {
  typealias Chip = BNO055
  static var name: StaticString { "BNO055" }
  static var identity: UInt8 { 0xA0 }
  @inline(__always)
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) { bytes[0] = 1 }
}

/// Of a BNO08x: what it is, until it runs. Then a message with a specific force and an angular rate, whose head and whole are read.
enum BNO08xScript: ChipScript {
  typealias Chip = BNO08x
  static var name: StaticString { "BNO08x" }
  static var identity: UInt8 { 0 }
  static func answer(_ register: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>) {}
  static func answer(isRunning: Bool, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    (bytes[0], bytes[1], bytes[2]) = isRunning ? (29, 0, 3) : (20, 0, 2)
    if bytes.count == 20 { bytes[4] = 0xF8 }
    if bytes.count == 29 { (bytes[4], bytes[9], bytes[19]) = (0xFB, 1, 2) }
  }
}
