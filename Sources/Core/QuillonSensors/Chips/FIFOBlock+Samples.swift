extension FIFOBlock {
  /// Reads the FIFO that InvenSense's chips share: a count of bytes in `count` and its next register, then up to ten samples of 12 bytes
  /// from `data`, accelerometer first, each upper byte first.
  ///
  /// Each byte that leaves this FIFO is gone. After a burst that was cut, or an overflow, it begins inside a sample, and so does all that
  /// follows. Its count tells: it is no multiple of 12. Then nothing is taken, because a sample may just be on its way into the FIFO; if
  /// the next look finds a part again, the FIFO has to be started anew.
  @inline(never)
  mutating func readBurst<Bus: SensorBus>(
    _ countRegister: UInt8, _ data: UInt8, of address: UInt8, on bus: inout Bus
  ) -> FIFOReading {
    let counted = fill(2, from: countRegister, of: address, on: &bus)
    guard counted == .acknowledged else { return FIFOReading(counted) }
    // Both registers have 16 bits, of which the upper three are not used by any of these chips.
    let bytes = Int(UInt16(bitPattern: littleEndian(at: 0)).byteSwapped & 0x1FFF)
    let waiting = Self.twelfths(of: bytes)
    let hadPart = hadPart
    self.hadPart = waiting &* 12 != bytes && !hadPart
    guard waiting &* 12 == bytes else { return hadPart ? .overflowed : .samples }
    return take(waiting, from: data, of: address, on: &bus)
  }

  /// Reads up to ten samples of 12 bytes from `data`, of `waiting` that there are.
  @inline(never)
  mutating func take<Bus: SensorBus>(
    _ waiting: Int, from data: UInt8, of address: UInt8, on bus: inout Bus
  ) -> FIFOReading {
    let taken = Swift.min(waiting, 10)
    let result = fill(taken &* 12, from: data, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    (count, left) = (taken, waiting &- taken)
    return .samples
  }

  /// A twelfth of up to 8,191, rounded down: 5,462/65,536 is 1/12 + 10⁻⁵, and below 2³¹.
  @inline(__always)
  static func twelfths(of bytes: Int) -> Int { (bytes &* 5_462) &>> 16 }

  /// The sample at `index` of InvenSense's chips.
  @inline(__always)
  func bigEndianCounts(at index: Int) -> SensorCounts {
    SensorCounts(
      force: axes(at: index &* 12, isBigEndian: true),
      rate: axes(at: index &* 12 &+ 6, isBigEndian: true))
  }

  /// The sample at `index` of chips that put the gyroscope first, and each lower byte first.
  @inline(__always)
  func gyroscopeFirstCounts(at index: Int) -> SensorCounts {
    SensorCounts(
      force: axes(at: index &* 12 &+ 6, isBigEndian: false),
      rate: axes(at: index &* 12, isBigEndian: false))
  }
}
