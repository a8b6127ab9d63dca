// This file is also available under the MIT license.

/// An LSM9DS1, after STMicroelectronics/lsm9ds1-pid's lsm9ds1_reg.h. Each sensor's part of the FIFO
/// gives its next entry after its sixth byte was read.
public final class LSM9DS1Model: ChipModel {
  private var rates: [[UInt8]] = []
  private var forces: [[UInt8]] = []
  private var hasOverrun = false

  public override init(address: UInt8, motion: @escaping Motion) {
    super.init(address: address, motion: motion)
    magnetometer = LSM9DS1MagnetometerModel(in: self)
  }

  public override var name: String { "LSM9DS1" }
  override var identityRegister: UInt8 { 0x0F }

  override func powerOn() {
    super.powerOn()
    emptyFIFO()
    registers[0x0F] = 0x68
    registers[0x1E] = 0x38
    registers[0x1F] = 0x38
    registers[0x22] = 0x04
  }

  private func emptyFIFO() { (rates, forces, hasOverrun) = ([], [], false) }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x04...0x0D, 0x10...0x13, 0x1E...0x24, 0x2E...0x2E, 0x30...0x37].contains {
      $0.contains(register)
    }
  }

  private static let frequencies = [0, 14.9, 59.5, 119, 238, 476, 952, 0]

  /// While the gyroscope runs, it sets the rate of both.
  override var period: Double? {
    let frequency = Self.frequencies[Int(registers[0x10] >> 5)]
    return frequency > 0 && registers[0x20] >> 5 != 0 ? 1e6 / frequency : nil
  }

  override var fillsFIFO: Bool { registers[0x23] & 2 != 0 && registers[0x2E] >> 5 == 6 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let forces = [0.061, 0.732, 0.122, 0.244]
    let rates = [8.75, 17.5, 0, 70]
    let rate = rates[Int(registers[0x10] >> 3 & 3)]
    let test = registers[0x24]
    return (
      1_000 / forces[Int(registers[0x20] >> 3 & 3)], rate > 0 ? 1_000 / rate : 0,
      ChipMotion(
        force: SIMD3(repeating: test & 1 != 0 ? 0.4 : 0),
        rate: SIMD3(repeating: test & 4 != 0 ? 300 : 0))
    )
  }

  /// The chip's axes form a left-handed system: x is −y of the motion, y is −x.
  private static func leftHanded(_ counts: SIMD3<Int16>) -> SIMD3<Int16> {
    SIMD3(-max(counts.y, -.max), -max(counts.x, -.max), counts.z)
  }

  override func take(_ counts: ChipCounts) {
    let rate = Self.leftHanded(counts.rate).littleEndianBytes
    let force = Self.leftHanded(counts.force).littleEndianBytes
    let raw = Int16((temperature - 25) * 16)
    registers[0x15] = UInt8(truncatingIfNeeded: raw)
    registers[0x16] = UInt8(truncatingIfNeeded: raw >> 8)
    registers.replaceSubrange(0x18..<0x1E, with: rate)
    registers.replaceSubrange(0x28..<0x2E, with: force)
    guard fillsFIFO else { return }
    rates.append(rate)
    forces.append(force)
    if rates.count > 32 {
      rates.removeFirst()
      hasOverrun = true
    }
    if forces.count > 32 {
      forces.removeFirst()
      hasOverrun = true
    }
  }

  private var level: Int { min(rates.count, forces.count) }

  override var holdsPin: Bool {
    let threshold = Int(registers[0x2E] & 0x1F)
    return registers[0x0C] & 0x08 != 0 && threshold > 0 && level >= threshold
  }

  override func store(_ value: UInt8, in register: UInt8) {
    if register == 0x22, value & 1 != 0 { return wasReset() }
    super.store(value, in: register)
    if register == 0x2E, value >> 5 == 0 {
      emptyFIFO()
      restarted()
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x2F:
      let isFilled = level >= max(1, Int(registers[0x2E] & 0x1F))
      return UInt8(min(level, 32)) | (hasOverrun ? 0x40 : 0) | (isFilled ? 0x80 : 0)
    case 0x18...0x1D where fillsFIFO: return pop(register, 0x18, from: &rates)
    case 0x28...0x2D where fillsFIFO: return pop(register, 0x28, from: &forces)
    default: return super.value(of: register)
    }
  }

  private func pop(_ register: UInt8, _ first: UInt8, from entries: inout [[UInt8]]) -> UInt8 {
    guard let entry = entries.first else { return registers[Int(register)] }
    if register == first + 5 {
      entries.removeFirst()
      hasOverrun = false
    }
    return entry[Int(register - first)]
  }

  override func next(after register: UInt8) -> UInt8 {
    registers[0x22] & 0x04 != 0 ? register &+ 1 : register
  }

  /// The greatest of those of the axes.
  override var motionThreshold: Double? {
    let isOn = registers[0x0C] & 0x40 != 0 && registers[0x06] & 0x2A == 0x2A
    guard isOn, registers[0x20] >> 5 != 0, registers[0x21] & 1 != 0 else { return nil }
    let ranges = [2.0, 16, 4, 8]
    let greatest = registers[0x07...0x09].max() ?? 0
    return Double(greatest) * ranges[Int(registers[0x20] >> 3 & 3)] / 256
  }
}
