// This file is also available under the MIT license.

/// A BNO055, after boschsensortec/BNO055_SensorAPI's bno055.h and bno055.c and Bosch's data sheet BST-BNO055-DS000-14, revision 1.4. It does
/// not stretch the clock.
public final class BNO055Model: ChipModel {
  private var page = 0
  /// Until when it starts, µs: 650 ms from power-on (table 0-2), in which it acknowledges nothing.
  private var bootEnd: UInt64 = 0
  /// When it comes to the mode that was chosen, µs (table 3-6: 7 ms from CONFIGMODE, 19 ms to it).
  private var modeEnd: UInt64 = 0
  private var testEnd: UInt64?
  /// What it measured last.
  private var newest: ChipCounts?

  public override var name: String { "BNO055" }
  public override var spi: SPI { .none }

  override func powerOn() {
    super.powerOn()
    (page, modeEnd, testEnd, newest) = (0, 0, nil, nil)
    // The board starts later than its supply.
    bootEnd = startCount > 1 ? now + 650_000 : 0
    let values: [(Int, UInt8)] = [
      (0x00, 0xA0), (0x01, 0xFB), (0x02, 0x32), (0x03, 0x0F), (0x04, 0x11), (0x05, 0x03),
      (0x36, 0x0F), (0x3B, 0x80), (0x3D, 0x10), (0x41, 0x24),
      // Page 1.
      (128 + 0x08, 0x0D), (128 + 0x09, 0x6D), (128 + 0x0A, 0x38),
    ]
    for (register, value) in values { registers[register] = value }
  }

  public override func start(isRead: Bool) -> Bool { now >= bootEnd && super.start(isRead: isRead) }

  override func isWritable(_ register: UInt8) -> Bool {
    let ranges: [ClosedRange<UInt8>] =
      page == 0
      ? [0x07...0x07, 0x3B...0x3B, 0x3D...0x42, 0x55...0x6A] : [0x07...0x0D, 0x0F...0x1F]
    return ranges.contains { $0.contains(register) }
  }

  private var mode: UInt8 { registers[0x3D] & 0xF }

  /// ACCGYRO and AMG. No table specifies how often the registers change without the fusion.
  override var period: Double? { mode == 5 || mode == 7 ? 10_000 : nil }

  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    (
      registers[0x3B] & 1 != 0 ? 1_000 : 980.665, registers[0x3B] & 2 != 0 ? 900 * .pi / 180 : 16,
      ChipMotion(force: .zero, rate: .zero)
    )
  }

  /// Within the ranges.
  override func take(_ counts: ChipCounts) {
    let (force, rate, _) = scale
    let most = SIMD2(
      Double(2 << (registers[128 + 0x08] & 3)) * force,
      Double(2_000 >> (registers[128 + 0x0A] & 7)) * rate)
    func clipped(_ counts: SIMD3<Int16>, _ most: Double) -> SIMD3<Int16> {
      let most = Int16(clamping: Int(most))
      return counts.clamped(
        lowerBound: SIMD3(repeating: -most), upperBound: SIMD3(repeating: most))
    }
    newest = ChipCounts(
      time: now, force: clipped(counts.force, most.x), rate: clipped(counts.rate, most.y))
    registers[0x34] = UInt8(bitPattern: Int8(temperature.rounded()))
  }

  override func store(_ value: UInt8, in register: UInt8) {
    if register == 0x07 {
      page = Int(value & 1)
      return
    }
    let isConfiguring = mode == 0 && now >= modeEnd
    switch (page, register) {
    case (0, 0x3D):
      modeEnd = now + (value & 0xF == 0 ? 19_000 : 7_000)
      newest = nil
      registers[0x3D] = 0x10 | value & 0xF
      return
    case (0, 0x3F):
      if value & 0x20 != 0 { return wasReset() }
      if value & 1 != 0 { testEnd = now + 400_000 }
    default: break
    }
    guard isConfiguring else { return violate("\(register) is written outside CONFIGMODE") }
    registers[page * 128 + Int(register)] = value
  }

  /// A burst from ACC_DATA_X_LSB on is of one measurement.
  override func value(of register: UInt8) -> UInt8 {
    if register == 0x07 { return UInt8(page) }
    guard page == 0 else { return registers[128 + Int(register & 0x7F)] }
    switch register {
    case 0x08:
      let bytes = (newest?.force ?? .zero).littleEndianBytes + [UInt8](repeating: 0, count: 6)
      registers.replaceSubrange(
        0x08..<0x1A, with: bytes + (newest?.rate ?? .zero).littleEndianBytes)
      if now < modeEnd { violate("data are read while the mode changes") }
      // A driver's sample has halves of a count, because a step of 1 mg does not fit into 16 bits of 2⁻²³ m/s².
      if let newest { emit(ChipCounts(time: now, force: newest.force &* 2, rate: newest.rate)) }
      return registers[0x08]
    case 0x36:
      guard let testEnd else { return registers[0x36] }
      return now < testEnd ? 0 : (0.5...1.5).contains(selfTestResponse) ? 0x0F : 0x0A
    default: return super.value(of: register)
    }
  }
}
