/// The FIFO that InvenSense's chips share: a count of bytes, and samples of 12 bytes, accelerometer first, each upper byte first.
extension RegisterChip {
  /// Reads the count from `count` and its next register, then up to ten samples from `data`.
  @inline(never)
  func readBurst<Bus: SensorBus>(
    _ count: UInt8, _ data: UInt8, on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    let counted = block.fill(2, from: count, of: address, on: &bus)
    guard counted == .acknowledged else { return .failed(counted) }
    // Both registers have 16 bits, of which the upper three are not used by any of these chips.
    let bytes = Int(UInt16(bitPattern: block.littleEndian(at: 0).byteSwapped) & 0x1FFF)
    let waiting = Self.twelfths(of: bytes)
    let taken = Swift.min(waiting, 10)
    let result = block.fill(taken &* 12, from: data, of: address, on: &bus)
    guard result == .acknowledged else { return .failed(result) }
    block.count = taken
    return .samples(left: waiting &- taken)
  }

  /// A twelfth of up to 8,191, rounded down: 5,462/65,536 is 1/12 + 10⁻⁵, and below 2³¹.
  @inline(__always)
  static func twelfths(of bytes: Int) -> Int { (bytes &* 5_462) &>> 16 }
}

extension FIFOBlock {
  /// The sample at `index` of InvenSense's chips.
  @inline(__always)
  func bigEndianCounts(at index: Int) -> SensorCounts {
    SensorCounts(
      force: bigEndianAxes(at: index &* 12), rate: bigEndianAxes(at: index &* 12 &+ 6))
  }

  /// The sample at `index` of chips that put the gyroscope first, and each lower byte first.
  @inline(__always)
  func gyroscopeFirstCounts(at index: Int) -> SensorCounts {
    SensorCounts(
      force: littleEndianAxes(at: index &* 12 &+ 6), rate: littleEndianAxes(at: index &* 12))
  }
}
