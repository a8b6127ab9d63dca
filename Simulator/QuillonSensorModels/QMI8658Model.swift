// This file is also available under the MIT license.

/// A QMI8658A or QMI8658C, after QST's data sheet 13-52-25, revision A.
public final class QMI8658Model: ChipModel {
  /// What it does with a command of CTRL9.
  private enum Command {
    case none
    /// It works on it until then, µs.
    case running(UInt8, until: UInt64)
    /// It is done, and was not acknowledged.
    case done
    /// It was acknowledged, which shows then, µs.
    case closing(at: UInt64)
  }

  private var fifo: [UInt8] = []
  private var command = Command.none
  private var isReading = false
  private var hasOverflowed = false
  /// The level of the pin, which does not change in the read mode.
  private var level = false
  /// The threshold of motion, mg, of CTRL_CMD_WRITE_WOM_SETTING, and how many samples are passed over; nil before.
  private var wake: (threshold: UInt8, blanking: UInt8)?
  /// When it began to look for motion, µs.
  private var wakeStart: UInt64 = 0
  /// True once it has seen motion: INT1 has left its initial value until STATUS1 is read.
  private var hasMoved = false
  /// Until when it starts, µs: 200 µs and at most 15 ms, in which "there should be no write". What is written is lost.
  private var startEnd: UInt64 = 0
  private var testEnd: UInt64?

  /// How long a command takes, and how long its acknowledgment, µs. No source has a number; drivers look at STATUSINT once each
  /// millisecond.
  public var commandTime: UInt64 = 200
  public var acknowledgeTime: UInt64 = 50

  public override var name: String { "QMI8658" }

