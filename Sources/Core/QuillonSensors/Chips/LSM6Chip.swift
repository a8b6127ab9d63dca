/// What ST's LSM6DSOX and LSM6DS3TR-C share: everything but identity and FIFO. An LSM6DSV16X shares the identity's register and the bank's, the
/// temperature, the limits of the self-test and some others.
///
/// Sources: STMicroelectronics/lsm6dsox-pid, lsm6dsox_reg.h, and STMicroelectronics/lsm6ds3tr-c-pid, lsm6ds3tr-c_reg.h.
protocol LSM6Chip: RegisterChip {
  /// Row `index` of the table that sets up and starts the FIFO, whose first row stops it.
  func fifoWrite(_ index: UInt16) -> RegisterWrite
  /// The least change of the accelerometer by its self-test, counts.
  var leastSelfTest: Int32 { get }
}

/// The registers of both.
enum LSM6Register {
  /// FUNC_CFG_ACCESS: FUNC_CFG_EN in bit 7, SHUB_REG_ACCESS in 6.
  static let bank: UInt8 = 0x01
  /// FIFO_CTRL4 of the LSM6DSOX, FIFO_CTRL5 of the LSM6DS3TR-C: the mode in bits 2…0, 0 stops and empties.
  static let fifoMode: UInt8 = 0x0A
  /// INT1_CTRL.
  static let interrupt1: UInt8 = 0x0D
  /// WHO_AM_I.
  static let identity: UInt8 = 0x0F
  /// CTRL1_XL: ODR in bits 7…4, FS in 3…2.
  static let accelerometer: UInt8 = 0x10
  /// CTRL2_G: ODR in bits 7…4, FS in 3…1.
  static let gyroscope: UInt8 = 0x11
  /// CTRL3_C.
  static let control3: UInt8 = 0x12
  /// CTRL5_C: ST_G in bits 3…2, ST_XL in 1…0.
  static let control5: UInt8 = 0x14
  /// OUT_TEMP_L.
  static let temperature: UInt8 = 0x20
  /// FIFO_STATUS1.
  static let fifoStatus: UInt8 = 0x3A
  /// Of chips with tags: FIFO_CTRL1, WTM, bits 7…0 of the threshold in words.
  static let taggedThreshold: UInt8 = 0x07
  /// Of chips with tags: FIFO_CTRL2, STOP_ON_WTM, compression, bit 8 of the threshold.
  static let taggedControl2: UInt8 = 0x08
  /// Of chips with tags: FIFO_CTRL3, BDR_GY in bits 7…4, BDR_XL in 3…0.
  static let batchRates: UInt8 = 0x09
  /// TAP_CFG2 of the LSM6DSOX, TAP_CFG of the LSM6DS3TR-C.
  static let motionEnable: UInt8 = 0x58
  /// WAKE_UP_THS: 1/64 of the range a count.
  static let motionThreshold: UInt8 = 0x5B
  /// WAKE_UP_DUR.
  static let motionDuration: UInt8 = 0x5C
  /// MD1_CFG.
  static let motionInterrupt: UInt8 = 0x5E
}

/// The bits of both.
enum LSM6Bits {
  /// CTRL3_C: SW_RESET.
  static let reset: UInt8 = 0x01
  /// CTRL3_C: IF_INC, consecutive registers.
  static let increment: UInt8 = 0x04
  /// CTRL3_C: BDU, both bytes of a number are of one sample.
  static let blockUpdate: UInt8 = 0x40
  /// ODR 4: 104 Hz.
  static let rate104Hz: UInt8 = 0x40
  /// ODR 2: 26 Hz.
  static let rate26Hz: UInt8 = 0x20
  /// FS_XL 3: ±8 g.
  static let range8g: UInt8 = 0x0C
  /// FS_G 6: ±2000°/s.
  static let range2000: UInt8 = 0x0C
  /// INT1_CTRL: the FIFO has reached its threshold.
  static let fifoThreshold: UInt8 = 0x08
  /// FIFO mode 6: continuous. The oldest is overwritten.
  static let continuous: UInt8 = 0x06
  /// FIFO_STATUS2: overrun.
  static let overrun: UInt8 = 0x40
  /// CTRL5_C: both sensors are pushed in the positive direction.
  static let selfTest: UInt8 = 0x05
  /// TAP_CFG: INTERRUPTS_ENABLE.
  static let motionOn: UInt8 = 0x80
  /// MD1_CFG: INT1_WU.
  static let wakeUp: UInt8 = 0x20
}

