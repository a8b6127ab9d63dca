/// Bosch's BMI160, which needs no program.
///
/// Sources: boschsensortec/BMI160_driver, bmi160_defs.h, bmi160.h and bmi160.c; torvalds/linux, bmi160_core.c; for the temperature
/// zephyrproject-rtos/zephyr, bmi160.c, and for the threshold of motion its bmi160_trigger.c; for the full FIFO the data sheet BST-BMI160-DS000, register 22, and Bosch's article “BMI160 FIFO
/// Advanced Usage”. Register names are the data sheet's.
public struct BMI160: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x68 }
  public static var identityRegister: UInt8 { Register.identity }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0xD1 else { return nil }
    self.address = address
  }

  enum Register {
    /// CHIP_ID.
    static let identity: UInt8 = 0x00
    /// INT_STATUS_1.
    static let interruptStatus1: UInt8 = 0x1D
    /// TEMPERATURE_0.
    static let temperature: UInt8 = 0x20
    /// FIFO_LENGTH_0.
    static let fifoLength: UInt8 = 0x22
    /// FIFO_DATA.
    static let fifoData: UInt8 = 0x24
    /// ACC_CONF and ACC_RANGE.
    static let accelerometer: UInt8 = 0x40
    static let accelerometerRange: UInt8 = 0x41
    /// GYR_CONF and GYR_RANGE.
    static let gyroscope: UInt8 = 0x42
    static let gyroscopeRange: UInt8 = 0x43
    /// FIFO_DOWNS.
    static let fifoFilters: UInt8 = 0x45
    /// FIFO_CONFIG_0: the threshold in units of 4 bytes.
    static let fifoThreshold: UInt8 = 0x46
    /// FIFO_CONFIG_1.
    static let fifoContent: UInt8 = 0x47
    /// INT_EN_0 and INT_EN_1.
    static let interruptEnable0: UInt8 = 0x50
    static let interruptEnable1: UInt8 = 0x51
    /// INT_OUT_CTRL.
    static let interruptPin: UInt8 = 0x53
    /// INT_LATCH: 0 is neither latched nor an input.
    static let interruptLatch: UInt8 = 0x54
    /// INT_MAP_0 and INT_MAP_1.
    static let interruptMap0: UInt8 = 0x55
    static let interruptMap1: UInt8 = 0x56
    /// INT_MOTION_0 and INT_MOTION_1: the duration of any-motion, and its threshold, 1/512 of the range a count.
    static let motionDuration: UInt8 = 0x5F
    static let motionThreshold: UInt8 = 0x60
    /// SELF_TEST: the accelerometer's enable in bits 1…0, sign in 2, amplitude in 3.
    static let selfTest: UInt8 = 0x6D
    /// CMD.
    static let command: UInt8 = 0x7E
  }

  enum Bits {
    /// CMD: softreset.
    static let reset: UInt8 = 0xB6
    /// CMD: fifo_flush.
    static let flush: UInt8 = 0xB0
    /// CMD: acc_set_pmu_mode and gyr_set_pmu_mode, normal.
    static let accelerometerOn: UInt8 = 0x11
    static let gyroscopeOn: UInt8 = 0x15
    /// CMD: acc_set_pmu_mode, low power, and gyr_set_pmu_mode, suspend.
    static let accelerometerSleeping: UInt8 = 0x12
    static let gyroscopeOff: UInt8 = 0x14
    /// ACC_CONF: acc_us, which the low-power mode needs, 4 samples at 25 Hz.
    static let rate25HzSleeping: UInt8 = 0xA6
    /// INT_EN_0: int_anymo of x, y and z. INT_MAP_0: any-motion on pin 1.
    static let motionOfAll: UInt8 = 0x07
    static let motionOnPin1: UInt8 = 0x04
    /// ACC_CONF and GYR_CONF: 100 Hz, bandwidth "normal". So are they after a reset.
    static let rate100Hz: UInt8 = 0x28
    /// ACC_RANGE: ±8 g.
    static let range8g: UInt8 = 0x08
    /// GYR_RANGE: ±2000°/s.
    static let range2000: UInt8 = 0
    /// FIFO_DOWNS: filtered data of both, every sample.
    static let filtered: UInt8 = 0x88
    /// FIFO_CONFIG_1: fifo_gyr_en and fifo_acc_en, no headers.
    static let bothWithoutHeaders: UInt8 = 0xC0
    /// INT_EN_1: int_fwm_en and int_ffull_en.
    static let thresholdAndFull: UInt8 = 0x60
    /// INT_OUT_CTRL: int1_output_en, push-pull, active high.
    static let outputActiveHigh: UInt8 = 0x0A
    /// INT_MAP_1: the threshold on pin 1.
    static let thresholdOnPin1: UInt8 = 0x40
    /// INT_STATUS_1: ffull_int.
    static let fifoFull: UInt8 = 0x20
    /// SELF_TEST: on, in the positive direction, with full amplitude.
    static let push: UInt8 = 0x0D
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "BMI160", period: 10_000, sampleRate: 100, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16384)
  }

  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { 9 }
  public var keptSteps: UInt16 { 5 }

  /// The pauses: 2 ms after a reset (1), 1 ms after a write while both sensors are off (0.45), 5 ms until the accelerometer has started (3.8) and
  /// 85 until the gyroscope has (80). With SPI the first transfer after a reset is lost: its end brings the chip to SPI. So row 1 is written once
  /// more in the FIFO's part.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.command, Bits.reset, pause: 2)
    case 1: RegisterWrite(Register.fifoContent, 0, pause: 1)
    case 2: RegisterWrite(Register.command, Bits.accelerometerOn, pause: 5)
    case 3: RegisterWrite(Register.command, Bits.gyroscopeOn, pause: 85)
    case 4: RegisterWrite(Register.selfTest, 0)
    case 5: RegisterWrite(Register.accelerometer, Bits.rate100Hz)
    case 6: RegisterWrite(Register.accelerometerRange, Bits.range8g)
    case 7: RegisterWrite(Register.gyroscope, Bits.rate100Hz)
    case 8: RegisterWrite(Register.gyroscopeRange, Bits.range2000)
    default: fifoWrite(index &- 9)
    }
  }

  /// A threshold of 3 · 4 bytes: an interrupt for each sample.
  private func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.fifoContent, 0)
    case 1: RegisterWrite(Register.fifoFilters, Bits.filtered)
    case 2: RegisterWrite(Register.fifoThreshold, 3)
    case 3: RegisterWrite(Register.interruptPin, Bits.outputActiveHigh)
    case 4: RegisterWrite(Register.interruptLatch, 0)
    case 5: RegisterWrite(Register.interruptMap1, Bits.thresholdOnPin1)
    case 6: RegisterWrite(Register.interruptEnable1, Bits.thresholdAndFull)
    case 7: RegisterWrite(Register.command, Bits.flush)
    case 8: RegisterWrite(Register.fifoContent, Bits.bothWithoutHeaders)
    default: .end
    }
  }

  /// The accelerometer alone in its low-power mode, compared with 8/512 of 8 g: 125 mg. In that mode a write needs 0.45 ms after it, so it comes last.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interruptEnable1, 0)
    case 1: RegisterWrite(Register.fifoContent, 0)
    case 2: RegisterWrite(Register.command, Bits.gyroscopeOff, pause: 1)
    case 3: RegisterWrite(Register.accelerometer, Bits.rate25HzSleeping)
    case 4: RegisterWrite(Register.motionDuration, 0)
    case 5: RegisterWrite(Register.motionThreshold, 8)
    case 6: RegisterWrite(Register.interruptMap0, Bits.motionOnPin1)
    case 7: RegisterWrite(Register.interruptEnable0, Bits.motionOfAll)
    case 8: RegisterWrite(Register.command, Bits.accelerometerSleeping)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(Register.fifoContent, Bits.bothWithoutHeaders) }

  /// The accelerometer, pushed in the positive direction with full amplitude. The gyroscope's own test compares within the chip and is not done.
  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    index == 0 ? RegisterWrite(Register.selfTest, Bits.push, pause: 60) : .end
  }

  /// At least 1 g to one side: half of Bosch's least difference between both sides at ±8 g (`BMI160_ACCEL_SELF_TEST_LIMIT` 8,192 counts).
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    SelfTestLimits(least: sensor == .accelerometer ? 4_096 : 0, greatest: .max)
  }

  /// 12 bytes a sample: gyroscope, then accelerometer. The FIFO holds 1,024 bytes, 85 samples: 0.85 s. It is full when the next sample does
  /// not fit. Then its oldest sample is overwritten as a whole; it is emptied, because the number of lost samples is unknown. A frame that
  /// was read in part stays, so an interrupted burst is repeated.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = BusResult.acknowledged
    guard let status = bus.read(Register.interruptStatus1, of: address, &result) else {
      return FIFOReading(result)
    }
    guard status & Bits.fifoFull == 0 else { return .overflowed }
    result = block.fill(2, from: Register.fifoLength, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    let waiting = FIFOBlock.twelfths(
      of: Int(UInt16(bitPattern: block.littleEndian(at: 0)) & 0x7FF))
    return block.take(waiting, from: Register.fifoData, of: address, on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.gyroscopeFirstCounts(at: index)
  }

  /// 23 °C + raw/512. 100/512 = 25/128. Nil while the chip has measured none: 8000.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).flatMap { pair in
      guard pair != 0x8000 else { return nil }
      let raw = Int32(Int16(bitPattern: pair))
      return Int16(truncatingIfNeeded: 2_300 &+ (raw &* 25) &>> 7)
    }
  }
}
