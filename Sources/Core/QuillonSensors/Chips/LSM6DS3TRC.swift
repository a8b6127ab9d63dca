/// ST's LSM6DS3TR-C, whose FIFO has no tags: gyroscope, then accelerometer. The older LSM6DS3 and LSM6DS33, identity 69, have the same
/// registers for all that is done here.
///
/// Sources: STMicroelectronics/lsm6ds3tr-c-pid, lsm6ds3tr-c_reg.h and .c; for 69 torvalds/linux, st_lsm6dsx_core.c.
public struct LSM6DS3TRC: LSM6Chip {
  public let address: UInt8

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x6A || identity == 0x69 else { return nil }
    self.address = address
  }

  enum Register {
    /// FIFO_CTRL1: FTH, bits 7…0 of the threshold in numbers of 16 bits.
    static let threshold: UInt8 = 0x06
    /// FIFO_CTRL2: bits 10…8 of the threshold.
    static let control2: UInt8 = 0x07
    /// FIFO_CTRL3: DEC_FIFO_GYRO in bits 5…3, DEC_FIFO_XL in 2…0.
    static let decimation: UInt8 = 0x08
    /// FIFO_CTRL4: the decimation of the third and fourth data set.
    static let control4: UInt8 = 0x09
    /// FIFO_DATA_OUT_L.
    static let data: UInt8 = 0x3E
  }

  enum Bits {
    /// Both sensors, each sample.
    static let noDecimation: UInt8 = 0x09
    /// ODR_FIFO 4 in bits 6…3: 104 Hz.
    static let fifo104Hz: UInt8 = 0x20
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "LSM6DS3TR-C", period: 9_615, sampleRate: 104,
      forceStep: SensorStep.milligravity0244, rateStep: SensorStep.millidegree70)
  }

  /// The gyroscope of an LSM6DS3 changes by 250°/s at least; from 150 on is accepted of it as well.
  var leastSelfTest: Int32 { 369 }

  /// A threshold of six numbers: an interrupt for each sample.
  func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(LSM6Register.fifoMode, 0)
    case 1: RegisterWrite(Register.threshold, 6)
    case 2: RegisterWrite(Register.control2, 0)
    case 3: RegisterWrite(Register.decimation, Bits.noDecimation)
    case 4: RegisterWrite(Register.control4, 0)
    case 5: RegisterWrite(LSM6Register.fifoMode, Bits.fifo104Hz | LSM6Bits.continuous)
    case 6: RegisterWrite(LSM6Register.interrupt1, LSM6Bits.fifoThreshold)
    default: .end
    }
  }

  /// 12 bytes a sample. The FIFO holds 4,096 bytes: 3.2 s; that of an LSM6DS3 8,192, so DIFF_FIFO has a bit more there. FIFO_PATTERN
  /// indicates which number comes next; if it is not the first one of a sample, the FIFO is restarted, as after an overrun.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    let asked = block.fill(4, from: LSM6Register.fifoStatus, of: address, on: &bus)
    guard asked == .acknowledged else { return FIFOReading(asked) }
    let level = Int(UInt16(bitPattern: block.littleEndian(at: 0)) & 0xFFF)
    let isMisaligned = block[2] | block[3] & 3 != 0 && level > 0
    guard block[1] & LSM6Bits.overrun == 0, !isMisaligned else { return .overflowed }
    let waiting = FIFOBlock.twelfths(of: level &* 2)
    return block.take(waiting, from: Register.data, of: address, on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.gyroscopeFirstCounts(at: index)
  }
}