extension LSM6Chip {
  public static var lowerAddress: UInt8 { 0x6A }
  public static var identityRegister: UInt8 { LSM6Register.identity }
  public static var bank: RegisterWrite { RegisterWrite(LSM6Register.bank, 0xC0) }
  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { 5 }
  public var keptSteps: UInt16 { 3 }

  public func setUpWrite(_ index: UInt16) -> RegisterWrite { commonWrite(index) }

  /// The rows of both. The pauses: 10 ms after a reset, 120 ms until the gyroscope's filters have settled: torvalds/linux, st_lsm6dsx_core.c,
  /// drops its first 12 samples at 104 Hz.
  func commonWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.control3, LSM6Bits.reset, pause: 10)
    case 1: RegisterWrite(LSM6Register.control5, 0)
    case 2: RegisterWrite(LSM6Register.control3, LSM6Bits.blockUpdate | LSM6Bits.increment)
    case 3: RegisterWrite(LSM6Register.accelerometer, LSM6Bits.rate104Hz | LSM6Bits.range8g)
    case 4:
      RegisterWrite(LSM6Register.gyroscope, LSM6Bits.rate104Hz | LSM6Bits.range2000, pause: 120)
    default: fifoWrite(index &- 5)
    }
  }

  /// The rows of the FIFO of chips with tags. A threshold of two words: an interrupt for each sample.
  func taggedFIFOWrite(_ index: UInt16, rates: UInt8) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.fifoMode, 0)
    case 1: RegisterWrite(LSM6Register.taggedThreshold, 2)
    case 2: RegisterWrite(LSM6Register.taggedControl2, 0)
    case 3: RegisterWrite(LSM6Register.batchRates, rates)
    case 4: RegisterWrite(LSM6Register.fifoMode, LSM6Bits.continuous)
    case 5: RegisterWrite(LSM6Register.interrupt1, LSM6Bits.fifoThreshold)
    default: .end
    }
  }

  /// The accelerometer alone at 26 Hz; 1/64 of 8 g is 125 mg.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.interrupt1, 0)
    case 1: RegisterWrite(LSM6Register.fifoMode, 0)
    case 2: RegisterWrite(LSM6Register.gyroscope, 0)
    case 3: RegisterWrite(LSM6Register.accelerometer, LSM6Bits.rate26Hz | LSM6Bits.range8g)
    case 4: RegisterWrite(LSM6Register.motionThreshold, 1)
    case 5: RegisterWrite(LSM6Register.motionDuration, 0)
    case 6: RegisterWrite(LSM6Register.motionEnable, LSM6Bits.motionOn)
    case 7: RegisterWrite(LSM6Register.motionInterrupt, LSM6Bits.wakeUp)
    default: .end
    }
  }

  public var mark: RegisterWrite {
    RegisterWrite(LSM6Register.gyroscope, LSM6Bits.rate104Hz | LSM6Bits.range2000)
  }

  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    index == 0 ? RegisterWrite(LSM6Register.control5, LSM6Bits.selfTest, pause: 100) : .end
  }

  /// 50 (90) to 1,700 mg and 150 to 700°/s (data sheets, mechanical characteristics), in counts of 0.244 mg and 70 m°/s.
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    sensor == .accelerometer
      ? SelfTestLimits(least: leastSelfTest, greatest: 6_967)
      : SelfTestLimits(least: 2_143, greatest: 10_000)
  }

  /// 25 °C + raw/256. 100/256 = 25/64.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(LSM6Register.temperature, of: address).map { pair in
      let raw = Int32(Int16(bitPattern: pair))
      return Int16(truncatingIfNeeded: 2_500 &+ (raw &* 25) &>> 6)
    }
  }
}
