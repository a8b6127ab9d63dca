/// ST's LSM6DSOX, whose FIFO tags each word with its sensor, and its relatives: LSM6DSO and LSM6DSO32, which have its identity, and
/// ISM330DHCX, LSM6DSR and LSM6DSRX, which have another, 6B, and the same registers for all that is done here.
///
/// An LSM6DSO32 has twice the range at the same setting, ±16 g (adafruit/Adafruit_LSM6DS, Adafruit_LSM6DSO32.h), and no register that
/// tells it. So gravity does: a chip that measures half of it in seven looks at rest, within 1.2 s, is one.
///
/// Sources: STMicroelectronics/lsm6dsox-pid, lsm6dsox_reg.h and .c; for 6B ism330dhcx-pid, ism330dhcx_reg.h, lsm6dsr-pid, lsm6dsr_reg.h, and
/// torvalds/linux, st_lsm6dsx_core.c.
public struct LSM6DSOX: LSM6Chip {
  public let address: UInt8
  /// Looks in a row with half of gravity at rest; `enough` once the chip is known as an LSM6DSO32, `other` of an ISM330DHCX, always.
  private var halves: UInt8

  /// How many looks in a row are enough.
  private static var enough: UInt8 { 7 }
  /// What no number of looks is.
  private static var other: UInt8 { 8 }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x6C || identity == 0x6B else { return nil }
    self.address = address
    halves = identity == 0x6C ? 0 : Self.other
  }

  enum Register {
    /// FIFO_CTRL1: WTM, bits 7…0 of the threshold in words.
    static let threshold: UInt8 = 0x07
    /// FIFO_CTRL2: STOP_ON_WTM, compression, bit 8 of the threshold.
    static let control2: UInt8 = 0x08
    /// FIFO_CTRL3: BDR_GY in bits 7…4, BDR_XL in 3…0.
    static let batchRates: UInt8 = 0x09
    /// CTRL9_XL.
    static let control9: UInt8 = 0x18
    /// FIFO_DATA_OUT_TAG, and six registers of data after it.
    static let data: UInt8 = 0x78
  }

  enum Bits {
    /// BDR_GY 4 and BDR_XL 4: 104 Hz both.
    static let batch104Hz: UInt8 = 0x44
    /// FIFO_STATUS2: FIFO_OVR_LATCHED.
    static let overrunLatched: UInt8 = 0x08
    /// CTRL9_XL: I3C_disable in bit 1, which an ISM330DHCX calls DEVICE_CONF and always wants; DEN_X, DEN_Y and DEN_Z as after a reset.
    static let noI3C: UInt8 = 0xE2
    /// TAG_PARITY in bit 0 of the tag. TAG_CNT in bits 2…1 numbers the time slots.
    static let parity: UInt8 = 0x01
    /// What differs between the tags of both sensors.
    static let otherSensor: UInt8 = (gyroscopeTag ^ accelerometerTag) &<< 3
    /// TAG_SENSOR of the gyroscope, in bits 7…3 of the tag.
    static let gyroscopeTag: UInt8 = 1
    /// TAG_SENSOR of the accelerometer.
    static let accelerometerTag: UInt8 = 2
  }

  private var hasDoubleRange: Bool { halves == Self.enough }

  public var facts: ChipFacts {
    ChipFacts(
      name: name, period: 9_615, sampleRate: 104,
      forceRange: hasDoubleRange ? 16 : 8,
      forceStep: hasDoubleRange ? SensorStep.milligravity0488 : SensorStep.milligravity0244,
      rateStep: SensorStep.millidegree70)
  }

  private var name: StaticString {
    halves == Self.other ? "ISM330DHCX" : hasDoubleRange ? "LSM6DSO32" : "LSM6DSOX"
  }

  /// Half of gravity is 2,049 counts; 10 % more or less are allowed. Rest is less than 10°/s about each axis, 143 counts.
  ///
  /// Q15.0 × Q15.0 → Q32.0, 3 terms, exact: 3 · 2³⁰ is below 2³².
  public mutating func revisesFacts(_ counts: SensorCounts) -> Bool {
    guard halves < Self.enough else { return false }
    let squares =
      Self.square(counts.force.x) &+ Self.square(counts.force.y) &+ Self.square(counts.force.z)
    let isHalf = squares >= 1_844 * 1_844 && squares <= 2_254 * 2_254
    let rate = counts.rate
    let isAtRest =
      Self.square(rate.x) < 143 * 143 && Self.square(rate.y) < 143 * 143
      && Self.square(rate.z) < 143 * 143
    halves = isHalf && isAtRest ? halves &+ 1 : 0
    return hasDoubleRange
  }

  private static func square(_ count: Int16) -> UInt32 {
    let count = Int32(truncatingIfNeeded: count)
    return UInt32(bitPattern: count &* count)
  }

  /// 50 mg (ST's lsm6dsox_self_test.c); 90 mg of an ISM330DHCX (ism330dhcx_self_test.c), but 40 mg of an LSM6DSRX (lsm6dsrx_self_test.c), so
  /// 40 mg are enough for 6B.
  var leastSelfTest: Int32 { halves == Self.other ? 164 : 205 }

  public var firstStepAfterReset: UInt16 { 3 }
  public var firstStepOfFIFO: UInt16 { 10 }

  /// A chip whose INT1 is high at a reset goes over to I3C and answers no more until it has no supply (zephyrproject-rtos/zephyr#38902). That is so
  /// when the board starts anew while samples wait. So the pin is taken down and I3C switched off before the reset and after it, as
  /// zephyr's lsm6dso.c does.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.interrupt1, 0)
    case 1, 3: RegisterWrite(Register.control9, Bits.noI3C)
    case 2: commonWrite(0)
    default: commonWrite(index &- 3)
    }
  }

  /// A threshold of two words: an interrupt for each sample.
  func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.fifoMode, 0)
    case 1: RegisterWrite(Register.threshold, 2)
    case 2: RegisterWrite(Register.control2, 0)
    case 3: RegisterWrite(Register.batchRates, Bits.batch104Hz)
    case 4: RegisterWrite(LSM6Register.fifoMode, LSM6Bits.continuous)
    case 5: RegisterWrite(LSM6Register.interrupt1, LSM6Bits.fifoThreshold)
    default: .end
    }
  }

  /// 14 bytes a sample: two words of tag, x, y, z. The FIFO holds 512 words: 2.4 s. Two words of one sensor in a row, or of two time slots, mean
  /// that one was lost between them, so the FIFO is started anew, as after an overrun.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    let asked = block.fill(2, from: LSM6Register.fifoStatus, of: address, on: &bus)
    guard asked == .acknowledged else { return FIFOReading(asked) }
    guard block[1] & (LSM6Bits.overrun | Bits.overrunLatched) == 0 else {
      return .overflowed
    }
    let waiting = Int(UInt16(bitPattern: block.littleEndian(at: 0)) & 0x3FF) &>> 1
    let taken = Swift.min(waiting, 9)
    let result = block.fill(taken &* 14, from: Register.data, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    var index = 0
    while index < taken {
      // Of one time slot, the two tags differ in their sensor alone, and in their parity.
      let first = block[index &* 14]
      guard (first ^ block[index &* 14 &+ 7]) & ~Bits.parity == Bits.otherSensor,
        first &>> 3 == Bits.gyroscopeTag || first &>> 3 == Bits.accelerometerTag
      else { return .overflowed }
      index &+= 1
    }
    (block.count, block.left) = (taken, waiting &- taken)
    return .samples
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    let first = index &* 14
    let isGyroscopeFirst = block[first] &>> 3 == Bits.gyroscopeTag
    return SensorCounts(
      force: block.axes(at: first &+ (isGyroscopeFirst ? 8 : 1), isBigEndian: false),
      rate: block.axes(at: first &+ (isGyroscopeFirst ? 1 : 8), isBigEndian: false))
  }
}
