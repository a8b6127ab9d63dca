// This file is also available under the MIT license.

/// An ICM-42670-P, or an ICM-42607-P by its identity, after tdk-invn-oss/motion.mcu.icm42670p.driver's inv_imu_regmap_rev_a.h,
/// inv_imu_driver.c and inv_imu_transport.c, and TDK's data sheet DS-000451.
public final class ICM42670Model: ChipModel {
  private let identityByte: UInt8
  private var packets: [[UInt8]] = []
  private var offset = 0
  /// Until when no register may be written, because a sensor was switched on ("do not issue any register writes for 200 µs").
  private var blockedUntil: UInt64 = 0
  /// When the chip's clock runs, µs; nil while it does not.
  private var clockStart: UInt64?
  /// When a register behind others may be reached again, µs.
  private var behindReady: UInt64 = 0
  /// When a flush is done, µs.
  private var flushEnd: UInt64 = 0
  /// How many packets without a sample of the gyroscope are put before the first sample.
  public var invalidPackets = 0

  /// A chip that tells `identity`: 67 an ICM-42670-P, 60 an ICM-42607-P.
  public init(identity: UInt8 = 0x67, address: UInt8 = 0x68, motion: @escaping Motion) {
    identityByte = identity
    super.init(address: address, motion: motion)
  }

  public override var name: String { "ICM-42670" }
  override var identityRegister: UInt8 { 0x75 }

