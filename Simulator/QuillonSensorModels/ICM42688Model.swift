// This file is also available under the MIT license.

/// An ICM-42688-P, or a relative by its identity, after torvalds/linux's inv_icm42600.h, inv_icm42600_core.c and inv_icm42600_buffer.c and
/// zephyrproject-rtos/zephyr's icm4268x_reg.h.
public final class ICM42688Model: ChipModel {
  private let identityByte: UInt8
  private var fifo: [UInt8] = []
  private var bank = 0
  /// Registers 40 to 4F of bank 4.
  private var thresholds = [UInt8](repeating: 0, count: 16)
  /// True until the count of the FIFO was read once after a start, which gives 0 ("first read of FIFO count after reset is always 0").
  private var isCountFresh = false
  private var lowByte: UInt8 = 0
  /// Until when no register may be written, because a sensor was switched on ("block any register write for at least 200 µs").
  private var blockedUntil: UInt64 = 0
  /// How many packets without a sample of the gyroscope are put before the first sample.
  public var invalidPackets = 0

  /// A chip that reports `identity`: 47 an ICM-42688-P, 42 an ICM-42605, 44 an ICM-42686-P.
  public init(identity: UInt8 = 0x47, address: UInt8 = 0x68, motion: @escaping Motion) {
    identityByte = identity
    super.init(address: address, motion: motion)
  }

  public override var name: String {
    switch identityByte {
    case 0x44: "ICM-42686"
    case 0x40...0x42: "ICM-42605"
    default: "ICM-42688"
    }
  }
  override var identityRegister: UInt8 { 0x75 }

  override func powerOn() {
    super.powerOn()
    (fifo, bank, isCountFresh) = ([], 0, true)
    thresholds = [UInt8](repeating: 0, count: 16)
    let values: [(Int, UInt8)] = [
      (0x2D, 0x10), (0x4C, 0x30), (0x4D, 0x91), (0x4F, 0x06), (0x50, 0x06), (0x52, 0x11),
      (0x64, 0x10), (0x65, 0x10), (0x75, identityByte),
    ]
    for (register, value) in values { registers[register] = value }
    for axis in 0..<3 {
      registers[128 + 0x5F + axis] = 25
      registers[256 + 0x3B + axis] = 35
    }
  }

  override func isWritable(_ register: UInt8) -> Bool {
    if register == 0x76 { return true }
    if bank == 4 { return (0x40...0x4F).contains(register) }
    guard bank == 0 else { return false }
    return [
      0x11...0x11, 0x13...0x14, 0x16...0x16, 0x4B...0x54, 0x56...0x57, 0x5F...0x66, 0x68...0x69,
      0x70...0x70,
    ].contains { $0.contains(register) }
  }

  private static let frequencies: [UInt8: Double] = [
    3: 8_000, 4: 4_000, 5: 2_000, 6: 1_000, 7: 200, 8: 100, 9: 50, 10: 25, 11: 12.5, 15: 500,
  ]

  /// Both in the low-noise mode and at one rate.
  override var period: Double? {
    let rate = registers[0x4F] & 0xF
    guard registers[0x4E] & 0x0F == 0x0F, rate == registers[0x50] & 0xF else { return nil }
    return Self.frequencies[rate].map { 1e6 / $0 }
  }

  /// INV_ICM42600_GYRO_STARTUP_TIME_MS.
  override var settlingTime: UInt64 { 60_000 }

  override var fillsFIFO: Bool { registers[0x16] >> 6 == 1 && registers[0x5F] & 3 == 3 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let isWide = identityByte == 0x44
    let force = (isWide ? 32.0 : 16) / Double(1 << (registers[0x50] >> 5))
    let rate = (isWide ? 4_000.0 : 2_000) / Double(1 << (registers[0x4F] >> 5))
    let test = registers[0x70]
    func response(_ code: Int) -> Double {
      (1..<code).reduce(2_620) { value, _ in value * 1.01 }
    }
    return (
      32_768 / force, 32_768 / rate,
      ChipMotion(
        force: SIMD3(repeating: test & 0x78 == 0x78 ? response(35) / 16_384 : 0),
        rate: SIMD3(repeating: test & 0x07 == 0x07 ? response(25) / 131 : 0))
    )
  }

  private func bytes(_ counts: SIMD3<Int16>) -> [UInt8] {
    registers[0x4C] & 0x10 != 0 ? counts.bigEndianBytes : counts.littleEndianBytes
  }

