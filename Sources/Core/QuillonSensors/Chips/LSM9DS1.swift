/// ST's LSM9DS1.
///
/// Sources: STMicroelectronics/lsm9ds1-pid, lsm9ds1_reg.h and .c; the scale of 70 m°/s is torvalds/linux's, st_lsm6dsx_core.c
/// (Arduino_LSM9DS1 uses 61). Its FIFO holds 32 samples: 269 ms.
public struct LSM9DS1: RegisterChip {
  public let address: UInt8

  public static var lowerAddress: UInt8 { 0x6A }
  public static var identityRegister: UInt8 { Register.identity }

  public init?(address: UInt8, identity: UInt8) {
    guard identity == 0x68 else { return nil }
    self.address = address
  }

  enum Register {
    /// INT_GEN_CFG_XL.
    static let motionAxes: UInt8 = 0x06
    /// INT_GEN_THS_X_XL, and y and z after it: 1/256 of the range a count.
    static let motionThreshold: UInt8 = 0x07
    /// INT1_CTRL.
    static let interrupt1: UInt8 = 0x0C
    /// WHO_AM_I.
    static let identity: UInt8 = 0x0F
    /// CTRL_REG1_G: ODR_G in bits 7…5, FS_G in 4…3.
    static let gyroscope: UInt8 = 0x10
    /// OUT_TEMP_L.
    static let temperature: UInt8 = 0x15
    /// OUT_X_L_G.
    static let gyroscopeData: UInt8 = 0x18
    /// CTRL_REG6_XL: ODR_XL in bits 7…5, FS_XL in 4…3.
    static let accelerometer: UInt8 = 0x20
    /// CTRL_REG7_XL.
    static let accelerometerFilter: UInt8 = 0x21
    /// CTRL_REG8.
    static let control8: UInt8 = 0x22
    /// CTRL_REG9.
    static let control9: UInt8 = 0x23
    /// CTRL_REG10.
    static let selfTest: UInt8 = 0x24
    /// OUT_X_L_XL.
    static let accelerometerData: UInt8 = 0x28
    /// FIFO_CTRL: FMODE in bits 7…5, FTH in 4…0.
    static let fifoControl: UInt8 = 0x2E
    /// FIFO_SRC.
    static let fifoStatus: UInt8 = 0x2F
  }

