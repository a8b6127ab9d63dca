/// TDK InvenSense's ICM-42688-P and its relatives, whose FIFO gives packets with a header.
///
/// Sources: torvalds/linux, inv_icm42600.h, inv_icm42600_core.c and inv_icm42600_buffer.c, which TDK wrote; zephyrproject-rtos/zephyr,
/// icm4268x_reg.h and icm4268x_common.c; for IIM-42652 and the header of a packet ArduPilot/ardupilot,
/// AP_InertialSensor_Invensensev3.cpp; for the self-test TDK's Icm426xxSelfTest.c and Icm426xxDefs.h.
public struct ICM42688: RegisterChip {
  /// Which of the family it is.
  enum Variant: Sendable {
    /// An ICM-42688-P, or what has its registers.
    case icm42688
    /// An ICM-42605, or what has its registers.
    case icm42605
    /// An ICM-42686-P, whose ranges begin with twice the width.
    case icm42686

    /// By WHO_AM_I: 47 ICM-42688-P, 46 ICM-42622, 5C ICM-42631, 6F IIM-42652; 42 ICM-42605, 40 ICM-42600, 41 ICM-42602; 44 ICM-42686-P.
    init?(identity: UInt8) {
      switch identity {
      case 0x47, 0x46, 0x5C, 0x6F: self = .icm42688
      case 0x40...0x42: self = .icm42605
      case 0x44: self = .icm42686
      default: return nil
      }
    }
  }

  public let address: UInt8
  let variant: Variant

  public static var lowerAddress: UInt8 { 0x68 }
  public static var identityRegister: UInt8 { Register.identity }
  public static var bank: RegisterWrite { RegisterWrite(Register.bank, 0x07) }
  /// INTF_CONFIG0: UI_SIFS_CFG 3. Without SPI it is 2, which leaves SPI off.
  public static var withoutI2C: RegisterWrite { RegisterWrite(Register.interface0, 0x03) }

  public init?(address: UInt8, identity: UInt8) {
    guard let variant = Variant(identity: identity) else { return nil }
    self.address = address
    self.variant = variant
  }

  enum Register {
    /// REG_BANK_SEL in every bank: the bank in bits 2…0. All other registers are in bank 0 unless noted.
    static let bank: UInt8 = 0x76
    /// DEVICE_CONFIG.
    static let device: UInt8 = 0x11
    /// INT_CONFIG.
    static let interruptPin: UInt8 = 0x14
    /// FIFO_CONFIG: the mode in bits 7…6, 0 stops it.
    static let fifoMode: UInt8 = 0x16
    /// TEMP_DATA1.
    static let temperature: UInt8 = 0x1D
    /// INT_STATUS, which reading clears, and after it FIFO_COUNTH and FIFO_COUNTL.
    static let interruptStatus: UInt8 = 0x2D
    /// FIFO_DATA.
    static let fifoData: UInt8 = 0x30
    /// SIGNAL_PATH_RESET.
    static let pathReset: UInt8 = 0x4B
    /// INTF_CONFIG0.
    static let interface0: UInt8 = 0x4C
    /// INTF_CONFIG1.
    static let interface1: UInt8 = 0x4D
    /// PWR_MGMT0: GYRO_MODE in bits 3…2, ACCEL_MODE in 1…0.
    static let power: UInt8 = 0x4E
    /// GYRO_CONFIG0 and ACCEL_CONFIG0: FS_SEL in bits 7…5, ODR in 3…0.
    static let gyroscope: UInt8 = 0x4F
    static let accelerometer: UInt8 = 0x50
    /// GYRO_ACCEL_CONFIG0: the filter of the accelerometer in bits 7…4, of the gyroscope in 3…0. 0 is half of the rate, 50 Hz.
    static let filters: UInt8 = 0x52
    /// SMD_CONFIG.
    static let motionControl: UInt8 = 0x57
    /// FIFO_CONFIG1.
    static let fifoContent: UInt8 = 0x5F
    /// FIFO_CONFIG2 and FIFO_CONFIG3: the threshold in bytes, the lower byte first.
    static let fifoThreshold0: UInt8 = 0x60
    static let fifoThreshold1: UInt8 = 0x61
    /// INT_CONFIG1: 0 is a pulse of 100 µs, without INT_ASYNC_RESET, which the pins need off.
    static let interruptTiming: UInt8 = 0x64
    /// INT_SOURCE0 and INT_SOURCE1.
    static let interruptSource: UInt8 = 0x65
    static let motionInterrupt: UInt8 = 0x66
    /// SELF_TEST_CONFIG.
    static let selfTest: UInt8 = 0x70
    /// WHO_AM_I.
    static let identity: UInt8 = 0x75
    /// Bank 1: XG_ST_DATA. Bank 2: XA_ST_DATA. Those of y and z follow.
    static let gyroscopeTrim: UInt8 = 0x5F
    static let accelerometerTrim: UInt8 = 0x3B
    /// Bank 4: ACCEL_WOM_X_THR, and those of y and z after it: 1/256 g a count.
    static let motionThreshold: UInt8 = 0x4A
  }

