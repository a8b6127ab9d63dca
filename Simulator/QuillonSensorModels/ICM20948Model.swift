// This file is also available under the MIT license.

/// An ICM-20948, after sparkfun/SparkFun_ICM-20948_ArduinoLibrary's ICM_20948_REGISTERS.h.
public final class ICM20948Model: ChipModel {
  private var fifo: [UInt8] = []
  private var bank = 0

  public override init(address: UInt8, motion: @escaping Motion) {
    super.init(address: address, motion: motion)
    magnetometer = AKModel(in: self, isNew: true)
  }

  public override var name: String { "ICM-20948" }

  /// INT_PIN_CFG: BYPASS_EN, unless USER_CTRL has I2C_MST_EN.
  override var hasBypass: Bool { at(0, 0x0F) & 0x02 != 0 && at(0, 0x03) & 0x20 == 0 }

  private func at(_ bank: Int, _ register: Int) -> UInt8 { registers[bank * 128 + register] }

  override func powerOn() {
    super.powerOn()
    (fifo, bank) = ([], 0)
    registers[0x00] = 0xEA
    registers[0x06] = 0x41
    for axis in 0..<3 {
      registers[128 + 0x02 + axis] = 25
      registers[128 + 0x0E + axis] = 35
    }
    registers[256 + 0x01] = 0x01
    registers[256 + 0x14] = 0x01
  }

  override func isWritable(_ register: UInt8) -> Bool {
    if register == 0x7F { return true }
    let ranges: [ClosedRange<UInt8>] =
      switch bank {
      case 0: [0x03...0x03, 0x05...0x07, 0x0F...0x13, 0x66...0x69, 0x72...0x72, 0x76...0x76]
      case 1: [0x02...0x04, 0x0E...0x10, 0x14...0x1B, 0x28...0x28]
      case 2: [0x00...0x09, 0x10...0x15, 0x52...0x54]
      default: [0x00...0x16]
      }
    return ranges.contains { $0.contains(register) }
  }

  override var period: Double? {
    guard at(0, 0x06) & 0x40 == 0, at(0, 0x07) & 0x3F == 0, at(0, 0x05) & 0x30 == 0 else {
      return nil
    }
    // Without FCHOICE the rates are 9 and 4.5 kHz.
    guard at(2, 0x01) & 1 == 1, at(2, 0x14) & 1 == 1 else { return 1e6 / 4_500 }
    return 1e6 * Double(1 + Int(at(2, 0x00))) / 1_125
  }

  override var fillsFIFO: Bool {
    at(0, 0x03) & 0x40 != 0 && at(0, 0x67) & 0x1E == 0x1E
      && at(2, 0x00) == at(2, 0x11) && at(2, 0x10) & 0xF == 0
  }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let rates = [131, 65.5, 32.8, 16.4]
    let force = 16_384 / Double(1 << (at(2, 0x14) >> 1 & 3))
    func response(_ code: Int) -> Double {
      (1..<code).reduce(2_620) { value, _ in value * 1.01 }
    }
    return (
      force, rates[Int(at(2, 0x01) >> 1 & 3)],
      ChipMotion(
        force: SIMD3(repeating: at(2, 0x15) & 0x1C == 0x1C ? response(35) / 16_384 : 0),
        rate: SIMD3(repeating: at(2, 0x02) & 0x38 == 0x38 ? response(25) / 131 : 0))
    )
  }

  override func take(_ counts: ChipCounts) {
    registers.replaceSubrange(0x2D..<0x33, with: counts.force.bigEndianBytes)
    registers.replaceSubrange(0x33..<0x39, with: counts.rate.bigEndianBytes)
    let raw = Int16((temperature - 21) * 333.87)
    registers[0x39] = UInt8(truncatingIfNeeded: raw >> 8)
    registers[0x3A] = UInt8(truncatingIfNeeded: raw)
    registers[0x1A] |= 1
    if at(0, 0x03) & 0x40 != 0 {
      let content = at(0, 0x67)
      if content & 0x10 != 0 { fifo += counts.force.bigEndianBytes }
      if content & 0x0E == 0x0E { fifo += counts.rate.bigEndianBytes }
      if fifo.count > 512 {
        if at(0, 0x69) & 1 == 0 { fifo.removeFirst(fifo.count - 512) } else { fifo.removeLast(12) }
        registers[0x1B] |= 1
      }
    }
    if at(0, 0x11) & 1 != 0 { pulse() }
  }

  override func store(_ value: UInt8, in register: UInt8) {
    if register == 0x7F {
      bank = Int(value >> 4 & 3)
      return
    }
    switch (bank, register) {
    case (0, 0x06) where value & 0x80 != 0: wasReset()
    case (0, 0x0F) where isOnSPI && value & 0x02 != 0:
      violate("BYPASS_EN is 1 on SPI, whose lines the magnetometer would hear")
    case (0, 0x03) where isOnSPI && value & 0x10 == 0:
      violate("I2C_IF_DIS is 0 on SPI")
    case (0, 0x68):
      if value & 0x1F != 0 {
        fifo = []
        registers[0x1B] = 0
        restarted()
      }
    default: registers[bank * 128 + Int(register & 0x7F)] = value
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    if register == 0x7F { return UInt8(bank << 4) }
    switch (bank, register) {
    case (0, 0x19), (0, 0x1A), (0, 0x1B):
      defer { registers[Int(register)] = 0 }
      return registers[Int(register)]
    case (0, 0x70): return UInt8(fifo.count >> 8)
    case (0, 0x71): return UInt8(fifo.count & 0xFF)
    case (0, 0x72): return fifo.isEmpty ? 0 : fifo.removeFirst()
    default: return at(bank, Int(register & 0x7F))
    }
  }

  /// The identity is in bank 0 alone; `identity` faults show everywhere.
  override var identityRegister: UInt8 { 0x00 }

  override func next(after register: UInt8) -> UInt8 {
    bank == 0 && register == 0x72 ? register : register &+ 1
  }

  override var motionThreshold: Double? {
    let isOn = at(2, 0x12) & 3 == 3 && at(0, 0x10) & 0x08 != 0 && at(0, 0x05) & 0x20 != 0
    return isOn && at(0, 0x06) & 0x40 == 0 ? Double(at(2, 0x13)) * 0.004 : nil
  }

  override func noticeMotion() {
    registers[0x19] |= 0x08
    pulse()
  }
}
