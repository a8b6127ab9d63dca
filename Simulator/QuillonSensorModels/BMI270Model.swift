// This file is also available under the MIT license.

/// A BMI270, after boschsensortec/BMI270_SensorAPI's bmi2_defs.h and bmi2.c. It measures only after it was given the configuration that
/// it expects, byte for byte.
public final class BMI270Model: ChipModel {
  private let configuration: [UInt8]
  /// How long the configuration needs to start, µs (zephyrproject-rtos/zephyr, bmi270.c, waits for up to 150 ms), and how long the chip is
  /// deaf after a reset.
  public var startTime: UInt64 = 15_000
  public var deafTime: UInt64 = 0
  /// What the gyroscope's x axis feels of a rate about z, −64…63, in 1/512 (bmi2.c, `comp_gyro_cross_axis_sensitivity`).
  public var crossAxis: Int8 = 0
  /// How many frames without a sample stand in the FIFO before the first sample.
  public var dummyFrames = 0
  private var loaded: [UInt8] = []
  private var loadAddress = 0
  private var readyAt: UInt64?
  private var frames: [[UInt8]] = []
  private var offset = 0

  /// A chip that accepts `configuration` and no other.
  public init(configuration: [UInt8], address: UInt8 = 0x68, motion: @escaping Motion) {
    self.configuration = configuration
    super.init(address: address, motion: motion)
  }

  public override var name: String { "BMI270" }
  public override var spi: SPI { .delayed }

  override func powerOn() {
    super.powerOn()
    (loaded, loadAddress, readyAt, frames, offset) = ([], 0, nil, [], 0)
    let values: [(Int, UInt8)] = [
      (0x00, 0x24), (0x40, 0xA8), (0x41, 0x02), (0x42, 0xA9), (0x45, 0x88), (0x48, 0x02),
      (0x49, 0x10), (0x7C, 0x03),
    ]
    for (register, value) in values { registers[register] = value }
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x2F...0x4A, 0x4B...0x4F, 0x52...0x5C, 0x5E...0x5E, 0x68...0x6D, 0x70...0x77, 0x7C...0x7E]
      .contains { $0.contains(register) }
  }

  private var isLoaded: Bool { readyAt.map { now >= $0 } == true && loaded == configuration }

  override var period: Double? {
    guard isLoaded, registers[0x7D] & 0x06 == 0x06 else { return nil }
    let (accelerometer, gyroscope) = (registers[0x40] & 0xF, registers[0x42] & 0xF)
    guard accelerometer == gyroscope, (6...12).contains(accelerometer) else { return nil }
    return 1e6 / (25 * Double(1 << (accelerometer - 6)))
  }

  override var settlingTime: UInt64 { 45_000 }

  override var fillsFIFO: Bool { registers[0x49] == 0xC0 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let range = Double(125 << (4 - Int(min(registers[0x43] & 7, 4))))
    let isTesting = registers[0x6D] & 1 != 0
    let sign = registers[0x6D] & 4 != 0 ? 1.0 : -1
    return (
      16_384 / Double(1 << (registers[0x41] & 3)), 32_768 / range,
      ChipMotion(force: isTesting ? SIMD3(9, -8.5, 6) * sign : .zero, rate: .zero)
    )
  }

  override func take(_ counts: ChipCounts) {
    registers.replaceSubrange(0x0C..<0x12, with: counts.force.littleEndianBytes)
    registers.replaceSubrange(0x12..<0x18, with: counts.rate.littleEndianBytes)
    let raw = Int16((temperature - 23) * 512)
    registers[0x22] = UInt8(truncatingIfNeeded: raw)
    registers[0x23] = UInt8(truncatingIfNeeded: raw >> 8)
    registers[0x1D] |= 0xC0
    guard registers[0x49] & 0xC0 != 0 else { return }
    if frames.isEmpty, registers[0x49] == 0xC0, dummyFrames > 0 {
      let dummies: [UInt8] = [2, 0x7F, 0, 0x80, 0, 0x80, 1, 0x7F, 0, 0x80, 0, 0x80]
      frames += Array(repeating: dummies, count: dummyFrames)
      dummyFrames = 0
    }
    var frame: [UInt8] = []
    if registers[0x49] & 0x80 != 0 { frame += felt(counts.rate).littleEndianBytes }
    if registers[0x49] & 0x40 != 0 { frame += counts.force.littleEndianBytes }
    if registers[0x49] & 0x10 != 0 { frame.insert(0x8C, at: 0) }
    frames.append(frame)
    if frames.count * frame.count > 2_048 {
      registers[0x1D] |= 1
      if registers[0x48] & 1 == 0 { frames.removeFirst() } else { frames.removeLast() }
    }
  }

  /// What the gyroscope gives: x with a part of z.
  private func felt(_ rate: SIMD3<Int16>) -> SIMD3<Int16> {
    let part = Int(crossAxis) * Int(rate.z) / 512
    return SIMD3(Int16(clamping: Int(rate.x) + part), rate.y, rate.z)
  }

  private var fill: Int { frames.reduce(0) { $0 + $1.count } - offset }
  private var threshold: Int { Int(registers[0x46]) | Int(registers[0x47] & 0x1F) << 8 }

  /// The threshold on pin 1, whose output is on and active high.
  override var holdsPin: Bool {
    registers[0x58] & 0x02 != 0 && registers[0x53] & 0x0E == 0x0A && threshold > 0
      && fill >= threshold
  }

  override func store(_ value: UInt8, in register: UInt8) {
    switch register {
    case 0x7E where value == 0xB6:
      wasReset()
      if deafTime > 0 { faults = [.noAcknowledge(now..<now + deafTime)] }
    case 0x7E where value == 0xB0:
      (frames, offset) = ([], 0)
      registers[0x1D] &= ~1
      restarted()
    case 0x59:
      if value & 1 == 0 { (loaded, readyAt) = ([], nil) } else { readyAt = now + startTime }
    case 0x5E:
      guard registers[0x7C] & 1 == 0 else {
        violate("the configuration was written while power is saved")
        return
      }
      while loaded.count <= loadAddress { loaded.append(0) }
      loaded[loadAddress] = value
      loadAddress += 1
    default: super.store(value, in: register)
    }
    if register == 0x5B || register == 0x5C {
      loadAddress = 2 * (Int(registers[0x5B] & 0xF) | Int(registers[0x5C]) << 4)
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x1D:
      defer { registers[0x1D] = 0 }
      return registers[0x1D]
    case 0x1E: return isLoaded ? UInt8(bitPattern: crossAxis) & 0x7F : 0
    case 0x21: return readyAt.map { now >= $0 } == true ? (isLoaded ? 1 : 2) : 0
    case 0x24: return UInt8(fill & 0xFF)
    case 0x25: return UInt8(fill >> 8)
    case 0x26:
      guard let frame = frames.first else { return 0x80 }
      offset += 1
      defer { if offset == frame.count { (frames, offset) = (Array(frames.dropFirst()), 0) } }
      return frame[offset - 1]
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    register == 0x26 || register == 0x5E ? register : register &+ 1
  }
}
