// This file is also available under the MIT license.

/// An LSM6DSV16X, after STMicroelectronics/lsm6dsv16x-pid's lsm6dsv16x_reg.h and .c.
public final class LSM6DSV16XModel: ChipModel {
  /// 208 words (ST's kernel driver st_lsm6dsvx, ST_LSM6DSVX_MAX_FIFO_DEPTH).
  private var fifo = TaggedFIFO(capacity: 208, hasParity: false)
  /// Until when it boots after a reset, µs.
  private var bootEnd: UInt64 = 0
  /// True: it is an LSM6DSV32X, with the same identity and twice the range (STMicroelectronics/lsm6dsv32x-pid: 4, 8, 16 and 32 g).
  public var hasDoubleRange = false

  public override var name: String { hasDoubleRange ? "LSM6DSV32X" : "LSM6DSV16X" }
  override var identityRegister: UInt8 { 0x0F }

  override func powerOn() {
    super.powerOn()
    fifo.start()
    registers[0x0F] = 0x70
    registers[0x12] = 0x44
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x01...0x03, 0x06...0x0E, 0x10...0x19, 0x50...0x50, 0x54...0x5F, 0x62...0x65].contains {
      $0.contains(register)
    }
  }

  private static let usual = [
    0, 1.875, 7.5, 15, 30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680,
  ]
  private static let accurate: [[Double]] = [
    usual, [0, 0, 0, 15.625, 31.25, 62.5, 125, 250, 500, 1_000, 2_000, 4_000, 8_000],
    [0, 0, 0, 12.5, 25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400],
  ]

  private func rate(_ register: Int) -> Double {
    let code = Int(registers[register] & 0x0F)
    guard code < 13 else { return 0 }
    switch registers[register] >> 4 & 7 {
    case 0: return Self.usual[code]
    case 1: return Self.accurate[Int(min(registers[0x62] & 3, 2))][code]
    // Low power, up to 240 Hz.
    case 4...6: return code < 8 ? Self.usual[code] : 0
    default: return 0
    }
  }

  /// Both sensors at the same rate and in the same mode.
  override var period: Double? {
    let rate = rate(0x10)
    guard rate > 0, rate == self.rate(0x11), registers[0x10] >> 4 == registers[0x11] >> 4 else {
      return nil
    }
    return 1e6 / rate
  }

  /// "Wait stable output", lsm6dsv16x_self_test.c.
  override var settlingTime: UInt64 { 100_000 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let steps = hasDoubleRange ? [0.122, 0.244, 0.488, 0.976] : [0.061, 0.122, 0.244, 0.488]
    let rates: [UInt8: Double] = [0: 4.375, 1: 8.75, 2: 17.5, 3: 35, 4: 70, 12: 140]
    let rate = rates[registers[0x15] & 0x0F] ?? 0
    let test = registers[0x19]
    let force = [0, 0.4, -0.4, 0][Int(test & 3)]
    return (
      1_000 / steps[Int(registers[0x17] & 3)], rate > 0 ? 1_000 / rate : 0,
      ChipMotion(
        force: SIMD3(repeating: force),
        rate: SIMD3(repeating: [0, 300, -300, 0][Int(test >> 2 & 3)]))
    )
  }

  private var isContinuous: Bool { registers[0x0A] & 7 == 6 }

  /// Both at the rate of the sensors.
  override var fillsFIFO: Bool {
    isContinuous && registers[0x09] & 0xF == registers[0x10] & 0xF
      && registers[0x09] >> 4 == registers[0x11] & 0xF
  }

  override func take(_ counts: ChipCounts) {
    let raw = Int16((temperature - 25) * 256)
    registers[0x20] = UInt8(truncatingIfNeeded: raw)
    registers[0x21] = UInt8(truncatingIfNeeded: raw >> 8)
    registers.replaceSubrange(0x22..<0x28, with: counts.rate.littleEndianBytes)
    registers.replaceSubrange(0x28..<0x2E, with: counts.force.littleEndianBytes)
    guard isContinuous else { return }
    fifo.beginSlot()
    if registers[0x09] & 0xF != 0 { fifo.append(2, counts.force) }
    if registers[0x09] >> 4 != 0 { fifo.append(1, counts.rate) }
  }

  private var isInOtherBank: Bool { registers[0x01] & 0xC0 != 0 }

  override func store(_ value: UInt8, in register: UInt8) {
    if now < bootEnd {
      violate("register \(register) is written while it boots")
    }
    if register == 0x01, value & 0x04 != 0 {
      bootEnd = now + 30_000
      return wasReset()
    }
    guard !isInOtherBank || register == 0x01 else { return }
    if isOnSPI, register == 0x03, value & 1 == 0 {
      violate("I2C is on with SPI")
    }
    let isOn = registers[0x10] & 0xF != 0 || registers[0x11] & 0xF != 0
    if register == 0x62, isOn, value != registers[0x62] {
      violate("HAODR_CFG changes while a sensor is on")
    }
    let isKept =
      registers[0x10] & 0xF == 0 || value & 0xF == 0 || value >> 4 == registers[0x10] >> 4
    if register == 0x10, !isKept {
      violate("the accelerometer's mode changes while it is on")
    }
    if register == 0x15, registers[0x11] & 0xF != 0, value != registers[0x15] {
      violate("FS_G changes while the gyroscope is on")
    }
    super.store(value, in: register)
    if register == 0x0A, value & 7 == 0 {
      fifo.empty()
      restarted()
    }
  }

  /// WU_INACT_THS_W is what a count of WAKE_UP_THS is: 7.8125 mg, and twice as much for each further one up to 250 mg.
  override var motionThreshold: Double? {
    let isOn = registers[0x50] & 0x80 != 0 && registers[0x5E] & 0x20 != 0 && rate(0x10) > 0
    guard isOn else { return nil }
    let weight = 0.0078125 * Double(1 << min(registers[0x54] >> 4 & 7, 5))
    return Double(registers[0x5B] & 0x3F) * weight
  }

  override var holdsPin: Bool {
    registers[0x0D] & 0x08 != 0 && registers[0x07] > 0
      && fifo.words.count >= Int(registers[0x07])
  }

  override func value(of register: UInt8) -> UInt8 {
    if isInOtherBank, register != 0x01 { return 0 }
    switch register {
    case 0x1B: return UInt8(fifo.words.count & 0xFF)
    case 0x1C: return fifo.status(threshold: Int(registers[0x07]))
    case 0x78...0x7E: return fifo.read(Int(register) - 0x78)
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    guard registers[0x12] & 0x04 != 0 else { return register }
    return register == 0x7E ? 0x78 : register &+ 1
  }
}
