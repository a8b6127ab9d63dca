// This file is also available under the MIT license.

/// What an LSM6DSOX and an LSM6DS3TR-C share, after STMicroelectronics/lsm6dsox-pid and lsm6ds3tr-c-pid.
public class LSM6Model: ChipModel {
  var identityByte: UInt8 { 0 }
  override var identityRegister: UInt8 { 0x0F }

  override func powerOn() {
    super.powerOn()
    registers[0x0F] = identityByte
    registers[0x12] = 0x04
    emptyFIFO()
  }

  func emptyFIFO() {}

  private static let rates = [0, 12.5, 26, 52, 104, 208, 416, 833, 1_660, 3_330, 6_660]

  private func rate(_ register: Int) -> Double {
    let code = Int(registers[register] >> 4)
    return code < Self.rates.count ? Self.rates[code] : 0
  }

  /// Both sensors at the same rate.
  override var period: Double? {
    let rate = rate(0x10)
    return rate > 0 && rate == self.rate(0x11) ? 1e6 / rate : nil
  }

  /// What a count of the accelerometer is at the four ranges, mg.
  var forceSteps: [Double] { [0.061, 0.488, 0.122, 0.244] }

  /// What the accelerometer's self-test adds, g.
  var push: Double { 0.4 }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    let forces = forceSteps
    let rates = [8.75, 4.375, 17.5, 0, 35, 0, 70, 0]
    let step = rates[Int(registers[0x11] >> 1 & 7)]
    let test = registers[0x14]
    return (
      1_000 / forces[Int(registers[0x10] >> 2 & 3)], step > 0 ? 1_000 / step : 0,
      ChipMotion(
        force: SIMD3(repeating: test & 3 == 1 ? push : 0),
        rate: SIMD3(repeating: test >> 2 & 3 == 1 ? 300 : 0))
    )
  }

  /// The gyroscope's first 12 samples at 104 Hz (torvalds/linux, st_lsm6dsx_core.c, `samples_to_discard`).
  override var settlingTime: UInt64 { 115_400 }

  /// The FIFO's mode: 6 is continuous, 0 empties it.
  var isContinuous: Bool { registers[0x0A] & 7 == 6 }

  override func take(_ counts: ChipCounts) {
    let raw = Int16((temperature - 25) * 256)
    registers[0x20] = UInt8(truncatingIfNeeded: raw)
    registers[0x21] = UInt8(truncatingIfNeeded: raw >> 8)
    registers.replaceSubrange(0x22..<0x28, with: counts.rate.littleEndianBytes)
    registers.replaceSubrange(0x28..<0x2E, with: counts.force.littleEndianBytes)
    if isContinuous { fill(counts) }
  }

  func fill(_ counts: ChipCounts) {}

  /// FUNC_CFG_ACCESS: while another bank is chosen, its registers are in the place of all others (zephyrproject-rtos/zephyr, lsm6dso.c).
  private var isInOtherBank: Bool { registers[0x01] & 0xC0 != 0 }

  override func value(of register: UInt8) -> UInt8 {
    isInOtherBank && register != 0x01 ? 0 : super.value(of: register)
  }

  override func store(_ value: UInt8, in register: UInt8) {
    guard !isInOtherBank || register == 0x01 else { return }
    if register == 0x12, value & 1 != 0 { return wasReset() }
    super.store(value, in: register)
    if register == 0x0A, value & 7 == 0 {
      emptyFIFO()
      restarted()
    }
  }

  override var motionThreshold: Double? {
    let isOn = registers[0x58] & 0x80 != 0 && registers[0x5E] & 0x20 != 0
    guard isOn, registers[0x10] >> 4 != 0 else { return nil }
    let ranges = [2.0, 16, 4, 8]
    return Double(registers[0x5B] & 0x3F) * ranges[Int(registers[0x10] >> 2 & 3)] / 64
  }
}