  override func take(_ counts: ChipCounts) {
    let raw = Int16((temperature - 25) * 132.48)
    registers[0x1D] = UInt8(truncatingIfNeeded: raw >> 8)
    registers[0x1E] = UInt8(truncatingIfNeeded: raw)
    registers.replaceSubrange(0x1F..<0x25, with: bytes(counts.force))
    registers.replaceSubrange(0x25..<0x2B, with: bytes(counts.rate))
    registers[0x2D] |= 0x08
    guard registers[0x16] >> 6 == 1, registers[0x5F] & 3 != 0 else { return }
    if registers[0x4D] >> 6 != 1 {
      violate("AFSR is on, and the gyroscope stands still at times")
    }
    let before = fifo.count
    while invalidPackets > 0, before == 0 {
      invalidPackets -= 1
      append(counts.force, SIMD3(repeating: .min))
    }
    append(counts.force, counts.rate)
    let threshold = Int(registers[0x60]) | Int(registers[0x61] & 0xF) << 8
    guard fifo.count >= threshold, threshold > 0 else { return }
    registers[0x2D] |= 0x04
    let isNew = before < threshold || registers[0x5F] & 0x20 != 0
    // The pins work without INT_ASYNC_RESET ("for proper INT pin operation"); pulses, push-pull, active high.
    let isOn = registers[0x65] & 0x04 != 0 && registers[0x64] & 0x10 == 0
    if isOn, isNew, registers[0x14] & 7 == 3 { pulse() }
  }

  /// A packet: the header, the sensors that are chosen, the temperature, and the time if there are two sensors.
  private func append(_ force: SIMD3<Int16>, _ rate: SIMD3<Int16>) {
    let content = registers[0x5F] & 3
    var packet: [UInt8] = [content == 3 ? 0x68 : content == 1 ? 0x40 : 0x20]
    if content & 1 != 0 { packet += bytes(force) }
    if content & 2 != 0 { packet += bytes(rate) }
    packet.append(UInt8(bitPattern: Int8(((temperature - 25) * 2.07).rounded())))
    if content == 3 {
      packet += [UInt8(truncatingIfNeeded: now >> 12), UInt8(truncatingIfNeeded: now >> 4)]
    }
    fifo += packet
    if fifo.count > 2_048 {
      fifo.removeFirst(packet.count)
      registers[0x2D] |= 0x02
    }
  }

  /// WOM, compared with the sample before, on INT1: 1/256 g a count (inv_icm42600_accel.c), the greatest of the axes.
  override var motionThreshold: Double? {
    let isOn = registers[0x57] & 7 == 5 && registers[0x66] & 7 == 7 && registers[0x14] & 7 == 3
    guard isOn, registers[0x4E] & 2 != 0, registers[0x64] & 0x10 == 0 else { return nil }
    return Double(thresholds[0xA...0xC].max() ?? 0) / 256
  }

  override func store(_ value: UInt8, in register: UInt8) {
    if register == 0x76 {
      bank = Int(value & 7)
      return
    }
    if bank == 4 { thresholds[Int(register & 0xF)] = value }
    guard bank == 0 else { return }
    if now < blockedUntil { violate("\(register) is written too early") }
    switch register {
    case 0x11 where value & 1 != 0: return wasReset()
    case 0x4B:
      if value & 0x02 != 0 {
        (fifo, isCountFresh) = ([], true)
        registers[0x2D] &= ~0x06
        restarted()
      }
      return
    case 0x4C:
      if isOnSPI, value & 3 != 3 { violate("I2C is on with SPI") }
      if !isOnSPI, value & 3 == 3 { isLost = true }
    case 0x4E:
      let wasOff = registers[0x4E] & 0x0C == 0 || registers[0x4E] & 0x03 == 0
      if wasOff, value & 0x0F != 0 { blockedUntil = now + 200 }
    case 0x60, 0x61:
      if registers[0x65] & 0x04 != 0, value != registers[Int(register)] {
        violate("the threshold changes while its interrupt is on")
      }
    default: break
    }
    super.store(value, in: register)
  }

  override func value(of register: UInt8) -> UInt8 {
    if register == 0x76 { return UInt8(bank) }
    guard bank == 0 else { return bank < 3 ? registers[bank * 128 + Int(register & 0x7F)] : 0 }
    switch register {
    case 0x2D:
      defer { registers[0x2D] = 0 }
      return registers[0x2D]
    case 0x2E:
      let count = isCountFresh ? 0 : registers[0x4C] & 0x40 != 0 ? fifo.count / 16 : fifo.count
      isCountFresh = false
      let isBig = registers[0x4C] & 0x20 != 0
      lowByte = UInt8(truncatingIfNeeded: isBig ? count : count >> 8)
      return UInt8(truncatingIfNeeded: isBig ? count >> 8 : count)
    case 0x2F: return lowByte
    case 0x30: return fifo.isEmpty ? 0xFF : fifo.removeFirst()
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    bank == 0 && register == 0x30 ? register : register &+ 1
  }
}
