/// TDK InvenSense's ICM-42670-P, and the ICM-42607-P, which has its registers. Only its FIFO's packets are those of an ICM-42688.
///
/// Sources: tdk-invn-oss/motion.mcu.icm42670p.driver, inv_imu_regmap_rev_a.h, inv_imu_defs.h, inv_imu_driver.c, inv_imu_transport.c and
/// inv_imu_selftest.c,
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
    /// APEX_CONFIG0.
    static let motionEngine: UInt8 = 0x25
    /// WOM_CONFIG.
    static let motionControl: UInt8 = 0x27
    /// FIFO_CONFIG1: FIFO_MODE in bit 1, FIFO_BYPASS in bit 0.
    static let fifoMode: UInt8 = 0x28
    /// FIFO_CONFIG2 and FIFO_CONFIG3: the threshold in bytes, the lower byte first.
    static let fifoThreshold0: UInt8 = 0x29
    static let fifoThreshold1: UInt8 = 0x2A
    /// INT_SOURCE0.
    static let interruptSource: UInt8 = 0x2B
    /// INT_SOURCE1.
    static let motionInterrupt: UInt8 = 0x2C
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
    /// BLK_SEL_R, MADDR_R and M_R.
    static let readBlock: UInt8 = 0x7C
    static let readAddress: UInt8 = 0x7D
    static let readValue: UInt8 = 0x7E
  }

  /// Registers of MREG1. They can be written only while the chip's clock runs, and 10 µs apart.
  enum Behind {
    /// TMST_CONFIG1.
    static let time: UInt8 = 0x00
    /// FIFO_CONFIG5.
    static let fifoContent: UInt8 = 0x01
    /// ST_CONFIG and SELFTEST.
    static let selfTestLimits: UInt8 = 0x13
    static let selfTest: UInt8 = 0x14
    /// OTP_CONFIG, and OTP_CTRL7 of MREG2, whose block is 28.
    static let memory: UInt8 = 0x2B
    static let memoryControl: UInt8 = 0x06
    static let memoryBlock: UInt8 = 0x28
    /// ST_STATUS1 of the accelerometer and ST_STATUS2 of the gyroscope.
    static let accelerometerResult: UInt8 = 0x63
    static let gyroscopeResult: UInt8 = 0x64
    /// ACCEL_WOM_X_THR, and those of y and z after it: 1/256 g a count.
    static let motionThreshold: UInt8 = 0x4B
  }

  enum Bits {
    /// SIGNAL_PATH_RESET: SOFT_RESET_DEVICE_CONFIG, and FIFO_FLUSH.
    static let reset: UInt8 = 0x10
    static let flush: UInt8 = 0x04
    /// INT_CONFIG: INT1 pulsed, push-pull, active high.
    static let pulseActiveHigh: UInt8 = 0x03
    /// INTF_CONFIG0: count and data with the upper byte first, the count in bytes.
    static let bigEndian: UInt8 = 0x30
    /// PWR_MGMT0: the accelerometer alone in its low-power mode, on the oscillator that the sensors run on (ACCEL_LP_CLK_SEL) and on the other.
    static let lowPowerAsBefore: UInt8 = 0x82
    static let lowPower: UInt8 = 0x02
    /// ACCEL_CONFIG0: FS_SEL 1, ±8 g, and ODR 11, 25 Hz.
    static let accelerometer25Hz: UInt8 = 0x2B
    /// WOM_CONFIG: on, compared with the sample before. INT_SOURCE1: WOM of x, y and z.
    static let motionOn: UInt8 = 0x03
    static let motionOfAll: UInt8 = 0x07
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
    /// PWR_MGMT0: IDLE, the chip's clock without a sensor.
    static let idle: UInt8 = 0x10
    /// APEX_CONFIG0: DMP_MEM_RESET_EN.
    static let emptyMemory: UInt8 = 0x01
    /// OTP_CONFIG: OTP_COPY_MODE 3, what the self-test compares with. OTP_CTRL7: OTP_PWR_DOWN and OTP_RELOAD.
    static let copySelfTest: UInt8 = 0x0C
    static let memoryOff: UInt8 = 0x02
    static let memoryReload: UInt8 = 0x08
    /// ST_CONFIG: ST_NUMBER_SAMPLE 0, 16, and both limits 7, half.
    static let selfTestSetUp: UInt8 = 0x7F
    static let half: UInt8 = 0x3F
    /// SELFTEST: GYRO_ST_EN and ACCEL_ST_EN.
    static let selfTestOfBoth: UInt8 = 0xC0
    /// INT_STATUS: ST_INT.
    static let selfTestDone: UInt8 = 0x80
    /// ST_STATUS1 and ST_STATUS2: ACCEL_ST_PASS and GYRO_ST_PASS, and in the latter ST_INCOMPLETE.
    static let passed: UInt8 = 0x20
    static let incomplete: UInt8 = 0x40
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

  /// The threshold may change only while its interrupt is off and the FIFO is empty. The flush needs the chip's clock and some time.
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

  /// The accelerometer alone at 25 Hz, compared with 125 mg. Its low-power mode begins on the old oscillator, and stays on it for a sample
  /// (`inv_imu_enable_accel_low_power_mode`). After that the registers behind others are out of reach.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interruptSource, 0)
    case 1: RegisterWrite(Register.fifoMode, Bits.bypass)
    case 2, 4, 6:
      RegisterWrite(
        Register.writeAddress,
        Behind.motionThreshold &+ UInt8(truncatingIfNeeded: index &- 2) &>> 1)
    case 3, 5, 7: RegisterWrite(Register.writeValue, 32)
    case 8: RegisterWrite(Register.accelerometer, Bits.accelerometer25Hz)
    case 9: RegisterWrite(Register.power, Bits.lowPowerAsBefore, pause: 42)
    case 10: RegisterWrite(Register.power, Bits.lowPower)
    case 11: RegisterWrite(Register.motionControl, Bits.motionOn)
    case 12: RegisterWrite(Register.motionInterrupt, Bits.motionOfAll)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(Register.power, Bits.allOn) }

  /// None: the chip compares by itself.
  public func selfTestWrite(_ index: UInt16) -> RegisterWrite { .end }

  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? { nil }

  /// The chip fetches what its maker measured, pushes its masses 16 times and compares: half of it more or less are allowed
  /// (`inv_imu_run_selftest`). The sensors are off meanwhile.
  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    var result = bus.write(0, to: Register.interruptSource, of: address)
    guard result == .acknowledged,
      bus.write(Bits.idle, to: Register.power, of: address) == .acknowledged
    else { return .noAnswer }
    bus.pause(milliseconds: 1)
    guard let engine = bus.read(Register.motionEngine, of: address, &result),
      bus.write(engine | Bits.emptyMemory, to: Register.motionEngine, of: address) == .acknowledged
    else { return .noAnswer }
    bus.pause(milliseconds: 2)
    guard change(Behind.memory, clearing: 0, setting: Bits.copySelfTest, on: &bus),
      change(
        Behind.memoryControl, of: Behind.memoryBlock, clearing: Bits.memoryOff, setting: 0, on: &bus
      ),
      change(
        Behind.memoryControl, of: Behind.memoryBlock, clearing: 0, setting: Bits.memoryReload,
        on: &bus),
      change(
        Behind.selfTestLimits, clearing: Bits.selfTestSetUp, setting: Bits.half, on: &bus),
      change(Behind.selfTest, clearing: 0, setting: Bits.selfTestOfBoth, on: &bus)
    else { return .noAnswer }
    var tries = 0
    var isDone = false
    while !isDone {
      bus.pause(milliseconds: 10)
      guard tries < 60, let status = bus.read(Register.interruptStatus, of: address, &result) else {
        return .noAnswer
      }
      isDone = status & Bits.selfTestDone != 0
      tries &+= 1
    }
    guard let force = value(Behind.accelerometerResult, on: &bus),
      let rate = value(Behind.gyroscopeResult, on: &bus),
      change(Behind.selfTest, clearing: Bits.selfTestOfBoth, setting: 0, on: &bus)
    else { return .noAnswer }
    guard force & Bits.passed != 0 else { return .accelerometerFailed }
    return rate & (Bits.passed | Bits.incomplete) == Bits.passed ? .passed : .gyroscopeFailed
  }

  /// The value of a register behind others; nil if the chip does not answer.
  private func value<Bus: SensorBus>(
    _ register: UInt8, of block: UInt8 = 0, on bus: inout Bus
  ) -> UInt8? {
    guard bus.write(block, to: Register.readBlock, of: address) == .acknowledged,
      bus.write(register, to: Register.readAddress, of: address) == .acknowledged
    else { return nil }
    bus.pause(milliseconds: 1)
    var result = BusResult.acknowledged
    let value = bus.read(Register.readValue, of: address, &result)
    return bus.write(0, to: Register.readBlock, of: address) == .acknowledged ? value : nil
  }

  /// Changes bits of a register behind others, then waits for 1 ms. False if the chip does not answer.
  private func change<Bus: SensorBus>(
    _ register: UInt8, of block: UInt8 = 0, clearing: UInt8, setting: UInt8, on bus: inout Bus
  ) -> Bool {
    guard let before = value(register, of: block, on: &bus),
      bus.write(block, to: Register.writeBlock, of: address) == .acknowledged,
      bus.write(register, to: Register.writeAddress, of: address) == .acknowledged,
      bus.write(before & ~clearing | setting, to: Register.writeValue, of: address)
        == .acknowledged
    else { return false }
    bus.pause(milliseconds: 1)
    return bus.write(0, to: Register.writeBlock, of: address) == .acknowledged
  }

  /// 16 bytes a sample: the header, accelerometer and gyroscope, each x, y, z, upper byte first, a byte of temperature and two of time. The
  /// FIFO holds 1,024 bytes, 64 samples: 0.64 s. Then it accepts no more.
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