  override func powerOn() {
    super.powerOn()
    (packets, offset, clockStart, behindReady) = ([], 0, nil, 0)
    // A reset takes a millisecond, and the board starts later than its supply.
    blockedUntil = startCount > 1 ? now + 1_000 : 0
    let values: [(Int, UInt8)] = [
      (0x01, 0x04), (0x20, 0x06), (0x21, 0x06), (0x23, 0x31), (0x24, 0x41), (0x28, 0x01),
      (0x2B, 0x10), (0x35, 0x30), (0x3A, 0x10), (0x75, identityByte),
      // MREG1.
      (128 + 0x01, 0x20),
    ]
    for (register, value) in values { registers[register] = value }
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x01...0x06, 0x1F...0x2E, 0x35...0x36, 0x79...0x7E].contains { $0.contains(register) }
  }

  private static let frequencies: [UInt8: Double] = [
    5: 1_600, 6: 800, 7: 400, 8: 200, 9: 100, 10: 50, 11: 25, 12: 12.5,
  ]

  /// Both in the low-noise mode and at one rate.
  override var period: Double? {
    let rate = registers[0x20] & 0xF
    guard registers[0x1F] & 0x0F == 0x0F, rate == registers[0x21] & 0xF else { return nil }
    return Self.frequencies[rate].map { 1e6 / $0 }
  }

  /// GYR_STARTUP_TIME_US.
  override var settlingTime: UInt64 { 70_000 }

  private var content: UInt8 { registers[128 + 0x01] }

  override var fillsFIFO: Bool { registers[0x28] & 1 == 0 && content & 3 == 3 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    (
      2_048 * Double(1 << (registers[0x21] >> 5 & 3)),
      16.384 * Double(1 << (registers[0x20] >> 5 & 3)), ChipMotion(force: .zero, rate: .zero)
    )
  }

  private func bytes(_ counts: SIMD3<Int16>) -> [UInt8] {
    registers[0x35] & 0x10 != 0 ? counts.bigEndianBytes : counts.littleEndianBytes
  }

  override func take(_ counts: ChipCounts) {
    let raw = Int16((temperature - 25) * 128)
    registers[0x09] = UInt8(truncatingIfNeeded: raw >> 8)
    registers[0x0A] = UInt8(truncatingIfNeeded: raw)
    registers.replaceSubrange(0x0B..<0x11, with: bytes(counts.force))
    registers.replaceSubrange(0x11..<0x17, with: bytes(counts.rate))
    registers[0x39] |= 0x01
    guard fillsFIFO else { return }
    while invalidPackets > 0, packets.isEmpty {
      invalidPackets -= 1
      append(counts.force, SIMD3(repeating: .min))
    }
    append(counts.force, counts.rate)
    let threshold = Int(registers[0x29]) | Int(registers[0x2A] & 0xF) << 8
    guard fill >= threshold, threshold > 0 else { return }
    registers[0x3A] |= 0x04
    // "The interrupt only fires once", but for WM_GT_TH; pulses, push-pull, active high.
    let isNew = fill - 16 < threshold || content & 0x20 != 0
    if registers[0x2B] & 0x04 != 0, isNew, registers[0x06] & 7 == 3 { pulse() }
  }

  /// 1 KB, while the rest serves APEX.
  private var fill: Int { packets.count * 16 }

  private func append(_ force: SIMD3<Int16>, _ rate: SIMD3<Int16>) {
    guard fill + 16 <= 1_024 || registers[0x28] & 2 == 0 else {
      registers[0x3A] |= 0x02
      return
    }
    let hasTime = content & 0x04 != 0 && registers[128] & 1 != 0
    packets.append(
      [hasTime ? 0x68 : 0x60] + bytes(force) + bytes(rate) + [
        UInt8(bitPattern: Int8(((temperature - 25) * 2).rounded())),
        UInt8(truncatingIfNeeded: now >> 12), UInt8(truncatingIfNeeded: now >> 4),
      ])
    if fill > 1_024 {
      packets.removeFirst()
      registers[0x3A] |= 0x02
    }
  }

  /// True if the chip's clock runs: while a sensor is on or IDLE is set, and then after a moment (MCLK_RDY).
  private var hasClock: Bool { clockStart.map { now >= $0 } == true }

  private func storeBehind(_ value: UInt8) {
    guard hasClock else { return violate("MREG is written while the clock stands") }
    guard registers[0x79] == 0 else { return violate("no block \(registers[0x79])") }
    if now < behindReady { violate("MREG is written within 10 µs") }
    behindReady = now + 10
    registers[128 + Int(registers[0x7A] & 0x7F)] = value
  }

  override func store(_ value: UInt8, in register: UInt8) {
    if now < blockedUntil { violate("\(register) is written too early") }
    switch register {
    case 0x02:
      if value & 0x10 != 0 {
        if registers[0x79] != 0 || registers[0x7C] != 0 { violate("a reset from another block") }
        return wasReset()
      }
      if value & 0x04 != 0 {
        guard hasClock else { return violate("a flush while the clock stands") }
        (packets, offset, flushEnd) = ([], 0, now + 1_000)
        registers[0x3A] &= ~0x06
        restarted()
      }
      return
    case 0x28 where value & 1 == 0:
      if now < flushEnd { violate("the FIFO starts before the flush is done") }
    case 0x29, 0x2A:
      if registers[0x2B] & 0x04 != 0, value != registers[Int(register)] {
        violate("the threshold changes while its interrupt is on")
      }
      if !packets.isEmpty { violate("the threshold changes while the FIFO holds packets") }
    case 0x35 where isOnSPI:
      if value & 3 != 3 { violate("the bus is not shared (AN-000352)") }
    case 0x1F:
      let wasOff = registers[0x1F] & 0x0C == 0 || registers[0x1F] & 0x03 == 0
      if wasOff, value & 0x0F != 0 { blockedUntil = now + 200 }
      if value & 0x1F == 0 { clockStart = nil } else { clockStart = clockStart ?? now + 200 }
    case 0x7B: return storeBehind(value)
    default: break
    }
    super.store(value, in: register)
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x00: return hasClock ? 0x08 : 0
    case 0x02: return now < flushEnd ? 0x04 : 0
    case 0x39, 0x3A:
      defer { registers[Int(register)] = 0 }
      return registers[Int(register)]
    case 0x3D, 0x3E:
      let count = registers[0x35] & 0x40 != 0 ? packets.count : fill
      let isUpper = (register == 0x3D) == (registers[0x35] & 0x20 != 0)
      return UInt8(truncatingIfNeeded: isUpper ? count >> 8 : count)
    case 0x3F:
      guard let packet = packets.first else { return 0xFF }
      offset += 1
      defer { if offset == 16 { (packets, offset) = (Array(packets.dropFirst()), 0) } }
      return packet[offset - 1]
    case 0x7E:
      guard hasClock, registers[0x7C] == 0 else { return 0 }
      return registers[128 + Int(registers[0x7D] & 0x7F)]
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    register == 0x3F || register == 0x7B || register == 0x7E ? register : register &+ 1
  }

  /// A packet that was read in part stays, without RESUME_PARTIAL_RD.
  public override func stop() {
    super.stop()
    if content & 0x10 == 0 { offset = 0 }
  }
}
