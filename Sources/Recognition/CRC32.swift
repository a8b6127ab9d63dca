/// The checksum of a model: CRC-32 (ISO-HDLC; polynomial 0x04C11DB7, reflected), as in gzip and PNG. Of
/// "123456789" it is 0xCBF43926.
struct CRC32: Sendable {
  private var register: UInt32 = .max

  /// The checksum of the bytes taken so far.
  var value: UInt32 { ~register }

  /// Takes one more byte, bit by bit: a table would cost a kilobyte of flash for something done once.
  mutating func update(_ byte: UInt8) {
    register ^= UInt32(truncatingIfNeeded: byte)
    for _ in 0..<8 {
      let feedback = 0 &- (register & 1)
      register = (register &>> 1) ^ (0xEDB8_8320 & feedback)
    }
  }
}
