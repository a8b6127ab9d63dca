/// TDK InvenSense's MPU-6050, MPU-6500 and MPU-9250, and the relatives and clones of both.
///
/// Sources: jrowberg/i2cdevlib, MPU6050.h, after the register map RM-MPU-6000A-00, whose sections are given; torvalds/linux,
/// inv_mpu_iio.h, for the MPU-6500, and inv_mpu_core.c, reg_set_6500, for its relatives, and inv_icm20602_scan_masks and
/// m5stack/M5StickC-Plus, MPU6886.cpp, for those with the temperature in each sample. Their registers differ in two that this driver
/// writes to both: 1D filters the accelerometer of an MPU-6500 and is a threshold of an MPU-6050 that nothing uses.
public struct MPU6050: RegisterChip {
  /// Which of the family it is.
  enum Variant: Sendable {
    /// An MPU-6050, or a clone of it.
    case mpu6050
    /// An MPU-6500, or what has its registers and its FIFO.
    case mpu6500
    /// An MPU-9250 or MPU-9255: an MPU-6500 with a magnetometer.
    case mpu9250
    /// An ICM-20608, or what has its registers: an MPU-6500 with another thermometer and another detector of motion.
    case icm20608
    /// An ICM-20602, or what has its registers: an ICM-20608 whose FIFO holds the temperature with each sample.
    case icm20602

    /// By WHO_AM_I: 68 the MPU-6050; 70 the MPU-6500, 71 MPU-9250, 73 MPU-9255, 74 MPU-6515, and 72, 75 and 78 clones; 98 ICM-20689, A9
    /// IAM-20680, AE ICM-20608-D, AF ICM-20608-G; 11 ICM-20600, 12 ICM-20602, 19 MPU-6886.
    init?(identity: UInt8) {
      switch identity {
      case 0x68: self = .mpu6050
      case 0x71, 0x73: self = .mpu9250
      case 0x70...0x75, 0x78: self = .mpu6500
      case 0x98, 0xA9, 0xAE, 0xAF: self = .icm20608
      case 0x11, 0x12, 0x19: self = .icm20602
      default: return nil
      }
    }
  }

  public let address: UInt8
  let variant: Variant

  public static var lowerAddress: UInt8 { 0x68 }
  public static var identityRegister: UInt8 { Register.identity }
  /// USER_CTRL: I2C_IF_DIS.
  public static var withoutI2C: RegisterWrite { RegisterWrite(Register.userControl, 0x10) }

  public init?(address: UInt8, identity: UInt8) {
    guard let variant = Variant(identity: identity) else { return nil }
    self.address = address
    self.variant = variant
  }

  enum Register {
    /// SMPLRT_DIV, section 4.4.
    static let sampleRateDivider: UInt8 = 0x19
    /// CONFIG, 4.5: DLPF_CFG in bits 2…0.
    static let filter: UInt8 = 0x1A
    /// GYRO_CONFIG, 4.6: self-test in bits 7…5, FS_SEL in 4…3.
    static let gyroscope: UInt8 = 0x1B
    /// ACCEL_CONFIG, 4.7: self-test in bits 7…5, AFS_SEL in 4…3.
    static let accelerometer: UInt8 = 0x1C
    /// ACCEL_CONFIG_2 of the MPU-6500: A_DLPF_CFG in bits 2…0.
    static let accelerometerFilter: UInt8 = 0x1D
    /// LP_ACCEL_ODR of the MPU-6500. A duration of an MPU-6050 that nothing uses.
    static let motionRate: UInt8 = 0x1E
    /// MOT_THR (WOM_THR of the MPU-6500).
    static let motionThreshold: UInt8 = 0x1F
    /// MOT_DUR.
    static let motionDuration: UInt8 = 0x20
    /// FIFO_EN, 4.9.
    static let fifoContent: UInt8 = 0x23
    /// INT_PIN_CFG, 4.18: 0 is a pulse of 50 µs, active high, push-pull.
    static let interruptPin: UInt8 = 0x37
    /// INT_ENABLE, 4.19.
    static let interruptEnable: UInt8 = 0x38
    /// INT_STATUS, 4.20. Reading it clears it.
    static let interruptStatus: UInt8 = 0x3A
    /// TEMP_OUT_H, 4.22.
    static let temperature: UInt8 = 0x41
    /// MOT_DETECT_CTRL (ACCEL_INTEL_CTRL of the MPU-6500).
    static let motionControl: UInt8 = 0x69
    /// USER_CTRL, 4.31.
    static let userControl: UInt8 = 0x6A
    /// PWR_MGMT_1, 4.32.
    static let power1: UInt8 = 0x6B
    /// PWR_MGMT_2, 4.33.
    static let power2: UInt8 = 0x6C
    /// FIFO_COUNT_H, 4.34.
    static let fifoCount: UInt8 = 0x72
    /// FIFO_R_W, 4.35.
    static let fifoData: UInt8 = 0x74
    /// WHO_AM_I, 4.36.
    static let identity: UInt8 = 0x75
  }

