/// ST's LSM6DSV16X, and its relatives of the same identity: LSM6DSV and LSM6DSV32X. Its FIFO is that of an LSM6DSOX, most of its other registers are
/// not. The relatives that have the accelerometer's axes in another order in the FIFO have other identities.
///
/// An LSM6DSV32X has twice the range at the same setting (stm32duino and zephyr have it as a chip of its own), so gravity identifies it,
/// like an LSM6DSO32.
///
/// Sources: STMicroelectronics/lsm6dsv16x-pid, lsm6dsv16x_reg.h and .c; STMems_Standard_C_drivers, lsm6dsv16x_fifo.c and
/// lsm6dsv16x_self_test.c and lsm6dsv16x_wakeup.c; zephyrproject-rtos/zephyr, lsm6dsv16x_decoder.c; betaflight/betaflight#13046, for the order
/// of the mode of accurate rates; for the weight of the threshold of motion ST's lsm6dsv16x-rs, where 3 is 62.5 mg.
public struct LSM6DSV16X: LSM6Chip {
  public let address: UInt8
  /// Detects an LSM6DSV32X.
  private var half = HalfOfGravity(isLooking: true)

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x70 else { return nil }
    self.address = address
  }

  /// IF_CFG: I2C_I3C_disable.
  public static var withoutI2C: RegisterWrite { RegisterWrite(Register.interface, 0x01) }

  enum Register {
    /// IF_CFG.
    static let interface: UInt8 = 0x03
    /// CTRL6: FS_G in bits 3…0.
    static let gyroscopeRange: UInt8 = 0x15
    /// CTRL8: FS_XL in bits 1…0.
    static let accelerometerRange: UInt8 = 0x17
    /// CTRL10: ST_G in bits 3…2, ST_XL in 1…0.
    static let selfTest: UInt8 = 0x19
    /// FIFO_STATUS1.
    static let fifoStatus: UInt8 = 0x1B
    /// FUNCTIONS_ENABLE: INTERRUPTS_ENABLE in bit 7.
    static let functions: UInt8 = 0x50
    /// INACTIVITY_DUR: WU_INACT_THS_W in bits 6…4, what a count of WAKE_UP_THS is: 7.8125 mg · 2ⁿ.
    static let motionWeight: UInt8 = 0x54
    /// HAODR_CFG.
    static let accurateRates: UInt8 = 0x62
  }

  enum Bits {
    /// FUNC_CFG_ACCESS: SW_POR.
    static let reset: UInt8 = 0x04
    /// HAODR_CFG: HAODR_SEL 2, the rates 12.5, 25, 50, 100 Hz and so on.
    static let accurateRates: UInt8 = 0x02
    /// CTRL1 and CTRL2: OP_MODE 1 in bits 6…4, the mode of accurate rates, which both have to have, and ODR 6: 100 Hz.
    static let rate100Hz: UInt8 = 0x16
    /// CTRL1: OP_MODE 4, the low-power mode of two samples, and ODR 4: 30 Hz.
    static let lowPower30Hz: UInt8 = 0x44
    /// INACTIVITY_DUR: WU_INACT_THS_W 4, 125 mg a count, and the rest as after a reset.
    static let weight125Milligravity: UInt8 = 0x44
    /// FIFO_CTRL3: the rate of code 6 of both.
    static let batchBoth: UInt8 = 0x66
    /// CTRL6: FS_G 4, ±2000°/s.
    static let range2000: UInt8 = 0x04
    /// CTRL8: FS_XL 2, ±8 g.
    static let range8g: UInt8 = 0x02
    /// CTRL10: the gyroscope pushed in the positive direction, the accelerometer in the negative one.
    static let selfTest: UInt8 = 0x06
  }

  public var facts: ChipFacts {
    half.isFound
      ? ChipFacts(
        name: "LSM6DSV32X", period: 10_000, sampleRate: 100, forceRange: 16,
        forceStep: SensorStep.milligravity0488, rateStep: SensorStep.millidegree70)
      : ChipFacts(
        name: "LSM6DSV16X", period: 10_000, sampleRate: 100,
        forceStep: SensorStep.milligravity0244, rateStep: SensorStep.millidegree70)
  }

  public mutating func revisesFacts(_ counts: SensorCounts) -> Bool { half.revises(counts) }

  /// 50 mg.
  var leastSelfTest: Int32 { 205 }

  public var firstStepOfFIFO: UInt16 { 9 }
  public var keptSteps: UInt16 { 5 }

  /// The pauses: 30 ms after a reset, 100 ms until the output is stable. Ranges and kinds of rates are chosen while the sensors are off.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.bank, Bits.reset, pause: 30)
    case 1: RegisterWrite(Register.interface, 0)
    case 2: RegisterWrite(Register.selfTest, 0)
    case 3: RegisterWrite(LSM6Register.control3, LSM6Bits.blockUpdate | LSM6Bits.increment)
    case 4: RegisterWrite(Register.accurateRates, Bits.accurateRates)
    case 5: RegisterWrite(Register.accelerometerRange, Bits.range8g)
    case 6: RegisterWrite(Register.gyroscopeRange, Bits.range2000)
    case 7: RegisterWrite(LSM6Register.accelerometer, Bits.rate100Hz)
    case 8: RegisterWrite(LSM6Register.gyroscope, Bits.rate100Hz, pause: 100)
    default: fifoWrite(index &- 9)
    }
  }

  func fifoWrite(_ index: UInt16) -> RegisterWrite {
    taggedFIFOWrite(index, rates: Bits.batchBoth)
  }

  /// The accelerometer alone at 30 Hz, compared with 125 mg. Its mode changes while it is off.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.interrupt1, 0)
    case 1: RegisterWrite(LSM6Register.fifoMode, 0)
    case 2: RegisterWrite(LSM6Register.gyroscope, 0)
    case 3: RegisterWrite(LSM6Register.accelerometer, 0)
    case 4: RegisterWrite(LSM6Register.accelerometer, Bits.lowPower30Hz)
    case 5: RegisterWrite(Register.motionWeight, Bits.weight125Milligravity)
    case 6: RegisterWrite(LSM6Register.motionThreshold, 1)
    case 7: RegisterWrite(LSM6Register.motionDuration, 0)
    case 8: RegisterWrite(Register.functions, LSM6Bits.motionOn)
    case 9: RegisterWrite(LSM6Register.motionInterrupt, LSM6Bits.wakeUp)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(LSM6Register.gyroscope, Bits.rate100Hz) }

  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    index == 0 ? RegisterWrite(Register.selfTest, Bits.selfTest, pause: 100) : .end
  }

  /// 14 bytes a sample. The FIFO holds at least 208 words, 1.04 s (ST's kernel driver, `ST_LSM6DSVX_MAX_FIFO_DEPTH`).
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    block.readTagged(Register.fifoStatus, level: 0x1FF, of: address, on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.taggedCounts(at: index)
  }
}
