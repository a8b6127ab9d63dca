/// Bosch's BNO055 on I2C, whose own microcontroller reads the sensors. It has no FIFO, so it is read once each 10 ms by the board's clock.
///
/// The raw sensors are read, without the chip's fusion: with it the accelerometer ends at ±4 g. The data-ready bits work from
/// software 3.14 on, and most chips have 3.11, so none is used.
///
/// Sources: boschsensortec/BNO055_SensorAPI, bno055.h and bno055.c; Bosch's data sheet BST-BNO055-DS000-14, revision 1.4, whose tables and
/// sections are given; for the start adafruit/Adafruit_BNO055, Adafruit_BNO055.cpp. Register names are the data sheet's.
public struct BNO055: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x28 }
  public static var identityRegister: UInt8 { Register.identity }
  public static var bank: RegisterWrite { RegisterWrite(Register.page, 0x01) }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0xA0 else { return nil }
    self.address = address
  }

  enum Register {
    /// CHIP_ID.
    static let identity: UInt8 = 0x00
    /// PAGE_ID, on both pages.
    static let page: UInt8 = 0x07
    /// ACC_DATA_X_LSB; six bytes of the magnetometer, then GYR_DATA_X_LSB.
    static let data: UInt8 = 0x08
    /// TEMP.
    static let temperature: UInt8 = 0x34
    /// ST_RESULT.
    static let selfTestResult: UInt8 = 0x36
    /// UNIT_SEL.
    static let units: UInt8 = 0x3B
    /// OPR_MODE.
    static let mode: UInt8 = 0x3D
    /// PWR_MODE.
    static let power: UInt8 = 0x3E
    /// SYS_TRIGGER.
    static let trigger: UInt8 = 0x3F
    /// AXIS_MAP_CONFIG and AXIS_MAP_SIGN.
    static let axes: UInt8 = 0x41
    static let signs: UInt8 = 0x42
    /// Page 1: ACC_Config: the power in bits 7…5, the bandwidth in 4…2, the range in 1…0.
    static let accelerometer: UInt8 = 0x08
    /// Page 1: GYR_Config_0: the bandwidth in bits 5…3, the range in 2…0; and GYR_Config_1, the power.
    static let gyroscope: UInt8 = 0x0A
    static let gyroscopePower: UInt8 = 0x0B
  }

  enum Bits {
    /// OPR_MODE: CONFIGMODE and ACCGYRO (table 3-5).
    static let configuration: UInt8 = 0x00
    static let bothSensors: UInt8 = 0x05
    /// UNIT_SEL: mg, °/s, °C. After a reset it is 80.
    static let units: UInt8 = 0x01
    /// AXIS_MAP_CONFIG: x, y and z as they are.
    static let axes: UInt8 = 0x24
    /// ACC_Config: normal, 62.5 Hz, ±8 g.
    static let accelerometer: UInt8 = 0x0E
    /// GYR_Config_0: 47 Hz, ±2000°/s.
    static let gyroscope: UInt8 = 0x18
    /// SYS_TRIGGER: Self_Test.
    static let selfTest: UInt8 = 0x01
    /// ST_RESULT: ST_ACC, and ST_GYR and ST_MCU.
    static let accelerometerPassed: UInt8 = 0x01
    static let gyroscopePassed: UInt8 = 0x0C
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "BNO055", period: 10_000, sampleRate: 100, forceStep: SensorStep.milligravityHalf,
      rateStep: SensorStep.degreePer16, hasFIFO: false)
  }

  /// No reset: after one the chip does not answer for 650 ms, and each register that matters is written. A drop of the supply is the same.
  public var firstStepAfterReset: UInt16 { 0 }
  public var firstStepOfFIFO: UInt16 { 12 }

  /// Registers but OPR_MODE can be written in CONFIGMODE only. The pauses: 20 ms to come to it (19, table 3-6), 60 ms back and until the
  /// gyroscope has started.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.page, 0)
    case 1: RegisterWrite(Register.mode, Bits.configuration, pause: 20)
    case 2: RegisterWrite(Register.power, 0)
    case 3: RegisterWrite(Register.units, Bits.units)
    case 4: RegisterWrite(Register.axes, Bits.axes)
    case 5: RegisterWrite(Register.signs, 0)
    case 6: RegisterWrite(Register.page, 1)
    case 7: RegisterWrite(Register.accelerometer, Bits.accelerometer)
    case 8: RegisterWrite(Register.gyroscope, Bits.gyroscope)
    case 9: RegisterWrite(Register.gyroscopePower, 0)
    case 10: RegisterWrite(Register.page, 0)
    case 11: RegisterWrite(Register.mode, Bits.bothSensors, pause: 60)
    default: .end
    }
  }

  /// None.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite { .end }

  public var mark: RegisterWrite { RegisterWrite(Register.units, Bits.units) }

  /// One sample, the newest. After a failed transfer the chip may have been reset and have no data, so the mark is read first.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = BusResult.acknowledged
    if block.hadPart {
      guard let value = bus.read(mark.register, of: address, &result) else {
        return FIFOReading(result)
      }
      guard value == mark.value else { return .samples }
    }
    result = block.fill(18, from: Register.data, of: address, on: &bus)
    block.hadPart = result != .acknowledged
    guard result == .acknowledged else { return FIFOReading(result) }
    block.count = 1
    return .samples
  }

  /// The force in halves of a mg, clamped. Nil for a force of zero: the chip has measured none yet.
  ///
  /// Q15.0 × 2: below 2¹⁷.
  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    let force = block.axes(at: 0, isBigEndian: false)
    guard force != SensorCounts.Axes(0, 0, 0) else { return nil }
    return SensorCounts(
      force: .init(Self.twice(force.x), Self.twice(force.y), Self.twice(force.z)),
      rate: block.axes(at: 12, isBigEndian: false))
  }

  @inline(__always)
  private static func twice(_ count: Int16) -> Int16 {
    Int16(clamping: Int32(truncatingIfNeeded: count) &<< 1)
  }

  /// 1 °C.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    var result = BusResult.acknowledged
    return bus.read(Register.temperature, of: address, &result).map {
      Int16(truncatingIfNeeded: Int8(bitPattern: $0)) &* 100
    }
  }

  /// None: the chip tests itself.
  public func selfTestWrite(_ index: UInt16) -> RegisterWrite { .end }

  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? { nil }

  /// The chip's own test, in CONFIGMODE, takes 400 ms (3.9.2).
  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    guard bus.write(Bits.configuration, to: Register.mode, of: address) == .acknowledged else {
      return .noAnswer
    }
    bus.pause(milliseconds: 20)
    guard bus.write(Bits.selfTest, to: Register.trigger, of: address) == .acknowledged else {
      return .noAnswer
    }
    bus.pause(milliseconds: 450)
    var result = BusResult.acknowledged
    guard let passed = bus.read(Register.selfTestResult, of: address, &result) else {
      return .noAnswer
    }
    guard passed & Bits.accelerometerPassed != 0 else { return .accelerometerFailed }
    return passed & Bits.gyroscopePassed == Bits.gyroscopePassed ? .passed : .gyroscopeFailed
  }
}