  enum Bits {
    /// DEVICE_CONFIG: SOFT_RESET_CONFIG.
    static let reset: UInt8 = 0x01
    /// INT_CONFIG: INT1 pulsed, push-pull, active high.
    static let pulseActiveHigh: UInt8 = 0x03
    /// INTF_CONFIG0: count and data with the upper byte first, the count in bytes, no SPI.
    static let bigEndian: UInt8 = 0x32
    /// INTF_CONFIG1: as after a reset, 91, but AFSR off in bits 7…6. AFSR changes the range of the gyroscope by itself, and the rate stalls
    /// for 1 to 2 ms each time (ArduPilot/ardupilot#25025 and #25332, betaflight/betaflight#13132).
    static let withoutAFSR: UInt8 = 0x51
    /// PWR_MGMT0: both sensors in their low-noise mode, and the thermometer.
    static let allOn: UInt8 = 0x0F
    /// GYRO_CONFIG0 and ACCEL_CONFIG0: ODR 8, 100 Hz. FS_SEL 0 is ±2000°/s (±16 g), and each further one is half of it.
    static let rate100Hz: UInt8 = 0x08
    /// ACCEL_CONFIG0: ODR 10, 25 Hz.
    static let rate25Hz: UInt8 = 0x0A
    /// PWR_MGMT0: the accelerometer alone in its low-power mode.
    static let lowPower: UInt8 = 0x02
    /// SMD_CONFIG: WOM_MODE, compared with the sample before, and SMD_MODE 1, WOM. INT_SOURCE1: WOM of x, y and z.
    static let motionOn: UInt8 = 0x05
    static let motionOfAll: UInt8 = 0x07
    /// FS_SEL 1 and 2.
    static let half: UInt8 = 0x20
    static let quarter: UInt8 = 0x40
    /// FIFO_CONFIG: stream.
    static let stream: UInt8 = 0x40
    /// FIFO_CONFIG1: RESUME_PARTIAL_RD, WM_GT_TH, an interrupt at each sample, TEMP_EN, GYRO_EN, ACCEL_EN.
    static let bothSensors: UInt8 = 0x67
    /// SIGNAL_PATH_RESET: FIFO_FLUSH.
    static let flush: UInt8 = 0x02
    /// INT_SOURCE0: FIFO_THS_INT1_EN.
    static let fifoThreshold: UInt8 = 0x04
    /// INT_STATUS: FIFO_FULL_INT.
    static let fifoFull: UInt8 = 0x02
    /// SELF_TEST_CONFIG: the regulator, and x, y and z of both sensors.
    static let selfTest: UInt8 = 0x7F
    /// The header of a packet with both sensors and a time: bits 7…3, 0 the message, 1 ACCEL, 1 GYRO, 0 of 20 bits, 1 the time.
    static let header: UInt8 = 0x68
    static let headerMask: UInt8 = 0xF8
  }

  public var facts: ChipFacts {
    ChipFacts(
      name: name, period: 10_000, sampleRate: 100, forceStep: SensorStep.gravityPer4096,
      rateStep: SensorStep.degreePer16384)
  }

  private var name: StaticString {
    switch variant {
    case .icm42688: "ICM-42688"
    case .icm42605: "ICM-42605"
    case .icm42686: "ICM-42686"
    }
  }

  public var firstStepAfterReset: UInt16 { 2 }
  public var firstStepOfFIFO: UInt16 { 11 }
  public var keptSteps: UInt16 { 4 }