  enum Bits {
    /// DLPF_CFG 3: 44 Hz of the accelerometer, 42 Hz of the gyroscope, 1 kHz inside.
    static let filter42Hz: UInt8 = 3
    /// 1 kHz / (1 + 9) = 100 Hz.
    static let divider100Hz: UInt8 = 9
    /// FS_SEL 3: ±2000°/s.
    static let range2000: UInt8 = 0x18
    /// AFS_SEL 2: ±8 g.
    static let range8g: UInt8 = 0x10
    /// FIFO_EN: XG, YG, ZG and ACCEL.
    static let allSixAxes: UInt8 = 0x78
    /// FIFO_EN of an ICM-20602: GYRO and ACCEL. The temperature comes with either.
    static let allSixAxesAndTemperature: UInt8 = 0x18
    /// USER_CTRL: FIFO_EN.
    static let fifoOn: UInt8 = 0x40
    /// USER_CTRL: FIFO_RESET. It clears itself, and works while FIFO_EN is 0.
    static let fifoReset: UInt8 = 0x04
    /// INT_ENABLE: DATA_RDY_EN.
    static let dataReady: UInt8 = 0x01
    /// INT_ENABLE: MOT_EN (WOM_INT_EN of the MPU-6500).
    static let motion: UInt8 = 0x40
    /// INT_STATUS: FIFO_OFLOW_INT.
    static let overflow: UInt8 = 0x10
    /// PWR_MGMT_1: DEVICE_RESET.
    static let reset: UInt8 = 0x80
    /// PWR_MGMT_1: CLKSEL 1, the gyroscope's oscillator, awake.
    static let awake: UInt8 = 0x01
    /// PWR_MGMT_1: CYCLE. Wakes up for single samples of the accelerometer.
    static let cycle: UInt8 = 0x20
    /// LP_ACCEL_ODR 7: 31 Hz.
    static let rate31Hz: UInt8 = 7
    /// GYRO_CONFIG and ACCEL_CONFIG: the self-test of x, y and z.
    static let selfTest: UInt8 = 0xE0
    /// PWR_MGMT_2: LP_WAKE_CTRL 2, 20 times a second, and the gyroscope in standby.
    static let accelerometerAlone: UInt8 = 0x87
    /// INT_PIN_CFG: I2C_BYPASS_EN.
    static let bypass: UInt8 = 0x02
  }

  // Inlined, because a sample needs the other facts and not the name.
  @inline(__always)
  public var facts: ChipFacts {
    ChipFacts(
      name: name, period: 10_000, sampleRate: 100, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16400)
  }

  private var name: StaticString {
    switch variant {
    case .mpu6050: "MPU-6050"
    case .mpu6500: "MPU-6500"
    case .mpu9250: "MPU-9250"
    case .icm20608: "ICM-20608"
    case .icm20602: "ICM-20602"
    }
  }

  /// True if the FIFO holds the temperature with each sample.
  private var hasTemperature: Bool { variant == .icm20602 }

  public var magnetometer: Magnetometer? {
    guard variant == .mpu9250 else { return nil }
    return Magnetometer(kind: .ak8963, bypass: RegisterWrite(Register.interruptPin, Bits.bypass))
  }

  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { 11 }
  public var keptSteps: UInt16 { 4 }

