// This file is also available under the MIT license.

/// An MPU-6050, or an MPU-6500, MPU-9250 or ICM-206xx by its identity, after jrowberg/i2cdevlib's MPU6050.h, torvalds/linux's
/// inv_mpu_iio.h and inv_mpu_core.c, and m5stack/M5StickC-Plus's MPU6886.cpp.
public final class MPU6050Model: ChipModel {
  private let identityByte: UInt8
  private var fifo: [UInt8] = []

  /// A chip that reports `identity`: 68 an MPU-6050, 70 an MPU-6500, 71 an MPU-9250, 98 an ICM-20689, 19 an MPU-6886.
  public init(identity: UInt8 = 0x68, address: UInt8 = 0x68, motion: @escaping Motion) {
    identityByte = identity
    super.init(address: address, motion: motion)
    if is9250 { magnetometer = AKModel(in: self, isNew: false) }
  }

  private var is9250: Bool { [0x71, 0x73].contains(identityByte) }

  /// INT_PIN_CFG: I2C_BYPASS_EN, unless USER_CTRL has I2C_MST_EN.
  override var hasBypass: Bool { registers[0x37] & 0x02 != 0 && registers[0x6A] & 0x20 == 0 }

  private var is6500: Bool { identityByte != 0x68 }
  /// True if the temperature is in each sample of the FIFO: its content is chosen by two bits, and the temperature can't be left out.
  private var is20602: Bool { [0x11, 0x12, 0x19].contains(identityByte) }
  private var is20608: Bool { [0x98, 0xA9, 0xAE, 0xAF].contains(identityByte) || is20602 }
  private var capacity: Int { is20602 ? 1008 : is6500 ? 512 : 1024 }

  public override var name: String {
    is20602
      ? "ICM-20602"
      : is20608 ? "ICM-20608" : is9250 ? "MPU-9250" : is6500 ? "MPU-6500" : "MPU-6050"
  }

  /// The gyroscope needs 60 ms (torvalds/linux, inv_mpu_iio.h, `INV_MPU6050_GYRO_STARTUP_TIME`).
  override var settlingTime: UInt64 { 60_000 }
  override var identityRegister: UInt8 { 0x75 }
  public override var spi: SPI { is6500 ? .direct : .none }

  override func powerOn() {
    super.powerOn()
    fifo = []
    registers[0x6B] = 0x40
    registers[0x75] = identityByte
    // The maker's numbers: gyroscope 17, accelerometer 16; of an MPU-6500 20 and 30 in registers of their own.
    for axis in 0..<3 {
      if is6500 {
        registers[axis] = 20
        registers[0x0D + axis] = 30
      } else {
        registers[0x0D + axis] = 0b100_10001
      }
    }
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x19...0x20, 0x23...0x38, 0x68...0x6C, 0x74...0x74].contains { $0.contains(register) }
  }

  override var period: Double? {
    let power = registers[0x6B]
    guard power & 0x60 == 0, registers[0x6C] & 0x3F == 0 else { return nil }
    let filter = registers[0x1A] & 7
    let inner = (1...6).contains(filter) ? 1_000.0 : 8_000
    return 1e6 * (1 + Double(registers[0x19])) / inner
  }

  override var fillsFIFO: Bool {
    let wanted: UInt8 = is20602 ? 0x18 : 0x78
    return registers[0x6A] & 0x40 != 0 && registers[0x23] & wanted == wanted
  }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let (gyroscope, accelerometer) = (registers[0x1B], registers[0x1C])
    let rates = [131, 65.5, 32.8, 16.4]
    let force = 16_384 / Double(1 << (accelerometer >> 3 & 3))
    func response(_ start: Double, _ factor: Double, _ code: Int) -> Double {
      (1..<code).reduce(start) { value, _ in value * factor }
    }
    let pushedRate = is6500 ? response(2_620, 1.01, 20) / 131 : response(25 * 131, 1.046, 17) / 131
    let pushedForce =
      is6500 ? response(2_620, 1.01, 30) / 16_384 : response(4_096 * 0.34, 1.03374, 16) / 4_096
    return (
      force, rates[Int(gyroscope >> 3 & 3)],
      ChipMotion(
        force: SIMD3(repeating: accelerometer & 0xE0 == 0xE0 ? pushedForce : 0),
        rate: SIMD3(repeating: gyroscope & 0xE0 == 0xE0 ? pushedRate : 0))
    )
  }

  override func take(_ counts: ChipCounts) {
    let (offset, slope) =
      is20608 ? (25, 326.8) : is6500 ? (21, 333.87) : (36.53, 340)
    let raw = Int16((temperature - offset) * slope)
    let warmth = [UInt8(truncatingIfNeeded: raw >> 8), UInt8(truncatingIfNeeded: raw)]
    let all = counts.force.bigEndianBytes + warmth + counts.rate.bigEndianBytes
    registers.replaceSubrange(0x3B..<0x49, with: all)
    registers[0x3A] |= 1
    if registers[0x6A] & 0x40 != 0 {
      let content = registers[0x23]
      let hasTemperature = content & (is20602 ? 0x18 : 0x80) != 0
      if content & 0x08 != 0 { fifo += all[0..<6] }
      if hasTemperature { fifo += all[6..<8] }
      for axis in 0..<3 where content & (is20602 ? 0x10 : 0x40 >> UInt8(axis)) != 0 {
        fifo += all[8 + 2 * axis..<10 + 2 * axis]
      }
      if fifo.count > capacity {
        fifo.removeFirst(fifo.count - capacity)
        registers[0x3A] |= 0x10
      }
    }
    if registers[0x38] & 1 != 0 { pulse() }
  }

  override func store(_ value: UInt8, in register: UInt8) {
    switch register {
    case 0x6B where value & 0x80 != 0: wasReset()
    case 0x37 where isOnSPI && value & 0x02 != 0:
      violate("I2C_BYPASS_EN is 1 on SPI, whose lines the magnetometer would hear")
    case 0x6A:
      if isOnSPI, value & 0x10 == 0 { violate("I2C_IF_DIS is 0 on SPI") }
      if value & 0x04 != 0, value & 0x40 == 0 {
        fifo = []
        restarted()
      }
      registers[0x6A] = value & ~0x0F
    default: super.store(value, in: register)
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x3A:
      defer { registers[0x3A] = 0 }
      return registers[0x3A]
    case 0x72: return UInt8(fifo.count >> 8)
    case 0x73: return UInt8(fifo.count & 0xFF)
    case 0x74: return fifo.isEmpty ? 0 : fifo.removeFirst()
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 { register == 0x74 ? register : register &+ 1 }

  /// Cycle mode with the motion interrupt.
  override var motionThreshold: Double? {
    guard registers[0x6B] & 0x60 == 0x20, registers[0x38] & 0x40 != 0, !is20608,
      !is6500 || registers[0x69] == 0xC0
    else { return nil }
    return Double(registers[0x1F]) * (is6500 ? 0.004 : 0.002)
  }

  override func noticeMotion() {
    registers[0x3A] |= 0x40
    pulse()
  }
}
