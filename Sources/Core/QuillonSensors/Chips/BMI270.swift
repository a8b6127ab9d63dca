/// Bosch's BMI270, which has to be given a program before it measures.
///
/// Source: boschsensortec/BMI270_SensorAPI, bmi2_defs.h, bmi2.c and bmi270_maximum_fifo.c. Register names are the data sheet's
/// (BST-BMI270-DS000, section 5.2).
public struct BMI270<Configuration: BMI270Configuration>: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x68 }
  public static var identityRegister: UInt8 { BMI270Register.identity }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x24, Configuration.length > 0 else { return nil }
    self.address = address
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "BMI270", period: 10_000, sampleRate: 100, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16384)
  }

  /// The steps that hand over the configuration, 32 bytes each.
  private var chunks: UInt16 { UInt16(truncatingIfNeeded: (Configuration.length &+ 31) &>> 5) }

  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { chunks &+ 11 }
  public var keptSteps: UInt16 { 5 }

  /// After rows 0…2 the configuration is handed over, a row for each 32 bytes; row 4 after them is a check. The pauses: 2 ms after a
  /// reset, 1 ms until registers can be written, 25 ms until the configuration has started (20), 55 ms until the gyroscope has (45). The
  /// sensors are switched on once they are set up, as Bosch's examples demand.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    if index >= 3, index < 3 &+ chunks {
      return RegisterWrite(BMI270Register.initData, UInt8(truncatingIfNeeded: index &- 3))
    }
    return tableWrite(index < 3 ? index : index &- chunks)
  }

  private func tableWrite(_ index: UInt16) -> RegisterWrite {
    typealias Register = BMI270Register
    return switch index {
    case 0: RegisterWrite(Register.command, BMI270Bits.reset, pause: 2)
    case 1: RegisterWrite(Register.powerConfiguration, 0, pause: 1)
    case 2: RegisterWrite(Register.initControl, 0)
    case 3: RegisterWrite(Register.initControl, 1, pause: 25)
    case 4: RegisterWrite(Register.internalStatus, 1)
    case 5: RegisterWrite(Register.accelerometerSelfTest, 0)
    case 6: RegisterWrite(Register.accelerometer, BMI270Bits.accelerometer100Hz)
    case 7: RegisterWrite(Register.accelerometerRange, BMI270Bits.range8g)
    case 8: RegisterWrite(Register.gyroscope, BMI270Bits.gyroscope100Hz)
    case 9: RegisterWrite(Register.gyroscopeRange, BMI270Bits.range2000)
    case 10: RegisterWrite(Register.powerControl, BMI270Bits.allOn, pause: 55)
    case 11: RegisterWrite(Register.fifoContent, 0)
    case 12: RegisterWrite(Register.fifoFilters, BMI270Bits.filtered)
    case 13: RegisterWrite(Register.fifoThreshold0, 12)
    case 14: RegisterWrite(Register.fifoThreshold1, 0)
    case 15: RegisterWrite(Register.fifoMode, 0)
    case 16: RegisterWrite(Register.command, BMI270Bits.flush)
    case 17: RegisterWrite(Register.interruptPin1, BMI270Bits.outputActiveHigh)
    case 18: RegisterWrite(Register.interruptLatch, 0)
    case 19: RegisterWrite(Register.interruptMap, BMI270Bits.thresholdOnPin1)
    case 20: RegisterWrite(Register.fifoContent, BMI270Bits.bothWithoutHeaders)
    default: .end
    }
  }

  /// A row for INIT_DATA hands over the chunk of its number, one for INTERNAL_STATUS compares it. All others write.
  public func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult {
    switch row.register {
    case BMI270Register.initData:
      return hand(chunk: Int(truncatingIfNeeded: row.value), on: &bus)
    case BMI270Register.internalStatus:
      var result = BusResult.acknowledged
      let status = bus.read(row.register, of: address, &result)
      // Bits 3…0: 1 once the configuration runs.
      return status.map { $0 & 0xF == row.value ? .acknowledged : .notAcknowledged } ?? result
    default: return bus.write(row.value, to: row.register, of: address)
    }
  }

  /// Writes 32 bytes of the configuration, or the rest, where the chip expects them: INIT_ADDR counts words of 16 bits, the lower four
  /// bits in INIT_ADDR_0.
  @inline(never)
  private func hand<Bus: SensorBus>(chunk: Int, on bus: inout Bus) -> BusResult {
    let begin = chunk &* 32
    let word = begin &>> 1
    var result = bus.write(
      UInt8(truncatingIfNeeded: word & 0xF), to: BMI270Register.initAddress0, of: address)
    if result == .acknowledged {
      result = bus.write(
        UInt8(truncatingIfNeeded: word &>> 4), to: BMI270Register.initAddress1, of: address)
    }
    guard result == .acknowledged else { return result }
    var bytes = InlineArray<64, UInt8>(repeating: BMI270Register.initData)
    let count = Swift.min(Configuration.length &- begin, 32)
    var index = 0
    while index < count {
      bytes[(index &+ 1) & 63] = Configuration.byte(at: begin &+ index)
      index &+= 1
    }
    return withUnsafeBytes(of: &bytes) { raw in
      raw.withMemoryRebound(to: UInt8.self) {
        bus.write(UnsafeBufferPointer(start: $0.baseAddress, count: count &+ 1), to: address)
      }
    }
  }

  /// None: the small configuration can't detect motion.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite { .end }

  public var mark: RegisterWrite {
    RegisterWrite(BMI270Register.fifoContent, BMI270Bits.bothWithoutHeaders)
  }

  /// The cross-axis sensitivity of the gyroscope's x axis to a rate about z, −64…63, in 1/512: GYR_CAS, 7 bits with a sign (bmi2.c,
  /// `get_gyro_cross_sense`). It is a register of its own with the small configuration, and a feature on page 0 with the large one.
  @inline(never)
  private func readCrossAxis<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> BusResult {
    let isSmall = Configuration.length < 1_024
    var result = BusResult.acknowledged
    if !isSmall { result = bus.write(0, to: BMI270Register.featurePage, of: address) }
    guard result == .acknowledged,
      let raw = bus.read(
        isSmall ? BMI270Register.crossAxis : BMI270Register.crossAxisFeature, of: address, &result)
    else { return result }
    block.crossAxis = Int8(truncatingIfNeeded: raw &<< 1) &>> 1
    return .acknowledged
  }

  /// 12 bytes a sample: gyroscope, then accelerometer. The FIFO holds 2,048 bytes, 1.7 s, or 6 KB, 5.1 s, with the small configuration.
  /// Whole samples are overwritten in a full one, so only the number of lost samples is unknown; it is emptied anyway.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = BusResult.acknowledged
    guard let status = bus.read(BMI270Register.interruptStatus1, of: address, &result) else {
      return FIFOReading(result)
    }
    guard status & BMI270Bits.fifoFull == 0 else { return .overflowed }
    if block.crossAxis == .min {
      result = readCrossAxis(on: &bus, into: &block)
      guard result == .acknowledged else { return FIFOReading(result) }
    }
    result = block.fill(2, from: BMI270Register.fifoLength, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    let waiting = FIFOBlock.twelfths(
      of: Int(UInt16(bitPattern: block.littleEndian(at: 0)) & 0x1FFF))
    return block.take(waiting, from: BMI270Register.fifoData, of: address, on: &bus)
  }

  /// Subtracts from the rate about x its part of the rate about z (bmi2.c, `comp_gyro_cross_axis_sensitivity`), and clamps it. Nil for a
  /// frame that a change of the set-up left without a sample: 7F01 (accelerometer) or 7F02 (gyroscope), 8000, 8000 (bmi2_defs.h,
  /// `BMI2_FIFO_HEADERLESS_DUMMY_ACC` and after it).
  ///
  /// Q6.0 × Q15.0, one term, rounded to zero: at most 2²².
  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    var counts = block.gyroscopeFirstCounts(at: index)
    let (force, rate) = (counts.force, counts.rate)
    guard rate.y != .min || rate.z != .min else { return nil }
    guard force.y != .min || force.z != .min || force.x != 0x7F01 else { return nil }
    let product = Int32(truncatingIfNeeded: block.crossAxis) &* Int32(truncatingIfNeeded: rate.z)
    let part = (product &+ (product &>> 31) & 511) &>> 9
    counts.rate.x = Int16(clamping: Int32(truncatingIfNeeded: rate.x) &- part)
    return counts
  }

  /// The accelerometer at ±16 g, pushed in the positive direction with full amplitude. The gyroscope's own test needs the large
  /// configuration.
  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(BMI270Register.accelerometerRange, BMI270Bits.range16g)
    case 1: RegisterWrite(BMI270Register.accelerometerSelfTest, 0x0D, pause: 60)
    default: .end
    }
  }

  /// At least 8 g (x), 7.5 g (y) and 5 g (z) to one side: half of Bosch's least difference between both sides (bmi2_defs.h,
  /// `BMI2_ST_ACC_X_SIG_MIN_DIFF` 16,000 mg, y −15,000, z 10,000), in counts of 1/2,048 g. What was measured at rest was at ±8 g, which makes
  /// an error of 1 g at most; as much is granted.
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    guard sensor == .accelerometer else { return SelfTestLimits(least: 0, greatest: .max) }
    let least: Int32 = axis == 0 ? 14_336 : axis == 1 ? 13_312 : 8_192
    return SelfTestLimits(least: least, greatest: .max)
  }

  /// 23 °C + raw/512. 100/512 = 25/128. Nil while the chip has measured none: 8000.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(BMI270Register.temperature, of: address).flatMap { pair in
      guard pair != 0x8000 else { return nil }
      let raw = Int32(Int16(bitPattern: pair))
      return Int16(truncatingIfNeeded: 2_300 &+ (raw &* 25) &>> 7)
    }
  }
}

