import QuillonNumerics

/// Writes the fields of one packet: little-endian, added to the checksum, and stuffed.
struct PacketWriter {
  private var stuffing: COBSEncoder
  private var checksum = CRC16()

  /// Empties `bytes` and begins a packet there with its leading delimiter.
  init(startingIn bytes: inout PacketBytes) {
    bytes.removeAll()
    bytes.append(0)
    stuffing = COBSEncoder(startingIn: &bytes)
  }

  mutating func write(_ byte: UInt8, to bytes: inout PacketBytes) {
    checksum.update(byte)
    stuffing.push(byte, into: &bytes)
  }

  mutating func write(_ word: UInt16, to bytes: inout PacketBytes) {
    write(UInt8(truncatingIfNeeded: word), to: &bytes)
    write(UInt8(truncatingIfNeeded: word &>> 8), to: &bytes)
  }

  mutating func write(_ word: UInt32, to bytes: inout PacketBytes) {
    write(UInt16(truncatingIfNeeded: word), to: &bytes)
    write(UInt16(truncatingIfNeeded: word &>> 16), to: &bytes)
  }

  mutating func write(_ counter: Counter, to bytes: inout PacketBytes) {
    write(counter.value, to: &bytes)
  }

  @inline(__always)
  mutating func write<let f: Int>(_ value: Fixed<f>, to bytes: inout PacketBytes) {
    write(UInt32(bitPattern: value.bits), to: &bytes)
  }

  @inline(__always)
  mutating func write<let f: Int>(_ vector: Vector3<f>, to bytes: inout PacketBytes) {
    write(vector.x, to: &bytes)
    write(vector.y, to: &bytes)
    write(vector.z, to: &bytes)
  }

  /// Adds the checksum of everything written, and the trailing delimiter.
  mutating func finish(in bytes: inout PacketBytes) {
    write(checksum.value, to: &bytes)
    stuffing.finish(in: &bytes)
    bytes.append(0)
  }
}
