/// ST's LSM6DSOX, whose FIFO tags each word with its sensor, and its relatives: LSM6DSO and LSM6DSO32, which have its identity, and
/// ISM330DHCX, LSM6DSR and LSM6DSRX, which have another, 6B, and the same registers for all that is done here.
///
/// An LSM6DSO32 has twice the range at the same setting, ±16 g (adafruit/Adafruit_LSM6DS, Adafruit_LSM6DSO32.h), and no register that
/// identifies it. Gravity does: a chip that measures half of it in seven looks at rest, within 1.2 s, is one.
///
/// Sources: STMicroelectronics/lsm6dsox-pid, lsm6dsox_reg.h and .c; for 6B ism330dhcx-pid, ism330dhcx_reg.h, lsm6dsr-pid, lsm6dsr_reg.h, and
/// torvalds/linux, st_lsm6dsx_core.c.
public struct LSM6DSOX: LSM6Chip {
  public let address: UInt8
  /// Detects an LSM6DSO32; off for an ISM330DHCX.
  private var half: HalfOfGravity

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x6C || identity == 0x6B else { return nil }
    self.address = address
    half = HalfOfGravity(isLooking: identity == 0x6C)
  }

  enum Register {
    /// CTRL9_XL.
    static let control9: UInt8 = 0x18
  }

  enum Bits {
    /// BDR_GY 4 and BDR_XL 4: 104 Hz both.
    static let batch104Hz: UInt8 = 0x44
    /// CTRL9_XL: I3C_disable in bit 1, which an ISM330DHCX calls DEVICE_CONF and always needs; DEN_X, DEN_Y and DEN_Z as after a reset.
    static let noI3C: UInt8 = 0xE2
  }

  public var facts: ChipFacts {
    half.isFound
      ? ChipFacts(
        name: "LSM6DSO32", period: 9_615, sampleRate: 104, forceRange: 16,
        forceStep: SensorStep.milligravity0488, rateStep: SensorStep.millidegree70)
      : ChipFacts(
        name: half.isOff ? "ISM330DHCX" : "LSM6DSOX", period: 9_615, sampleRate: 104,
        forceStep: SensorStep.milligravity0244, rateStep: SensorStep.millidegree70)
  }

  public mutating func revisesFacts(_ counts: SensorCounts) -> Bool { half.revises(counts) }

  /// 50 mg (ST's lsm6dsox_self_test.c); 90 mg of an ISM330DHCX (ism330dhcx_self_test.c), but 40 mg of an LSM6DSRX (lsm6dsrx_self_test.c), so
  /// 40 mg are enough for 6B.
  var leastSelfTest: Int32 { half.isOff ? 164 : 205 }

  public var firstStepAfterReset: UInt16 { 3 }
  public var firstStepOfFIFO: UInt16 { 8 }

  /// A chip whose INT1 is high at a reset switches to I3C, and answers no more until it loses its supply (zephyrproject-rtos/zephyr#38902).
  /// This happens when the board restarts while samples wait. So the pin is set low and I3C switched off before the reset and after it,
  /// as zephyr's lsm6dso.c does.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.interrupt1, 0)
    case 1, 3: RegisterWrite(Register.control9, Bits.noI3C)
    case 2: commonWrite(0)
    default: commonWrite(index &- 3)
    }
  }

  func fifoWrite(_ index: UInt16) -> RegisterWrite {
    taggedFIFOWrite(index, rates: Bits.batch104Hz)
  }

  /// 14 bytes a sample. The FIFO holds 512 words: 2.4 s.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    block.readTagged(LSM6Register.fifoStatus, level: 0x3FF, of: address, on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.taggedCounts(at: index)
  }
}
