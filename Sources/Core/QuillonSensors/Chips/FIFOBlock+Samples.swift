extension FIFOBlock {
  /// Reads the FIFO that InvenSense's chips share: a count of bytes in `count` and its next register, then up to ten samples of 12 bytes
  /// from `data`, accelerometer first, each upper byte first; or nine of 14 bytes, with the temperature between both sensors.
  ///
  /// Each byte that leaves this FIFO is gone. After a burst that was cut, or an overflow, it begins inside a sample, and so does all that
  /// follows. Its count tells: it is no multiple of 12 or 14. Then nothing is taken, because a sample may just be on its way into the FIFO; if
  /// the next look finds a part again, the FIFO has to be started anew.
  @inline(never)
  mutating func readBurst<Bus: SensorBus>(
    _ countRegister: UInt8, _ data: UInt8, hasTemperature: Bool = false, of address: UInt8,
    on bus: inout Bus
  ) -> FIFOReading {
    let counted = fill(2, from: countRegister, of: address, on: &bus)
    guard counted == .acknowledged else { return FIFOReading(counted) }
    // Both registers have 16 bits, of which the upper three are not used by any of these chips.
    let bytes = Int(UInt16(bitPattern: littleEndian(at: 0)).byteSwapped & 0x1FFF)
    let waiting = hasTemperature ? Self.fourteenths(of: bytes) : Self.twelfths(of: bytes)
    let hadPart = hadPart
    let isWhole = waiting &* (hasTemperature ? 14 : 12) == bytes
    self.hadPart = !isWhole && !hadPart
    guard isWhole else { return hadPart ? .overflowed : .samples }
    return take(waiting, hasTemperature: hasTemperature, from: data, of: address, on: &bus)
  }

  /// Reads up to ten samples of 12 bytes from `data`, or nine of 14 bytes, of `waiting` that there are.
  @inline(never)
  mutating func take<Bus: SensorBus>(
    _ waiting: Int, hasTemperature: Bool = false, from data: UInt8, of address: UInt8,
    on bus: inout Bus
  ) -> FIFOReading {
    let taken = Swift.min(waiting, hasTemperature ? 9 : 10)
    let result = fill(taken &* (hasTemperature ? 14 : 12), from: data, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    (count, left) = (taken, waiting &- taken)
    return .samples
  }

  /// A twelfth of up to 8,191, rounded down: 5,462/65,536 is 1/12 + 10⁻⁵, and below 2³¹.
  @inline(__always)
  static func twelfths(of bytes: Int) -> Int { (bytes &* 5_462) &>> 16 }

  /// A fourteenth of up to 4,000, rounded down: 4,682/65,536 is 1/14 + 1.3 · 10⁻⁵, and below 2³¹. Of more, it may be one too much for
  /// what is no multiple of 14.
  @inline(__always)
  static func fourteenths(of bytes: Int) -> Int { (bytes &* 4_682) &>> 16 }

  /// The sample at `index` of InvenSense's chips.
  @inline(__always)
  func bigEndianCounts(at index: Int, hasTemperature: Bool = false) -> SensorCounts {
    let first = index &* (hasTemperature ? 14 : 12)
    return SensorCounts(
      force: axes(at: first, isBigEndian: true),
      rate: axes(at: first &+ (hasTemperature ? 8 : 6), isBigEndian: true))
  }

  /// The sample at `index` of chips that put the gyroscope first, and each lower byte first.
  @inline(__always)
  func gyroscopeFirstCounts(at index: Int) -> SensorCounts {
    SensorCounts(
      force: axes(at: index &* 12 &+ 6, isBigEndian: false),
      rate: axes(at: index &* 12, isBigEndian: false))
  }
}
