/// TDK InvenSense's ICM-42670-P, and the ICM-42607-P, which has its registers. Only its FIFO's packets are those of an ICM-42688.
///
/// Sources: tdk-invn-oss/motion.mcu.icm42670p.driver, inv_imu_regmap_rev_a.h, inv_imu_defs.h, inv_imu_driver.c and inv_imu_transport.c,
/// which TDK wrote; for the ICM-42607-P ChromiumOS, accelgyro_icm42607.h, and linux's inv_icm42607; for the size of the FIFO TDK's data
/// sheet DS-000451.
public struct ICM42670: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x68 }
  public static var identityRegister: UInt8 { Register.identity }
  /// INTF_CONFIG0: the two lowest bits, as TDK's driver sets them for SPI (its note AN-000352).
  public static var withoutI2C: RegisterWrite { RegisterWrite(Register.interface, 0x03) }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x67 || identity == 0x60 else { return nil }
    self.address = address
  }

  enum Register {
    /// SIGNAL_PATH_RESET.
    static let pathReset: UInt8 = 0x02
    /// INT_CONFIG.
    static let interruptPin: UInt8 = 0x06
    /// TEMP_DATA1.
    static let temperature: UInt8 = 0x09
    /// PWR_MGMT0: GYRO_MODE in bits 3…2, ACCEL_MODE in 1…0.
    static let power: UInt8 = 0x1F
    /// GYRO_CONFIG0 and ACCEL_CONFIG0: UI_FS_SEL in bits 6…5, ODR in 3…0.
    static let gyroscope: UInt8 = 0x20
    static let accelerometer: UInt8 = 0x21
    /// GYRO_CONFIG1 and ACCEL_CONFIG1: UI_FILT_BW in bits 2…0.
    static let gyroscopeFilter: UInt8 = 0x23
    static let accelerometerFilter: UInt8 = 0x24
    /// FIFO_CONFIG1: FIFO_MODE in bit 1, FIFO_BYPASS in bit 0.
    static let fifoMode: UInt8 = 0x28
    /// FIFO_CONFIG2 and FIFO_CONFIG3: the threshold in bytes, the lower byte first.
    static let fifoThreshold0: UInt8 = 0x29
    static let fifoThreshold1: UInt8 = 0x2A
    /// INT_SOURCE0.
    static let interruptSource: UInt8 = 0x2B
    /// INTF_CONFIG0.
    static let interface: UInt8 = 0x35
    /// INT_STATUS, which reading clears; three registers after it FIFO_COUNTH and FIFO_COUNTL.
    static let interruptStatus: UInt8 = 0x3A
    /// FIFO_DATA.
    static let fifoData: UInt8 = 0x3F
    /// WHO_AM_I.
    static let identity: UInt8 = 0x75
    /// BLK_SEL_W, MADDR_W and M_W: the block, the address and the value of a register that lies behind these, of MREG1 in block 0.
    static let writeBlock: UInt8 = 0x79
    static let writeAddress: UInt8 = 0x7A
    static let writeValue: UInt8 = 0x7B
    /// BLK_SEL_R.
    static let readBlock: UInt8 = 0x7C
  }

  /// Registers of MREG1. They can be written only while the chip's clock runs, and 10 µs apart.
  enum Behind {
    /// TMST_CONFIG1.
    static let time: UInt8 = 0x00
    /// FIFO_CONFIG5.
    static let fifoContent: UInt8 = 0x01
  }

  enum Bits {
    /// SIGNAL_PATH_RESET: SOFT_RESET_DEVICE_CONFIG, and FIFO_FLUSH.
    static let reset: UInt8 = 0x10
    static let flush: UInt8 = 0x04
    /// INT_CONFIG: INT1 pulsed, push-pull, active high.
    static let pulseActiveHigh: UInt8 = 0x03
    /// INTF_CONFIG0: count and data with the upper byte first, the count in bytes.
    static let bigEndian: UInt8 = 0x30
    /// PWR_MGMT0: both sensors in their low-noise mode.
    static let allOn: UInt8 = 0x0F
    /// GYRO_CONFIG0: FS_SEL 0, ±2000°/s, and ODR 9, 100 Hz.
    static let gyroscope: UInt8 = 0x09
    /// ACCEL_CONFIG0: FS_SEL 1, ±8 g, and ODR 9.
    static let accelerometer: UInt8 = 0x29
    /// GYRO_CONFIG1 and ACCEL_CONFIG1: 53 Hz.
    static let filter53Hz: UInt8 = 0x04
    /// FIFO_CONFIG1: FIFO_BYPASS.
    static let bypass: UInt8 = 0x01
    /// FIFO_CONFIG1: STOP-on-FULL, so that no packet is ever overwritten.
    static let stopOnFull: UInt8 = 0x02
    /// TMST_CONFIG1: TMST_EN, in steps of 16 µs.
    static let time: UInt8 = 0x09
    /// FIFO_CONFIG5: WM_GT_TH, an interrupt at each sample, TMST_FSYNC_EN, GYRO_EN, ACCEL_EN. Without RESUME_PARTIAL_RD a packet that was
    /// read in part stays.
    static let bothSensors: UInt8 = 0x27
    /// INT_SOURCE0: FIFO_THS_INT1_EN.
    static let fifoThreshold: UInt8 = 0x04
    /// INT_STATUS: FIFO_FULL_INT.
    static let fifoFull: UInt8 = 0x02
    /// The header of a packet with both sensors: bits 7…4, 0 the message, 1 ACCEL, 1 GYRO, 0 of 20 bits.
    static let header: UInt8 = 0x60
    static let headerMask: UInt8 = 0xF0
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "ICM-42670", period: 10_000, sampleRate: 100, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16384)
  }

  public var firstStepAfterReset: UInt16 { 3 }
  public var firstStepOfFIFO: UInt16 { 10 }
  public var keptSteps: UInt16 { 5 }

  /// The pauses: 2 ms after a reset (1 by TDK), 80 ms until the gyroscope has settled (70).
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.readBlock, 0)
    case 1: RegisterWrite(Register.writeBlock, 0)
    case 2: RegisterWrite(Register.pathReset, Bits.reset, pause: 2)
    case 3: RegisterWrite(Register.interface, Bits.bigEndian)
    case 4: RegisterWrite(Register.interruptPin, Bits.pulseActiveHigh)
    case 5: RegisterWrite(Register.gyroscope, Bits.gyroscope)
    case 6: RegisterWrite(Register.accelerometer, Bits.accelerometer)
    case 7: RegisterWrite(Register.gyroscopeFilter, Bits.filter53Hz)
    case 8: RegisterWrite(Register.accelerometerFilter, Bits.filter53Hz)
    case 9: RegisterWrite(Register.power, Bits.allOn, pause: 80)
    default: fifoWrite(index &- 10)
    }
  }

  /// The threshold may change only while its interrupt is off and the FIFO is empty. The flush takes the chip's clock, and a moment.
  private func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interruptSource, 0)
    case 1: RegisterWrite(Register.fifoMode, Bits.bypass)
    case 2: RegisterWrite(Register.pathReset, Bits.flush, pause: 2)
    case 3: RegisterWrite(Register.writeAddress, Behind.time)
    case 4: RegisterWrite(Register.writeValue, Bits.time)
    case 5: RegisterWrite(Register.writeAddress, Behind.fifoContent)
    case 6: RegisterWrite(Register.writeValue, Bits.bothSensors)
    case 7: RegisterWrite(Register.fifoThreshold0, 16)
    case 8: RegisterWrite(Register.fifoThreshold1, 0)
    case 9: RegisterWrite(Register.interruptSource, Bits.fifoThreshold)
    case 10: RegisterWrite(Register.fifoMode, Bits.stopOnFull)
    default: .end
    }
  }

  /// None: its thresholds lie behind others, and take pauses between the rows.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite { .end }

  public var mark: RegisterWrite { RegisterWrite(Register.power, Bits.allOn) }

  /// None: the chip compares by itself, with numbers that it first has to fetch. So `passed` says that samples come, and no more.
  public func selfTestWrite(_ index: UInt16) -> RegisterWrite { .end }

  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? { SelfTestLimits(least: 0, greatest: .max) }

  /// 16 bytes a sample: the header, accelerometer and gyroscope, each x, y, z, upper byte first, a byte of temperature and two of time. The
  /// FIFO holds 1,024 bytes, 64 samples: 0.64 s. Then it takes no more.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    let asked = block.fill(5, from: Register.interruptStatus, of: address, on: &bus)
    guard asked == .acknowledged else { return FIFOReading(asked) }
    guard block[0] & Bits.fifoFull == 0 else { return .overflowed }
    let waiting = Int(UInt16(bitPattern: block.littleEndian(at: 3)).byteSwapped &>> 4)
    return block.takePackets(
      waiting, header: Bits.header, mask: Bits.headerMask, from: Register.fifoData, of: address,
      on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.packetCounts(at: index)
  }

  /// 25 °C + raw/128. 100/128 = 25/32.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).map { pair in
      let raw = Int32(Int16(bitPattern: pair.byteSwapped))
      return Int16(truncatingIfNeeded: 2_500 &+ (raw &* 25) &>> 5)
    }
  }
}