enum BMI270Register {
  /// CHIP_ID.
  static let identity: UInt8 = 0x00
  /// INT_STATUS_1. Reading it clears it.
  static let interruptStatus1: UInt8 = 0x1D
  /// GYR_CAS of the small configuration.
  static let crossAxis: UInt8 = 0x1E
  /// INTERNAL_STATUS.
  static let internalStatus: UInt8 = 0x21
  /// TEMPERATURE_0.
  static let temperature: UInt8 = 0x22
  /// FIFO_LENGTH_0.
  static let fifoLength: UInt8 = 0x24
  /// FIFO_DATA.
  static let fifoData: UInt8 = 0x26
  /// FEAT_PAGE.
  static let featurePage: UInt8 = 0x2F
  /// GYR_CAS of the large configuration, on page 0.
  static let crossAxisFeature: UInt8 = 0x3C
  /// ACC_CONF and ACC_RANGE.
  static let accelerometer: UInt8 = 0x40
  static let accelerometerRange: UInt8 = 0x41
  /// GYR_CONF and GYR_RANGE.
  static let gyroscope: UInt8 = 0x42
  static let gyroscopeRange: UInt8 = 0x43
  /// FIFO_DOWNS.
  static let fifoFilters: UInt8 = 0x45
  /// FIFO_WTM_0 and FIFO_WTM_1, in bytes.
  static let fifoThreshold0: UInt8 = 0x46
  static let fifoThreshold1: UInt8 = 0x47
  /// FIFO_CONFIG_0: neither stop when full nor sensor time.
  static let fifoMode: UInt8 = 0x48
  /// FIFO_CONFIG_1.
  static let fifoContent: UInt8 = 0x49
  /// INT1_IO_CTRL.
  static let interruptPin1: UInt8 = 0x53
  /// INT_LATCH.
  static let interruptLatch: UInt8 = 0x55
  /// INT_MAP_DATA.
  static let interruptMap: UInt8 = 0x58
  /// INIT_CTRL.
  static let initControl: UInt8 = 0x59
  /// INIT_ADDR_0 and INIT_ADDR_1.
  static let initAddress0: UInt8 = 0x5B
  static let initAddress1: UInt8 = 0x5C
  /// INIT_DATA.
  static let initData: UInt8 = 0x5E
  /// ACC_SELF_TEST: enable in bit 0, sign in 2, amplitude in 3.
  static let accelerometerSelfTest: UInt8 = 0x6D
  /// PWR_CONF.
  static let powerConfiguration: UInt8 = 0x7C
  /// PWR_CTRL.
  static let powerControl: UInt8 = 0x7D
  /// CMD.
  static let command: UInt8 = 0x7E
}

