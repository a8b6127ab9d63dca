/// TDK InvenSense's ICM-20948, whose registers lie in four banks.
///
/// Sources: sparkfun/SparkFun_ICM-20948_ArduinoLibrary, ICM_20948_REGISTERS.h and ICM_20948_C.c, a translation of the data sheet
/// DS-000189, whose sections are given.
public struct ICM20948: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x68 }
  public static var identityRegister: UInt8 { Register.identity }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0xEA else { return nil }
    self.address = address
  }

  /// USER_CTRL: I2C_IF_DIS. No row writes to the same number in another bank.
  public static var withoutI2C: RegisterWrite { RegisterWrite(Register.userControl, 0x10) }
  public static var bank: RegisterWrite { RegisterWrite(Register.bank, 0x30) }

  enum Register {
    /// REG_BANK_SEL in every bank: the bank in bits 5…4.
    static let bank: UInt8 = 0x7F
    /// Bank 0, 8.1: WHO_AM_I.
    static let identity: UInt8 = 0x00
    /// Bank 0, 8.2: USER_CTRL.
    static let userControl: UInt8 = 0x03
    /// Bank 0, 8.3: LP_CONFIG.
    static let lowPower: UInt8 = 0x05
    /// Bank 0, 8.4: PWR_MGMT_1.
    static let power1: UInt8 = 0x06
    /// Bank 0, 8.5: PWR_MGMT_2.
    static let power2: UInt8 = 0x07
    /// Bank 0, 8.6: INT_PIN_CFG: 0 is a pulse of 50 µs, active high, push-pull.
    static let interruptPin: UInt8 = 0x0F
    /// Bank 0, 8.7: INT_ENABLE.
    static let interruptEnable: UInt8 = 0x10
    /// Bank 0, 8.8: INT_ENABLE_1.
    static let interruptEnable1: UInt8 = 0x11
    /// Bank 0: INT_STATUS_2.
    static let interruptStatus2: UInt8 = 0x1B
    /// Bank 0: TEMP_OUT_H.
    static let temperature: UInt8 = 0x39
    /// Bank 0: FIFO_EN_1, FIFO_EN_2, FIFO_RST and FIFO_MODE.
    static let fifoContent1: UInt8 = 0x66
    static let fifoContent2: UInt8 = 0x67
    static let fifoReset: UInt8 = 0x68
    static let fifoMode: UInt8 = 0x69
    /// Bank 0: FIFO_COUNTH.
    static let fifoCount: UInt8 = 0x70
    /// Bank 0: FIFO_R_W.
    static let fifoData: UInt8 = 0x72
    /// Bank 1: SELF_TEST_X_GYRO and SELF_TEST_X_ACCEL.
    static let gyroscopeTrim: UInt8 = 0x02
    static let accelerometerTrim: UInt8 = 0x0E
    /// Bank 2, 10.1: GYRO_SMPLRT_DIV.
    static let gyroscopeDivider: UInt8 = 0x00
    /// Bank 2, 10.2: GYRO_CONFIG_1.
    static let gyroscope: UInt8 = 0x01
    /// Bank 2, 10.3: GYRO_CONFIG_2: the self-test in bits 5…3.
    static let gyroscope2: UInt8 = 0x02
    /// Bank 2, 10.10: ODR_ALIGN_EN.
    static let alignRates: UInt8 = 0x09
    /// Bank 2, 10.11 and 10.12: ACCEL_SMPLRT_DIV_1, the upper bits, and _2.
    static let accelerometerDivider1: UInt8 = 0x10
    static let accelerometerDivider2: UInt8 = 0x11
    /// Bank 2, 10.13: ACCEL_INTEL_CTRL.
    static let motionControl: UInt8 = 0x12
    /// Bank 2, 10.14: ACCEL_WOM_THR, 4 mg a count.
    static let motionThreshold: UInt8 = 0x13
    /// Bank 2, 10.15: ACCEL_CONFIG.
    static let accelerometer: UInt8 = 0x14
    /// Bank 2, 10.16: ACCEL_CONFIG_2: the self-test in bits 4…2.
    static let accelerometer2: UInt8 = 0x15
  }

  enum Bits {
    /// REG_BANK_SEL: banks 0, 1 and 2.
    static let bank0: UInt8 = 0x00
    static let bank1: UInt8 = 0x10
    static let bank2: UInt8 = 0x20
    /// PWR_MGMT_1: DEVICE_RESET.
    static let reset: UInt8 = 0x80
    /// PWR_MGMT_1: the best clock, awake.
    static let awake: UInt8 = 0x01
    /// PWR_MGMT_1: the best clock, LP_EN.
    static let lowPower: UInt8 = 0x21
    /// PWR_MGMT_2: DISABLE_GYRO.
    static let accelerometerAlone: UInt8 = 0x07
    /// LP_CONFIG: ACCEL_CYCLE.
    static let accelerometerCycle: UInt8 = 0x20
    /// 1,125 Hz / (1 + 10) = 102.27 Hz.
    static let divider102Hz: UInt8 = 10
    /// GYRO_CONFIG_1: DLPFCFG 3 (51 Hz), FS_SEL 3 (±2000°/s), FCHOICE.
    static let gyroscope: UInt8 = 0x1F
    /// ACCEL_CONFIG: DLPFCFG 3 (50 Hz), FS_SEL 2 (±8 g), FCHOICE.
    static let accelerometer: UInt8 = 0x1D
    /// FIFO_EN_2: ACCEL and GYRO X, Y, Z.
    static let allSixAxes: UInt8 = 0x1E
    /// FIFO_RST: all FIFOs.
    static let resetAll: UInt8 = 0x1F
    /// USER_CTRL: FIFO_EN.
    static let fifoOn: UInt8 = 0x40
    /// INT_ENABLE_1: RAW_DATA_0_RDY_EN.
    static let dataReady: UInt8 = 0x01
    /// INT_ENABLE: WOM_INT_EN.
    static let motion: UInt8 = 0x08
    /// ACCEL_INTEL_CTRL: on, compared with the sample before.
    static let motionOn: UInt8 = 0x03
    /// INT_PIN_CFG: BYPASS_EN.
    static let bypass: UInt8 = 0x02
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "ICM-20948", period: 9_778, sampleRate: 102, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16400)
  }

  public var firstStepAfterReset: UInt16 { 2 }
  public var firstStepOfFIFO: UInt16 { 18 }

  public var magnetometer: Magnetometer? {
    Magnetometer(kind: .ak09916, bypass: RegisterWrite(Register.interruptPin, Bits.bypass))
  }

  /// The pauses: 100 ms after a reset (11 by the data sheet, table 5), 40 ms until the gyroscope has started (35).
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.bank, Bits.bank0)
    case 1: RegisterWrite(Register.power1, Bits.reset, pause: 100)
    case 2: RegisterWrite(Register.bank, Bits.bank0)
    case 3: RegisterWrite(Register.power1, Bits.awake)
    case 4: RegisterWrite(Register.lowPower, 0)
    case 5: RegisterWrite(Register.power2, 0, pause: 40)
    case 6: RegisterWrite(Register.interruptEnable, 0)
    case 7: RegisterWrite(Register.interruptPin, 0)
    case 8: RegisterWrite(Register.bank, Bits.bank2)
    case 9: RegisterWrite(Register.gyroscopeDivider, Bits.divider102Hz)
    case 10: RegisterWrite(Register.gyroscope, Bits.gyroscope)
    case 11: RegisterWrite(Register.gyroscope2, 0)
    case 12: RegisterWrite(Register.alignRates, 1)
    case 13: RegisterWrite(Register.accelerometerDivider1, 0)
    case 14: RegisterWrite(Register.accelerometerDivider2, Bits.divider102Hz)
    case 15: RegisterWrite(Register.motionControl, 0)
    case 16: RegisterWrite(Register.accelerometer, Bits.accelerometer)
    case 17: RegisterWrite(Register.accelerometer2, 0)
    default: fifoWrite(index &- 18)
    }
  }

  /// FIFO_RST is asserted and released; FIFO_MODE 0 overwrites the oldest.
  private func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.bank, Bits.bank0)
    case 1: RegisterWrite(Register.userControl, 0)
    case 2: RegisterWrite(Register.fifoContent1, 0)
    case 3: RegisterWrite(Register.fifoContent2, Bits.allSixAxes)
    case 4: RegisterWrite(Register.fifoMode, 0)
    case 5: RegisterWrite(Register.fifoReset, Bits.resetAll)
    case 6: RegisterWrite(Register.fifoReset, 0)
    case 7: RegisterWrite(Register.userControl, Bits.fifoOn)
    case 8: RegisterWrite(Register.interruptEnable1, Bits.dataReady)
    default: .end
    }
  }

  /// The accelerometer alone, at 102 Hz in its low-power mode, compared with 100 mg.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interruptEnable1, 0)
    case 1: RegisterWrite(Register.userControl, 0)
    case 2: RegisterWrite(Register.fifoContent2, 0)
    case 3: RegisterWrite(Register.bank, Bits.bank2)
    case 4: RegisterWrite(Register.motionControl, Bits.motionOn)
    case 5: RegisterWrite(Register.motionThreshold, 25)
    case 6: RegisterWrite(Register.bank, Bits.bank0)
    case 7: RegisterWrite(Register.interruptEnable, Bits.motion)
    case 8: RegisterWrite(Register.power2, Bits.accelerometerAlone)
    case 9: RegisterWrite(Register.lowPower, Bits.accelerometerCycle)
    case 10: RegisterWrite(Register.power1, Bits.lowPower)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(Register.fifoContent2, Bits.allSixAxes) }

  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.bank, Bits.bank2)
    case 1: RegisterWrite(Register.gyroscope2, 0x38)
    case 2: RegisterWrite(Register.accelerometer2, 0x1C)
    case 3: RegisterWrite(Register.bank, Bits.bank0, pause: 60)
    default: .end
    }
  }

  /// Half to one and a half times 2,620 · 1.01^(code − 1) counts of the finest range, which has 4 times (8 times) the counts of ours
  /// (TDK's driver of the chip, `inv_icm20948_run_selftest`). A chip without codes passes.
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    guard bus.write(Bits.bank1, to: Register.bank, of: address) == .acknowledged else { return nil }
    var result = BusResult.acknowledged
    let isForce = sensor == .accelerometer
    let register = (isForce ? Register.accelerometerTrim : Register.gyroscopeTrim) &+ axis
    let code = bus.read(register, of: address, &result)
    guard bus.write(Bits.bank0, to: Register.bank, of: address) == .acknowledged, let code else {
      return nil
    }
    guard code != 0 else { return SelfTestLimits(least: 0, greatest: .max) }
    return .half(of: .power(start: isForce ? 655 : 327, 16_548, code))
  }

  /// The FIFO holds 512 bytes, 42 samples: 410 ms. When it is full, its oldest byte no longer begins a sample, so it is emptied.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = BusResult.acknowledged
    guard let status = bus.read(Register.interruptStatus2, of: address, &result) else {
      return FIFOReading(result)
    }
    guard status & Bits.resetAll == 0 else { return .overflowed }
    return block.readBurst(Register.fifoCount, Register.fifoData, of: address, on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.bigEndianCounts(at: index)
  }

  /// 21 °C + raw/333.87. 100/333.87 = 19,629/65,536, below 2³⁰.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).map { pair in
      let raw = Int32(Int16(bitPattern: pair.byteSwapped))
      assert((Int64(raw) * 19_629).magnitude < 1 << 30)
      return Int16(truncatingIfNeeded: 2_100 &+ (raw &* 19_629) &>> 16)
    }
  }
}
