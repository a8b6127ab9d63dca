import QuillonNumerics

/// The bytes of one run, unstuffed, and how far they have been read.
///
/// Reading past the end gives zeros: the decoder compares lengths before it reads a payload.
struct PacketReader {
  private var bytes = ByteBuffer<128>()  // Packet.maximumLength
  private var position = 0
  private var end = 0

  /// Adds a byte; false when the run is longer than any packet.
  mutating func append(_ byte: UInt8) -> Bool { bytes.append(byte) }

  /// Throws the run away.
  mutating func removeAll() { bytes.removeAll() }

  /// True when header and checksum have room in the run.
  var isLongEnough: Bool { bytes.count >= Packet.headerLength &+ Packet.checksumLength }

  /// Starts reading before the header and takes the checksum off the end; false when it does not
  /// fit the bytes before it.
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

  /// How many bytes are still to be read.
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

  /// Not inlined: one copy of it is enough.
  @inline(never)
  private mutating func words() -> (Int32, Int32, Int32) {
    (
      Int32(bitPattern: uint32()), Int32(bitPattern: uint32()), Int32(bitPattern: uint32())
    )
  }
}