  /// The pauses: 100 ms after a reset, 70 ms until the gyroscope has started: linux gives it 60 ms and drops its first sample.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.power1, Bits.reset, pause: 100)
    case 1: RegisterWrite(Register.power1, Bits.awake)
    case 2: RegisterWrite(Register.power2, 0, pause: 70)
    case 3: RegisterWrite(Register.userControl, 0)
    case 4: RegisterWrite(Register.interruptPin, 0)
    case 5: RegisterWrite(Register.motionControl, 0)
    case 6: RegisterWrite(Register.accelerometerFilter, Bits.filter42Hz)
    case 7: RegisterWrite(Register.filter, Bits.filter42Hz)
    case 8: RegisterWrite(Register.sampleRateDivider, Bits.divider100Hz)
    case 9: RegisterWrite(Register.gyroscope, Bits.range2000)
    case 10: RegisterWrite(Register.accelerometer, Bits.range8g)
    case 11: mark
    case 12: RegisterWrite(Register.userControl, Bits.fifoReset)
    case 13: RegisterWrite(Register.userControl, Bits.fifoOn)
    case 14: RegisterWrite(Register.interruptEnable, Bits.dataReady)
    default: .end
    }
  }

  /// Wakes up 20 times a second (31 of an MPU-6500) and compares with 0.1 g. The ICM-206xx detect motion by other registers and have no rows.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    guard variant != .icm20608, variant != .icm20602 else { return .end }
    return switch index {
    case 0: RegisterWrite(Register.interruptEnable, 0)
    case 1: RegisterWrite(Register.userControl, 0)
    case 2: RegisterWrite(Register.fifoContent, 0)
    // 2 mg a count of an MPU-6050, 4 mg of an MPU-6500.
    case 3: RegisterWrite(Register.motionThreshold, variant == .mpu6050 ? 50 : 25)
    case 4: RegisterWrite(Register.motionDuration, 1)
    // The MPU-6500: compares with the sample before (ACCEL_INTEL_EN and MODE).
    case 5: RegisterWrite(Register.motionControl, variant == .mpu6050 ? 0 : 0xC0)
    case 6: RegisterWrite(Register.motionRate, Bits.rate31Hz)
    // The MPU-6050: compares what passes a high-pass of 5 Hz (ACCEL_HPF 1).
    case 7:
      RegisterWrite(Register.accelerometer, variant == .mpu6050 ? Bits.range8g | 1 : Bits.range8g)
    case 8: RegisterWrite(Register.interruptEnable, Bits.motion)
    case 9: RegisterWrite(Register.power2, Bits.accelerometerAlone)
    case 10: RegisterWrite(Register.power1, Bits.cycle)
    default: .end
    }
  }

  public var mark: RegisterWrite {
    RegisterWrite(
      Register.fifoContent, hasTemperature ? Bits.allSixAxesAndTemperature : Bits.allSixAxes)
  }

  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.gyroscope, Bits.range2000 | Bits.selfTest)
    case 1: RegisterWrite(Register.accelerometer, Bits.range8g | Bits.selfTest, pause: 60)
    default: .end
    }
  }

  /// Within 14 % of what the maker measured, for an MPU-6050 (sections 4.1 and 5.1 of RM-MPU-6000A-00); half to one and a half times
  /// for an MPU-6500 (register map RM-MPU-6500A-00). A chip without the maker's numbers, as clones are, or the gyroscope of an ICM-20602, which has them in other registers: 0.3 to 0.95 g and 10 to
  /// 105°/s, InvenSense's eMPL, inv_mpu.c.
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    guard !hasTemperature || sensor == .accelerometer else { return withoutTrim(sensor) }
    var result = BusResult.acknowledged
    let isOld = variant == .mpu6050
    // The MPU-6050 has the numbers of both sensors in 0D…10, the MPU-6500 those of the gyroscope in 00…02.
    let register = isOld || sensor == .accelerometer ? 0x0D &+ axis : axis
    guard let byte = bus.read(register, of: address, &result) else { return nil }
    guard isOld else {
      return byte == 0
        ? withoutTrim(sensor)
        : .half(of: .power(start: sensor == .accelerometer ? 655 : 327, Trim.hundredth, byte))
    }
    if sensor == .gyroscope {
      let code = byte & 0x1F
      return code == 0 ? withoutTrim(sensor) : .seventh(of: .power(start: 409, Trim.gyro, code))
    }
    guard let low = bus.read(0x10, of: address, &result) else { return nil }
    let code = byte &>> 3 & 0x1C | low &>> (4 &- 2 &* axis) & 3
    return code == 0 ? withoutTrim(sensor) : .seventh(of: .power(start: 1_393, Trim.force, code))
  }

  private func withoutTrim(_ sensor: SelfTestSensor) -> SelfTestLimits {
    sensor == .accelerometer
      ? SelfTestLimits(least: 1_229, greatest: 3_891) : SelfTestLimits(least: 164, greatest: 1_722)
  }

  /// What the maker's code multiplies by, Q1.14.
  private enum Trim {
    /// 1.046.
    static let gyro: Int32 = 17_138
    /// (0.92 / 0.34)^(1/30) = 1.03374.
    static let force: Int32 = 16_937
    /// 1.01.
    static let hundredth: Int32 = 16_548
  }

  /// 12 bytes a sample: accelerometer, then gyroscope, each x, y, z, upper byte first. An MPU-6050 holds 85 samples (1,024 bytes), an
  /// MPU-6500 42 (512): 420 ms. An ICM-20602 has 14 bytes a sample and holds 72. When a full FIFO stores another sample, its
  /// oldest byte no longer begins a sample, so it is emptied.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var result = BusResult.acknowledged
    guard let status = bus.read(Register.interruptStatus, of: address, &result) else {
      return FIFOReading(result)
    }
    guard status & Bits.overflow == 0 else { return .overflowed }
    return block.readBurst(
      Register.fifoCount, Register.fifoData, hasTemperature: hasTemperature, of: address, on: &bus)
  }

  @inline(__always)
  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.bigEndianCounts(at: index, hasTemperature: hasTemperature)
  }

  /// 36.53 °C + raw/340 (4.22). The MPU-6500: 21 °C + raw/333.87. The ICM-206xx: 25 °C + raw/326.8.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).map { pair in
      let raw = Int32(Int16(bitPattern: pair.byteSwapped))
      // 100/340 = 19275/65536, 100/333.87 = 19629/65536, 100/326.8 = 20054/65536: below 2³⁰.
      let (offset, slope): (Int32, Int32) =
        switch variant {
        case .mpu6050: (3_653, 19_275)
        case .mpu6500, .mpu9250: (2_100, 19_629)
        case .icm20608, .icm20602: (2_500, 20_054)
        }
      assert((Int64(raw) * Int64(slope)).magnitude < 1 << 30)
      return Int16(truncatingIfNeeded: offset &+ (raw &* slope) &>> 16)
    }
  }
}