enum BMI270Bits {
  /// CMD: softreset.
  static let reset: UInt8 = 0xB6
  /// CMD: fifo_flush.
  static let flush: UInt8 = 0xB0
  /// PWR_CTRL: gyroscope, accelerometer, temperature.
  static let allOn: UInt8 = 0x0E
  /// ACC_CONF: 100 Hz, bandwidth "normal", filter of high performance.
  static let accelerometer100Hz: UInt8 = 0xA8
  /// ACC_RANGE: ±8 g.
  static let range8g: UInt8 = 2
  /// ACC_RANGE: ±16 g.
  static let range16g: UInt8 = 3
  /// GYR_CONF: 100 Hz, bandwidth "normal", noise and filter of high performance.
  static let gyroscope100Hz: UInt8 = 0xE8
  /// GYR_RANGE: ±2000°/s.
  static let range2000: UInt8 = 0
  /// FIFO_DOWNS: filtered data of both, every sample.
  static let filtered: UInt8 = 0x88
  /// FIFO_CONFIG_1: FIFO_GYR_EN and FIFO_ACC_EN, no headers.
  static let bothWithoutHeaders: UInt8 = 0xC0
  /// INT1_IO_CTRL: output, push-pull, active high.
  static let outputActiveHigh: UInt8 = 0x0A
  /// INT_MAP_DATA: FWM_INT1.
  static let thresholdOnPin1: UInt8 = 0x02
  /// INT_STATUS_1: FFULL_INT.
  static let fifoFull: UInt8 = 0x01
}