/// The FIFO of ST's chips with tags: words of seven bytes.
struct TaggedFIFO {
  private(set) var words: [[UInt8]] = []
  /// True after an overrun: until a word is read, and until the status is.
  private var (hasOverrun, latched) = (false, false)
  private var tagCount: UInt8 = 0
  private let capacity: Int
  private let hasParity: Bool

  /// An empty one of so many words. Bit 0 of a tag is its parity if it has one.
  init(capacity: Int, hasParity: Bool) {
    (self.capacity, self.hasParity) = (capacity, hasParity)
  }

  /// Begins a time slot.
  mutating func beginSlot() { tagCount = (tagCount + 1) & 3 }

  /// Appends a word of a sensor.
  mutating func append(_ sensor: UInt8, _ counts: SIMD3<Int16>) {
    let head = sensor << 3 | tagCount << 1
    let parity = hasParity ? UInt8(head.nonzeroBitCount & 1) : 0
    words.append([head | parity] + counts.littleEndianBytes)
    if words.count > capacity {
      words.removeFirst()
      (hasOverrun, latched) = (true, true)
    }
  }

  mutating func empty() { (words, hasOverrun) = ([], false) }

  /// As after power-on.
  mutating func start() { self = TaggedFIFO(capacity: capacity, hasParity: hasParity) }

  /// FIFO_STATUS2 with a level of more bits than 8.
  mutating func status(threshold: Int) -> UInt8 {
    defer { latched = false }
    return UInt8(words.count >> 8) | (hasOverrun ? 0x40 : 0) | (latched ? 0x08 : 0)
      | (words.count >= max(threshold, 1) ? 0x80 : 0)
  }

  /// A byte of the oldest word. Reading its last byte removes the word.
  mutating func read(_ index: Int) -> UInt8 {
    guard let word = words.first else { return 0 }
    if index == 6 {
      words.removeFirst()
      hasOverrun = false
    }
    return word[index]
  }
}

/// An LSM6DSOX, or an ISM330DHCX by its identity, after STMicroelectronics/ism330dhcx-pid: a FIFO of words with a tag.
public final class LSM6DSOXModel: LSM6Model {
  private let identityOfThis: UInt8
  private var fifo = TaggedFIFO(capacity: 512, hasParity: true)
  /// True: the FIFO begins with the accelerometer's word of the first time slot.
  public var beginsInsideSlot = false

  /// True: it is an LSM6DSO32, with the same identity and twice the range (adafruit/Adafruit_LSM6DS, Adafruit_LSM6DSO32.h: 4, 32, 8 and 16 g).
  public var hasDoubleRange = false

  override var forceSteps: [Double] {
    hasDoubleRange ? [0.122, 0.976, 0.244, 0.488] : super.forceSteps
  }

  /// A chip that reports `identity`: 6C an LSM6DSOX, 6B an ISM330DHCX.
  public init(identity: UInt8 = 0x6C, address: UInt8, motion: @escaping Motion) {
    identityOfThis = identity
    super.init(address: address, motion: motion)
  }

  public override var name: String {
    identityOfThis == 0x6B ? "ISM330DHCX" : hasDoubleRange ? "LSM6DSO32" : "LSM6DSOX"
  }
  override var identityByte: UInt8 { identityOfThis }