  /// The pauses: 2 ms after a reset (1 by linux), 70 ms until the gyroscope has started (60), of which no register may be written in the first
  /// 0.2 ms.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    let isWide = variant == .icm42686
    return switch index {
    case 0: RegisterWrite(Register.bank, 0)
    case 1: RegisterWrite(Register.device, Bits.reset, pause: 2)
    case 2: RegisterWrite(Register.interface0, Bits.bigEndian)
    case 3: RegisterWrite(Register.selfTest, 0)
    case 4: RegisterWrite(Register.interruptPin, Bits.pulseActiveHigh)
    case 5: RegisterWrite(Register.interruptTiming, 0)
    case 6: RegisterWrite(Register.interface1, Bits.withoutAFSR)
    case 7:
      RegisterWrite(Register.gyroscope, isWide ? Bits.rate100Hz | Bits.half : Bits.rate100Hz)
    case 8:
      RegisterWrite(
        Register.accelerometer, Bits.rate100Hz | (isWide ? Bits.quarter : Bits.half))
    case 9: RegisterWrite(Register.filters, 0)
    case 10: RegisterWrite(Register.power, Bits.allOn, pause: 70)
    default: fifoWrite(index &- 11)
    }
  }

  /// The threshold may change only while its interrupt is off.
  private func fifoWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interruptSource, 0)
    case 1: RegisterWrite(Register.fifoMode, 0)
    case 2: RegisterWrite(Register.fifoContent, Bits.bothSensors)
    case 3: RegisterWrite(Register.fifoThreshold0, 16)
    case 4: RegisterWrite(Register.fifoThreshold1, 0)
    case 5: RegisterWrite(Register.interruptSource, Bits.fifoThreshold)
    case 6: RegisterWrite(Register.pathReset, Bits.flush)
    case 7: RegisterWrite(Register.fifoMode, Bits.stream)
    default: .end
    }
  }

  /// The accelerometer alone at 25 Hz, compared with 125 mg.
  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Register.interruptSource, 0)
    case 1: RegisterWrite(Register.fifoMode, 0)
    case 2: RegisterWrite(Register.bank, 4)
    case 3...5:
      RegisterWrite(
        Register.motionThreshold &+ UInt8(truncatingIfNeeded: index &- 3), 32)
    case 6: RegisterWrite(Register.bank, 0)
    case 7:
      RegisterWrite(
        Register.accelerometer,
        Bits.rate25Hz | (variant == .icm42686 ? Bits.quarter : Bits.half))
    case 8: RegisterWrite(Register.power, Bits.lowPower, pause: 1)
    case 9: RegisterWrite(Register.motionControl, Bits.motionOn)
    case 10: RegisterWrite(Register.motionInterrupt, Bits.motionOfAll)
    default: .end
    }
  }

  public var mark: RegisterWrite { RegisterWrite(Register.power, Bits.allOn) }

  public func selfTestWrite(_ index: UInt16) -> RegisterWrite {
    index == 0 ? RegisterWrite(Register.selfTest, Bits.selfTest, pause: 200) : .end
  }

  /// 2,620 · 1.01^(code − 1) counts of the finest range, which has 4 times (8 times) the counts of ours: half to one and a half times of it, of the
  /// gyroscope at least half. Without a code 50 to 1,200 mg, and 60°/s at least.
  public func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits? {
    let isForce = sensor == .accelerometer
    guard bus.write(isForce ? 2 : 1, to: Register.bank, of: address) == .acknowledged else {
      return nil
    }
    var result = BusResult.acknowledged
    let register = (isForce ? Register.accelerometerTrim : Register.gyroscopeTrim) &+ axis
    let code = bus.read(register, of: address, &result)
    guard bus.write(0, to: Register.bank, of: address) == .acknowledged, let code else {
      return nil
    }
    var limits = SelfTestLimits(least: 205, greatest: 4_915)
    if code != 0 { limits = .half(of: .power(start: isForce ? 655 : 327, 16_548, code)) }
    guard !isForce else { return limits }
    return SelfTestLimits(least: code == 0 ? 983 : limits.least, greatest: .max)
  }

  /// 16 bytes a sample: the header, accelerometer and gyroscope, each x, y, z, upper byte first, a byte of temperature and two of time. The FIFO holds
  /// 2,048 bytes: 1.28 s. Reading removes bytes, so after an interrupted burst the rest begins inside a packet: its count or a header
  /// shows this. The first count after a start is always 0.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    let asked = block.fill(3, from: Register.interruptStatus, of: address, on: &bus)
    guard asked == .acknowledged else { return FIFOReading(asked) }
    guard block[0] & Bits.fifoFull == 0 else { return .overflowed }
    let bytes = Int(UInt16(bitPattern: block.littleEndian(at: 1)).byteSwapped)
    let (isPart, hadPart) = (bytes & 15 != 0, block.hadPart)
    block.hadPart = isPart && !hadPart
    guard !isPart else { return hadPart ? .overflowed : .samples }
    return block.takePackets(
      bytes &>> 4, header: Bits.header, mask: Bits.headerMask, from: Register.fifoData, of: address,
      on: &bus)
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    block.packetCounts(at: index)
  }

  /// 25 °C + raw/132.48. 100/132.48 = 49,469/65,536, below 2³¹.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    bus.readPair(Register.temperature, of: address).map { pair in
      let raw = Int32(Int16(bitPattern: pair.byteSwapped))
      assert((Int64(raw) * 49_469).magnitude < 1 << 31)
      return Int16(truncatingIfNeeded: 2_500 &+ (raw &* 49_469) &>> 16)
    }
  }
}
