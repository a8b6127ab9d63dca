extension FIFOBlock {
  /// Reads the FIFO that InvenSense's chips share: a count of bytes in `count` and its next register, then up to ten samples of 12 bytes
  /// from `data`, accelerometer first, each upper byte first; or nine of 14 bytes, with the temperature between both sensors.
  ///
  /// A byte that was read is no longer in this FIFO. After an interrupted burst or an overflow, it begins inside a sample, and so does all
  /// that follows. Its count shows this: it is no multiple of 12 or 14. Then nothing is read, because a sample may just be on its way into
  /// the FIFO; if the next look finds a part again, the FIFO has to be restarted.
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

  /// Reads the FIFO of ST's chips with tags: its level and its overrun from `status` and the next register, then up to nine samples of two
  /// words, each a tag and x, y, z, the lower bytes first. `level` has the bits of the level, in words.
  ///
  /// Of a tag, bits 7…3 are the sensor, 1 the gyroscope and 2 the accelerometer, bits 2…1 number the time slots, and bit 0 is the parity or
  /// unused. Two words of one sensor in a row, or of two time slots, mean that one was lost between them, so the FIFO is restarted, as
  /// after an overrun.
  @inline(never)
  mutating func readTagged<Bus: SensorBus>(
    _ status: UInt8, level: UInt16, of address: UInt8, on bus: inout Bus
  ) -> FIFOReading {
    (count, left) = (0, 0)
    let asked = fill(2, from: status, of: address, on: &bus)
    guard asked == .acknowledged else { return FIFOReading(asked) }
    // FIFO_STATUS2: FIFO_OVR_IA and FIFO_OVR_LATCHED.
    guard self[1] & 0x48 == 0 else { return .overflowed }
    let waiting = Int(UInt16(bitPattern: littleEndian(at: 0)) & level) &>> 1
    let taken = Swift.min(waiting, 9)
    // FIFO_DATA_OUT_TAG, and six registers of data after it.
    let result = fill(taken &* 14, from: 0x78, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    var index = 0
    while index < taken {
      // Of one time slot, the two tags differ in their sensor alone, and in bit 0.
      let first = self[index &* 14]
      guard (first ^ self[index &* 14 &+ 7]) & 0xFE == (1 ^ 2) &<< 3,
        first &>> 3 == 1 || first &>> 3 == 2
      else { return .overflowed }
      index &+= 1
    }
    (count, left) = (taken, waiting &- taken)
    return .samples
  }

  /// The sample at `index` of chips with tags.
  @inline(never)
  func taggedCounts(at index: Int) -> SensorCounts {
    let first = index &* 14
    let isGyroscopeFirst = self[first] &>> 3 == 1
    return SensorCounts(
      force: axes(at: first &+ (isGyroscopeFirst ? 8 : 1), isBigEndian: false),
      rate: axes(at: first &+ (isGyroscopeFirst ? 1 : 8), isBigEndian: false))
  }

  /// Reads up to eight packets of 16 bytes from `data`, of `waiting` that there are: InvenSense's chips with a header, whose bits in `mask`
  /// are `header`. Another one means that the FIFO is out of step.
  @inline(never)
  mutating func takePackets<Bus: SensorBus>(
    _ waiting: Int, header: UInt8, mask: UInt8, from data: UInt8, of address: UInt8,
    on bus: inout Bus
  ) -> FIFOReading {
    let taken = Swift.min(waiting, 8)
    let result = fill(taken &* 16, from: data, of: address, on: &bus)
    guard result == .acknowledged else { return FIFOReading(result) }
    var index = 0
    while index < taken {
      guard self[index &* 16] & mask == header else { return .overflowed }
      index &+= 1
    }
    (count, left) = (taken, waiting &- taken)
    return .samples
  }

  /// The sample at `index` of packets with a header; nil if a sensor had no sample yet: 8000, 8000, 8000.
  @inline(never)
  func packetCounts(at index: Int) -> SensorCounts? {
    let force = axes(at: index &* 16 &+ 1, isBigEndian: true)
    let rate = axes(at: index &* 16 &+ 7, isBigEndian: true)
    let none = SensorCounts.Axes(.min, .min, .min)
    guard force != none, rate != none else { return nil }
    return SensorCounts(force: force, rate: rate)
  }

  /// A twelfth of up to 8,191, rounded down: 5,462/65,536 is 1/12 + 10⁻⁵, and below 2³¹.
  @inline(__always)
  static func twelfths(of bytes: Int) -> Int {
    assert(bytes >= 0 && bytes <= 8_191)
    return (bytes &* 5_462) &>> 16
  }

  /// A fourteenth of up to 4,000, rounded down: 4,682/65,536 is 1/14 + 1.3 · 10⁻⁵, and below 2³¹. Of more, it may be one too much for
  /// what is no multiple of 14.
  @inline(__always)
  static func fourteenths(of bytes: Int) -> Int {
    assert(bytes >= 0)
    assert(Int64(bytes) * 4_682 < 1 << 31)
    return (bytes &* 4_682) &>> 16
  }

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