  override func powerOn() {
    super.powerOn()
    (fifo, command, isReading, hasOverflowed, level) = ([], .none, false, false, false)
    (startEnd, testEnd, wake, hasMoved) = (now + 15_200, nil, nil, false)
    let values: [(Int, UInt8)] = [(0x00, 0x05), (0x01, 0x7C), (0x02, 0x20), (0x4D, 0x80)]
    for (register, value) in values { registers[register] = value }
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x02...0x04, 0x06...0x06, 0x08...0x14, 0x60...0x60].contains { $0.contains(register) }
  }

  /// Both sensors at one rate, derived from the gyroscope's.
  override var period: Double? {
    let (accelerometer, gyroscope) = (registers[0x03] & 0xF, registers[0x04] & 0xF)
    guard registers[0x08] & 0x93 == 0x03, accelerometer == gyroscope, accelerometer <= 8,
      registers[0x02] & 1 == 0
    else { return nil }
    return 1e6 / 7_174.4 * Double(1 << accelerometer)
  }

  /// Gyro Turn On Time: 150 ms and three samples.
  override var settlingTime: UInt64 { 150_000 + UInt64(3 * (period ?? 0)) }

  override var fillsFIFO: Bool { (1...2).contains(registers[0x14] & 3) }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    (
      16_384 / Double(1 << (registers[0x03] >> 4 & 3)),
      2_048 / Double(1 << (registers[0x04] >> 4 & 7)), ChipMotion(force: .zero, rate: .zero)
    )
  }

  private func bytes(_ counts: SIMD3<Int16>) -> [UInt8] {
    registers[0x02] & 0x20 != 0 ? counts.bigEndianBytes : counts.littleEndianBytes
  }

  /// The size of the FIFO, bytes.
  private var capacity: Int { 12 * 16 << Int(registers[0x14] >> 2 & 3) }

  override func take(_ counts: ChipCounts) {
    registers.replaceSubrange(0x35..<0x3B, with: bytes(counts.force))
    registers.replaceSubrange(0x3B..<0x41, with: bytes(counts.rate))
    let raw = Int16(temperature * 256)
    registers[0x33] = UInt8(truncatingIfNeeded: raw)
    registers[0x34] = UInt8(truncatingIfNeeded: raw >> 8)
    work()
    guard fillsFIFO else { return }
    // "The new data won't be filled into FIFO, and will be discarded."
    guard !isReading else { return hasOverflowed = true }
    if fifo.count + 12 > capacity {
      hasOverflowed = true
      guard registers[0x14] & 3 == 2 else { return }
      fifo.removeFirst(fifo.count + 12 - capacity)
    }
    fifo += bytes(counts.force) + bytes(counts.rate)
    followLevel()
  }

  /// "It will keep high level as long as the FIFO filled level is equal to or higher than the watermark, will drop to low level … after
  /// reading out by host and FIFO_RD_MODE is cleared."
  private func followLevel() {
    let threshold = Int(registers[0x13]) * 12
    if !isReading {
      level = registers[0x14] & 3 != 0 && threshold > 0 && fifo.count >= threshold
    }
  }

  /// The FIFO's interrupt on INT1, whose output is on.
  override var holdsPin: Bool {
    registers[0x02] & 0x0C == 0x0C && level || registers[0x02] & 0x08 != 0 && hasMoved
  }

  /// The accelerometer alone in its low-power mode, after the samples of the blanking time.
  override var motionThreshold: Double? {
    let rates: [UInt8: Double] = [12: 128, 13: 21, 14: 11, 15: 3]
    guard let wake, registers[0x08] & 3 == 1, let rate = rates[registers[0x03] & 0xF],
      now >= wakeStart + UInt64(Double(wake.blanking) / rate * 1e6)
    else { return nil }
    return Double(wake.threshold) / 1_000
  }

  override func noticeMotion() { hasMoved = true }

  /// Goes on with the command.
  private func work() {
    switch command {
    case .running(let code, let end) where now >= end:
      command = .done
      switch code {
      case 0x04:
        (fifo, hasOverflowed) = ([], false)
        restarted()
        followLevel()
      case 0x05: isReading = true
      case 0x08:
        if registers[0x08] & 3 != 0 { violate("the threshold of motion while the sensors are on") }
        // Bits 7…6 are INT1 with the initial value 0.
        wake = registers[0x0C] >> 6 == 0 ? (registers[0x0B], registers[0x0C] & 0x3F) : nil
      default: violate("no command \(code)")
      }
    case .closing(let end) where now >= end: command = .none
    default: break
    }
  }

  override func store(_ value: UInt8, in register: UInt8) {
    work()
    guard now >= startEnd else {
      // Whoever wants a reset gets one.
      if register != 0x60 { violate("\(register) is written while it starts") }
      return
    }
    switch register {
    case 0x60:
      guard value == 0xB0 else { return violate("\(value) is no reset") }
      wasReset()
    case 0x0A:
      switch command {
      case .none: if value != 0 { command = .running(value, until: now + commandTime) }
      case .running: violate("a command is not waited for")
      case .done:
        if value != 0 { violate("a command is not acknowledged") }
        command = .closing(at: now + acknowledgeTime)
      case .closing: if value != 0 { violate("a command comes while the last one ends") }
      }
    case 0x08:
      if registers[0x08] & 3 == 0 { wakeStart = now }
      super.store(value, in: register)
    case 0x14:
      super.store(value & 0x0F, in: register)
      if value & 0x80 == 0 { isReading = false }
      followLevel()
    case 0x03, 0x04:
      let isTested = value & 0x80 != 0
      if isTested, registers[0x08] & 3 != 0 { violate("a self-test while the sensors are on") }
      // 25 samples of the accelerometer, 400 ms of the gyroscope.
      let time = register == 0x03 ? 25e6 / 7_174.4 * Double(1 << (value & 0xF)) : 400_000
      if isTested { testEnd = now + UInt64(time) } else { testEnd = nil }
      if isTested {
        let counts = Int16(clamping: Int((register == 0x03 ? 1_000 : 12_000) * selfTestResponse))
        registers.replaceSubrange(
          0x51..<0x57, with: SIMD3(counts, 0 &- counts, counts).littleEndianBytes)
      }
      super.store(value, in: register)
    default: super.store(value, in: register)
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    work()
    switch register {
    case 0x2D:
      var status: UInt8 = 0
      if case .done = command { status |= 0x80 }
      if case .closing = command { status |= 0x80 }
      if let testEnd, now >= testEnd { status |= 0x01 }
      return status
    case 0x2F:
      defer { hasMoved = false }
      return hasMoved ? 0x04 : 0
    case 0x14: return registers[0x14] | (isReading ? 0x80 : 0)
    case 0x15: return UInt8(truncatingIfNeeded: fifo.count / 2)
    case 0x16:
      return UInt8(fifo.count >> 9) | (fifo.isEmpty ? 0 : 0x10) | (hasOverflowed ? 0x20 : 0)
        | (level ? 0x40 : 0) | (fifo.count >= capacity ? 0x80 : 0)
    case 0x17:
      guard isReading else {
        violate("the FIFO is read outside its read mode")
        return 0
      }
      return fifo.isEmpty ? 0 : fifo.removeFirst()
    default: return super.value(of: register)
    }
  }

  /// ADDR_AI is off after a reset.
  override func next(after register: UInt8) -> UInt8 {
    registers[0x02] & 0x40 == 0 || register == 0x17 ? register : register &+ 1
  }
}
