// This file is also available under the MIT license.

/// A BMI160, after boschsensortec/BMI160_driver's bmi160_defs.h and bmi160.c, torvalds/linux's bmi160_core.c and the data sheet
/// BST-BMI160-DS000.
public final class BMI160Model: ChipModel {
  private var frames: [[UInt8]] = []
  private var offset = 0
  private var isAccelerometerOn = false
  private var isInLowPower = false
  private var isGyroscopeOn = false
  private var lastWrite: UInt64?

  public override var name: String { "BMI160" }
  public override var spi: SPI { .afterEdge }

  override func powerOn() {
    super.powerOn()
    (frames, offset, lastWrite) = ([], 0, nil)
    (isAccelerometerOn, isInLowPower, isGyroscopeOn) = (false, false, false)
    let values: [(Int, UInt8)] = [
      (0x00, 0xD1), (0x21, 0x80), (0x40, 0x28), (0x41, 0x03), (0x42, 0x28), (0x45, 0x88),
      (0x46, 0x80), (0x47, 0x10),
    ]
    for (register, value) in values { registers[register] = value }
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x40...0x47, 0x4B...0x4F, 0x50...0x6B, 0x6D...0x6D, 0x70...0x77, 0x7A...0x7B, 0x7E...0x7E]
      .contains { $0.contains(register) }
  }

  override var period: Double? {
    guard isAccelerometerOn, isGyroscopeOn else { return nil }
    let (accelerometer, gyroscope) = (registers[0x40] & 0xF, registers[0x42] & 0xF)
    guard accelerometer == gyroscope, (6...12).contains(accelerometer) else { return nil }
    return 1e6 / (25 * Double(1 << (accelerometer - 6)))
  }

  /// BMI160_GYRO_DELAY_MS.
  override var settlingTime: UInt64 { 80_000 }

  override var fillsFIFO: Bool { registers[0x47] & 0xF0 == 0xC0 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let ranges: [UInt8: Double] = [3: 2, 5: 4, 8: 8, 12: 16]
    let range = ranges[registers[0x41] & 0xF] ?? 2
    let rate = 2_000 / Double(1 << (registers[0x43] & 7))
    let isTesting = registers[0x6D] & 3 == 1
    let amplitude = registers[0x6D] & 8 != 0 ? 1.3 : 0.3
    // The positive push makes the count smaller (validate_accel_self_test).
    let sign = registers[0x6D] & 4 != 0 ? -1.0 : 1
    return (
      32_768 / range, 32_768 / rate,
      ChipMotion(
        force: isTesting ? SIMD3(repeating: amplitude * sign) : .zero, rate: .zero)
    )
  }

  override func take(_ counts: ChipCounts) {
    registers.replaceSubrange(0x0C..<0x12, with: counts.rate.littleEndianBytes)
    registers.replaceSubrange(0x12..<0x18, with: counts.force.littleEndianBytes)
    let raw = Int16((temperature - 23) * 512)
    registers[0x20] = UInt8(truncatingIfNeeded: raw)
    registers[0x21] = UInt8(truncatingIfNeeded: raw >> 8)
    guard registers[0x47] & 0xC0 != 0 else { return }
    var frame: [UInt8] = []
    if registers[0x47] & 0x80 != 0 { frame += counts.rate.littleEndianBytes }
    if registers[0x47] & 0x40 != 0 { frame += counts.force.littleEndianBytes }
    if registers[0x47] & 0x10 != 0 { frame.insert(0x8C, at: 0) }
    frames.append(frame)
    if fill > 1_024 { frames.removeFirst() }
  }

  /// The byte counter changes with whole frames.
  private var fill: Int { frames.reduce(0) { $0 + $1.count } }

  /// The threshold on pin 1, whose output is on and active high.
  override var holdsPin: Bool {
    let threshold = 4 * Int(registers[0x46])
    return registers[0x51] & 0x40 != 0 && registers[0x56] & 0x40 != 0
      && registers[0x53] & 0x0E == 0x0A && registers[0x54] & 0x1F == 0 && threshold > 0
      && fill >= threshold
  }

  /// Any-motion on all axes and on pin 1: a count is 1/512 of the range (zephyrproject-rtos/zephyr, bmi160_trigger.c).
  override var motionThreshold: Double? {
    let isOn =
      registers[0x50] & 7 == 7 && registers[0x55] & 4 != 0 && registers[0x53] & 0x0E == 0x0A
    guard isOn, isInLowPower || isAccelerometerOn else { return nil }
    return Double(registers[0x60]) * 32_768 / scale.force / 512
  }

  override func store(_ value: UInt8, in register: UInt8) {
    // BMI160_SUSPENDED_WRITE_USLEEP: while no sensor is on, the next write has to wait.
    if !isAccelerometerOn, !isGyroscopeOn, let lastWrite, now - lastWrite < 450 {
      violate("register \(register) is written too early")
    }
    lastWrite = now
    guard register == 0x7E else { return super.store(value, in: register) }
    switch value {
    case 0xB6: wasReset()
    case 0xB0:
      (frames, offset) = ([], 0)
      restarted()
    case 0x10...0x12:
      (isAccelerometerOn, isInLowPower) = (value == 0x11, value == 0x12)
      // bmi160.c, process_under_sampling.
      if isInLowPower, registers[0x40] & 0x80 == 0 {
        violate("the low-power mode without acc_us")
      }
    case 0x14, 0x17: isGyroscopeOn = false
    case 0x15: isGyroscopeOn = true
    default: violate("no command \(value)")
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x1D:
      let isFull = registers[0x51] & 0x20 != 0 && fill + 12 > 1_024
      let isFilled = registers[0x51] & 0x40 != 0 && fill >= 4 * Int(registers[0x46])
      return (isFull ? 0x20 : 0) | (isFilled ? 0x40 : 0)
    case 0x22: return UInt8(fill & 0xFF)
    case 0x23: return UInt8(fill >> 8)
    case 0x24:
      guard let frame = frames.first else { return 0x80 }
      offset += 1
      defer { if offset == frame.count { (frames, offset) = (Array(frames.dropFirst()), 0) } }
      return frame[offset - 1]
    case 0x7E: return 0
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    register == 0x24 ? register : register &+ 1
  }

  /// A frame that was read in part stays.
  public override func stop() {
    super.stop()
    offset = 0
  }
}
