import QuillonNumerics

/// The unstuffed bytes of one run, and the reading position.
///
/// Reading past the end gives zeros. The decoder checks the length before it reads a payload.
struct PacketReader {
  private var bytes = ByteBuffer<128>()  // Packet.maximumLength
  private var position = 0
  private var end = 0

  /// Adds a byte; false if the run is longer than any packet.
  mutating func append(_ byte: UInt8) -> Bool { bytes.append(byte) }

  /// Discards the run.
  mutating func removeAll() { bytes.removeAll() }

  /// True if the run is long enough for header and checksum.
  var isLongEnough: Bool { bytes.count >= Packet.headerLength &+ Packet.checksumLength }

  /// Checks the checksum at the end and sets the reading position before the header; false if the
  /// checksum is wrong.
  mutating func open() -> Bool {
    end = bytes.count &- Packet.checksumLength
    position = 0
    var checksum = CRC16()
    while position < end { checksum.update(byte()) }
    end = bytes.count
    let isIntact = uint16() == checksum.value
    end = bytes.count &- Packet.checksumLength
    position = 0
    return isIntact
  }

  /// The number of bytes left to read.
  var remaining: Int { end &- position }

  mutating func byte() -> UInt8 {
    let byte = bytes[position]
    position &+= 1
    return byte
  }

  mutating func uint16() -> UInt16 {
    let low = UInt16(truncatingIfNeeded: byte())
    return low | UInt16(truncatingIfNeeded: byte()) &<< 8
  }

  mutating func uint32() -> UInt32 {
    let low = UInt32(truncatingIfNeeded: uint16())
    return low | UInt32(truncatingIfNeeded: uint16()) &<< 16
  }

  mutating func counter() -> Counter { Counter(uint32()) }

  @inline(__always)
  mutating func fixed<let f: Int>() -> Fixed<f> { Fixed(bits: Int32(bitPattern: uint32())) }

  @inline(__always)
  mutating func vector<let f: Int>() -> Vector3<f> {
    let (x, y, z) = words()
    return Vector3(Fixed(bits: x), Fixed(bits: y), Fixed(bits: z))
  }

  /// Not inlined: one copy is enough.
  @inline(never)
  private mutating func words() -> (Int32, Int32, Int32) {
    (
      Int32(bitPattern: uint32()), Int32(bitPattern: uint32()), Int32(bitPattern: uint32())
    )
  }
}