  enum Bits {
    /// CTRL_REG8: SW_RESET and IF_ADD_INC.
    static let reset: UInt8 = 0x05
    /// CTRL_REG8: BDU and IF_ADD_INC.
    static let blockUpdate: UInt8 = 0x44
    /// CTRL_REG1_G: 119 Hz, ±2000°/s. CTRL_REG6_XL: 119 Hz, ±8 g.
    static let rate119Hz: UInt8 = 0x78
    /// CTRL_REG6_XL: 10 Hz, ±8 g.
    static let rate10Hz: UInt8 = 0x38
    /// CTRL_REG9: FIFO_EN.
    static let fifoOn: UInt8 = 0x02
    /// FIFO_CTRL: FMODE 6, continuous, threshold 1.
    static let continuous: UInt8 = 0xC1
    /// FIFO_SRC: OVRN.
    static let overrun: UInt8 = 0x40
    /// INT1_CTRL: INT1_FTH.
    static let fifoThreshold: UInt8 = 0x08
    /// INT1_CTRL: INT1_IG_XL.
    static let motion: UInt8 = 0x40
    /// INT_GEN_CFG_XL: above the threshold on any axis.
    static let anyAxisHigh: UInt8 = 0x2A
    /// CTRL_REG7_XL: HPIS1, the high-pass before the comparison.
    static let highPass: UInt8 = 0x01
    /// CTRL_REG10: ST_G and ST_XL.
    static let selfTest: UInt8 = 0x05
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: "LSM9DS1", period: 8_403, sampleRate: 119, forceStep: SensorStep.milligravity0244,
      rateStep: SensorStep.millidegree70)
  }

  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { 7 }
  public var keptSteps: UInt16 { 2 }

  public var magnetometer: Magnetometer? { Magnetometer(kind: .lsm9ds1, bypass: .end) }

  /// The pauses: 10 ms after a reset, 80 ms until the gyroscope has started.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.control8, Bits.reset, pause: 10)
    case 1: RegisterWrite(Register.control8, Bits.blockUpdate)
    case 2: RegisterWrite(Register.motionAxes, 0)
    case 3: RegisterWrite(Register.accelerometerFilter, 0)
    case 4: RegisterWrite(Register.selfTest, 0)
    case 5: RegisterWrite(Register.accelerometer, Bits.rate119Hz)
    case 6: RegisterWrite(Register.gyroscope, Bits.rate119Hz, pause: 80)
    case 7: RegisterWrite(Register.fifoControl, 0)
    case 8: RegisterWrite(Register.control9, Bits.fifoOn)
    case 9: RegisterWrite(Register.fifoControl, Bits.continuous)
    case 10: RegisterWrite(Register.interrupt1, Bits.fifoThreshold)
    default: .end
    }
  }

  /// The accelerometer alone at 10 Hz, compared with 4/256 of 8 g: 125 mg.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interrupt1, 0)
    case 1: RegisterWrite(Register.fifoControl, 0)
    case 2: RegisterWrite(Register.gyroscope, 0)
    case 3: RegisterWrite(Register.accelerometer, Bits.rate10Hz)
    case 4: RegisterWrite(Register.accelerometerFilter, Bits.highPass)
    case 5: RegisterWrite(Register.motionThreshold, 4)
    case 6: RegisterWrite(Register.motionThreshold &+ 1, 4)
    case 7: RegisterWrite(Register.motionThreshold &+ 2, 4)
    case 8: RegisterWrite(Register.motionAxes, Bits.anyAxisHigh)
    case 9: RegisterWrite(Register.interrupt1, Bits.motion)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(Register.gyroscope, Bits.rate119Hz) }

  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    index == 0 ? RegisterWrite(Register.selfTest, Bits.selfTest, pause: 100) : .end
  }

  /// 70 to 1,500 mg and 150 to 1,000°/s (data sheet, tables 3 and 4), in counts of 0.244 mg and 70 m°/s.
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    sensor == .accelerometer
      ? SelfTestLimits(least: 287, greatest: 6_148)
      : SelfTestLimits(least: 2_143, greatest: 14_286)
  }

  /// A sample is two readings of six bytes, one a sensor: each removes its sensor's oldest entry. After an overrun the FIFO is emptied.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = BusResult.acknowledged
    guard let status = bus.read(Register.fifoStatus, of: address, &result) else {
      return FIFOReading(result)
    }
    guard status & Bits.overrun == 0 else { return .overflowed }
    let waiting = Int(status & 0x3F)
    let taken = Swift.min(waiting, 10)
    var index = 0
    while index < taken &* 12 {
      result = block.fill(6, at: index, from: Register.gyroscopeData, of: address, on: &bus)
      guard result == .acknowledged else { return FIFOReading(result) }
      result = block.fill(
        6, at: index &+ 6, from: Register.accelerometerData, of: address, on: &bus)
      guard result == .acknowledged else { return FIFOReading(result) }
      index &+= 12
    }
    (block.count, block.left) = (taken, waiting &- taken)
    return .samples
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    let counts = block.gyroscopeFirstCounts(at: index)
    return SensorCounts(
      force: Self.rightHanded(counts.force), rate: Self.rightHanded(counts.rate))
  }

  /// Counts along (−y, −x, z) of the chip, clamped. The chip's own axes form a left-handed system, and both sensors count along them:
  /// richardstechnotes/RTIMULib2 (RTIMULSM9DS1.cpp) and ArduPilot/ardupilot (AP_InertialSensor_LSM9DS1.cpp) negate z of both. Of the
  /// right-handed systems this is the one in which arduino-libraries/Arduino_BMI270_BMM150 treats the second revision of the Nano 33
  /// BLE as the first one, which carries this chip.
  @inline(never)
  private static func rightHanded(_ counts: SensorCounts.Axes) -> SensorCounts.Axes {
    SensorCounts.Axes(0 &- max(counts.y, -.max), 0 &- max(counts.x, -.max), counts.z)
  }

  /// 25 °C + raw/16. 100/16 = 25/4.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).map { pair in
      let raw = Int32(Int16(bitPattern: pair))
      return Int16(truncatingIfNeeded: 2_500 &+ (raw &* 25) &>> 2)
    }
  }
}
