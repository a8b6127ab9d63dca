// This file is also available under the MIT license.

/// An ICM-42670-P, or an ICM-42607-P by its identity, after tdk-invn-oss/motion.mcu.icm42670p.driver's inv_imu_regmap_rev_a.h,
/// inv_imu_driver.c, inv_imu_transport.c and inv_imu_selftest.c, and TDK's data sheet DS-000451.
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
  /// When the accelerometer came to its low-power mode on the RC oscillator, µs; nil before.
  private var lowPowerStart: UInt64?
  /// OTP_CTRL7 of MREG2, and since when the memory of what the maker measured has power, µs.
  private var memoryControl: UInt8 = 0x06
  private var memoryStart: UInt64?
  /// When the motion engine's memory is empty, µs, and whether what the self-test compares with has been fetched.
  private var emptyEnd: UInt64?
  private var hasSelfTestData = false
  /// When the self-test is done, µs.
  private var selfTestEnd: UInt64?
  /// When a flush is done, µs.
  private var flushEnd: UInt64 = 0
  /// How many packets without a sample of the gyroscope are put before the first sample.
  public var invalidPackets = 0

  /// A chip that reports `identity`: 67 an ICM-42670-P, 60 an ICM-42607-P.
  public init(identity: UInt8 = 0x67, address: UInt8 = 0x68, motion: @escaping Motion) {
    identityByte = identity
    super.init(address: address, motion: motion)
  }

  public override var name: String { "ICM-42670" }
  override var identityRegister: UInt8 { 0x75 }

  override func powerOn() {
    super.powerOn()
    (packets, offset, clockStart, behindReady, lowPowerStart) = ([], 0, nil, 0, nil)
    (memoryControl, memoryStart, emptyEnd, hasSelfTestData, selfTestEnd) = (6, nil, nil, false, nil)
    // A reset takes a millisecond, and the board starts later than its supply.
    blockedUntil = startCount > 1 ? now + 1_000 : 0
    let values: [(Int, UInt8)] = [
      (0x01, 0x04), (0x20, 0x06), (0x21, 0x06), (0x23, 0x31), (0x24, 0x41), (0x25, 0x08),
      (0x28, 0x01),
      (0x2B, 0x10), (0x35, 0x30), (0x3A, 0x10), (0x75, identityByte),
      // MREG1.
      (128 + 0x01, 0x20), (128 + 0x2B, 0x06),
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

  /// A low-power mode of the accelerometer alone begins on the RC oscillator (bit 7) and stays there for a sample (inv_imu_driver.c,
  /// inv_imu_enable_accel_low_power_mode). On the other oscillator the chip's clock stands.
  private func changePower(_ value: UInt8) {
    let isLowPower = value & 0x1F == 2
    let isOnOther = isLowPower && value & 0x80 == 0
    let wait = UInt64(1e6 / (Self.frequencies[registers[0x21] & 0xF] ?? 1))
    if isOnOther, now < (lowPowerStart ?? .max - wait) + wait {
      violate("the low-power mode leaves the RC oscillator too early")
    }
    lowPowerStart = isLowPower ? lowPowerStart ?? now : nil
    let hasNone = value & 0x1F == 0 || isOnOther
    clockStart = hasNone ? nil : clockStart ?? now + 200
  }

  /// WOM, compared with the sample before, on INT1: 1/256 g a count, the greatest of the axes.
  override var motionThreshold: Double? {
    let isOn = registers[0x27] & 7 == 3 && registers[0x2C] & 7 == 7 && registers[0x06] & 7 == 3
    guard isOn, registers[0x1F] & 2 != 0 else { return nil }
    return Double(registers[128 + 0x4B...128 + 0x4D].max() ?? 0) / 256
  }

  private func storeBehind(_ value: UInt8) {
    guard hasClock else { return violate("MREG is written while the clock stands") }
    if now < behindReady { violate("MREG is written within 10 µs") }
    behindReady = now + 10
    let register = Int(registers[0x7A] & 0x7F)
    switch registers[0x79] {
    case 0:
      if register == 0x14, value & 0xC0 != 0 { startSelfTest() }
      registers[128 + register] = value
    case 0x28 where register == 0x06:
      // "Wait for voltage generator to power on": 100 µs.
      if value & 8 != 0 {
        let isOn = memoryStart.map { now >= $0 + 100 } == true
        if !isOn { violate("the memory is read without power") }
        hasSelfTestData = isOn && registers[128 + 0x2B] & 0x0C == 0x0C
      }
      memoryStart = value & 2 == 0 ? memoryStart ?? now : nil
      memoryControl = value & ~8
    default: violate("no block \(registers[0x79])")
    }
  }

  /// inv_imu_run_selftest: with both sensors off, an empty memory of the motion engine and what the maker measured.
  private func startSelfTest() {
    if registers[0x1F] & 0x0F != 0 { violate("a self-test while the sensors are on") }
    if emptyEnd.map({ now >= $0 }) != true { violate("a self-test before the memory is empty") }
    if !hasSelfTestData { violate("a self-test without the maker's numbers") }
    selfTestEnd = now + 200_000
  }

  /// Both sensors within half of what the maker measured.
  private func endSelfTest() {
    guard let end = selfTestEnd, now >= end else { return }
    selfTestEnd = nil
    registers[0x3A] |= 0x80
    let isRight = hasSelfTestData && (0.5...1.5).contains(selfTestResponse)
    registers[128 + 0x63] = isRight ? 0x3E : 0x10
    registers[128 + 0x64] = isRight ? 0x3E : 0x10
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
    case 0x25 where value & 1 != 0:
      if !hasClock { violate("the memory is emptied while the clock stands") }
      emptyEnd = now + 1_000
      return super.store(value & ~1, in: register)
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
      let isStarting = [0x0C, 0x03].contains { registers[0x1F] & $0 == 0 && value & $0 != 0 }
      if isStarting { blockedUntil = now + 200 }
      changePower(value)
    case 0x7B: return storeBehind(value)
    default: break
    }
    super.store(value, in: register)
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x00: return hasClock ? 0x08 : 0
    case 0x02: return now < flushEnd ? 0x04 : 0
    case 0x25: return registers[0x25] | (emptyEnd.map { now < $0 } == true ? 1 : 0)
    case 0x39, 0x3A:
      endSelfTest()
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
      guard hasClock else { return 0 }
      switch registers[0x7C] {
      case 0: return registers[128 + Int(registers[0x7D] & 0x7F)]
      case 0x28 where registers[0x7D] == 0x06: return memoryControl
      default: return 0
      }
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