  /// Between the limits of STMems_Standard_C_drivers: 90 to 1,700 mg of an ISM330DHCX, 40 to 1,700 mg of an LSM6DSRX.
  override var push: Double { identityOfThis == 0x6B ? 0.3 : super.push }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x01...0x02, 0x07...0x0E, 0x10...0x19, 0x56...0x5F, 0x73...0x75].contains {
      $0.contains(register)
    }
  }

  override func powerOn() {
    super.powerOn()
    fifo.start()
  }

  override var fillsFIFO: Bool { isContinuous && registers[0x09] == 0x44 }

  override func emptyFIFO() { fifo.empty() }

  override func fill(_ counts: ChipCounts) {
    fifo.beginSlot()
    if registers[0x09] >> 4 != 0, !beginsInsideSlot { fifo.append(1, counts.rate) }
    beginsInsideSlot = false
    if registers[0x09] & 0xF != 0 { fifo.append(2, counts.force) }
  }

  /// A reset while INT1 is high brings the chip to I3C, unless CTRL9_XL.I3C_disable is set, which a reset keeps
  /// (zephyrproject-rtos/zephyr#38902 and lsm6dso.c: "I3C disable stay preserved after s/w reset").
  override func store(_ value: UInt8, in register: UInt8) {
    guard register == 0x12, value & 1 != 0, registers[0x01] & 0xC0 == 0 else {
      return super.store(value, in: register)
    }
    let isHigh = interruptLevel
    let kept = registers[0x18] & 0x02
    super.store(value, in: register)
    registers[0x18] = kept
    if isHigh, kept == 0 { isLost = true }
  }

  private var threshold: Int { Int(registers[0x07]) | Int(registers[0x08] & 1) << 8 }

  override var holdsPin: Bool {
    registers[0x0D] & 0x08 != 0 && threshold > 0 && fifo.words.count >= threshold
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x3A: return UInt8(fifo.words.count & 0xFF)
    case 0x3B: return fifo.status(threshold: threshold)
    case 0x78...0x7E: return fifo.read(Int(register) - 0x78)
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    guard registers[0x12] & 0x04 != 0 else { return register }
    return register == 0x7E ? 0x78 : register &+ 1
  }
}

/// An LSM6DS3TR-C: a FIFO of 16-bit numbers.
public final class LSM6DS3TRCModel: LSM6Model {
  private var numbers: [Int16] = []
  private var popped = 0
  private var hasOverrun = false

  public override var name: String { "LSM6DS3TR-C" }
  override var identityByte: UInt8 { 0x6A }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x01...0x01, 0x04...0x0E, 0x10...0x1A, 0x58...0x5F, 0x73...0x75].contains {
      $0.contains(register)
    }
  }

  override var fillsFIFO: Bool {
    isContinuous && registers[0x08] & 0x3F == 0x09 && registers[0x0A] >> 3 & 0xF == 4
  }

  override func emptyFIFO() { (numbers, popped, hasOverrun) = ([], 0, false) }

  override func fill(_ counts: ChipCounts) {
    guard registers[0x0A] >> 3 & 0xF == registers[0x10] >> 4 else { return }
    if registers[0x08] >> 3 & 7 == 1 { numbers += [counts.rate.x, counts.rate.y, counts.rate.z] }
    if registers[0x08] & 7 == 1 { numbers += [counts.force.x, counts.force.y, counts.force.z] }
    if numbers.count > 2_047 {
      popped += numbers.count - 2_047
      numbers.removeFirst(numbers.count - 2_047)
      hasOverrun = true
    }
  }

  private var threshold: Int { Int(registers[0x06]) | Int(registers[0x07] & 7) << 8 }

  override var holdsPin: Bool {
    registers[0x0D] & 0x08 != 0 && threshold > 0 && numbers.count >= threshold
  }

  override func value(of register: UInt8) -> UInt8 {
    switch register {
    case 0x3A: return UInt8(numbers.count & 0xFF)
    case 0x3B:
      return UInt8(numbers.count >> 8 & 7) | (hasOverrun ? 0x40 : 0)
        | (numbers.isEmpty ? 0x10 : 0) | (numbers.count >= max(threshold, 1) ? 0x80 : 0)
    case 0x3C: return UInt8(popped % 6)
    case 0x3D: return 0
    case 0x3E: return numbers.first.map { UInt8(truncatingIfNeeded: $0) } ?? 0
    case 0x3F:
      guard !numbers.isEmpty else { return 0 }
      popped += 1
      hasOverrun = false
      return UInt8(truncatingIfNeeded: numbers.removeFirst() >> 8)
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    guard registers[0x12] & 0x04 != 0 else { return register }
    return register == 0x3F ? 0x3E : register &+ 1
  }
}
