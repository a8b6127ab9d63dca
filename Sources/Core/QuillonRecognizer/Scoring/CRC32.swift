/// The checksum of a model and of learned weights: CRC-32 (ISO-HDLC; polynomial 0x04C11DB7,
/// reflected), as in gzip and PNG. The checksum of "123456789" is 0xCBF43926.
public struct CRC32: Sendable {
  private var register: UInt32 = .max

  /// The checksum of no bytes.
  public init() {}

  /// The checksum of the bytes added so far.
  public var value: UInt32 { ~register }

  /// Adds a byte, bit by bit. A table would cost a kilobyte of flash for something done once.
  @inline(never)
  public mutating func update(_ byte: UInt8) {
    register ^= UInt32(truncatingIfNeeded: byte)
    for _ in 0..<8 {
      let feedback = 0 &- (register & 1)
      register = (register &>> 1) ^ (0xEDB8_8320 & feedback)
    }
  }

  /// Adds the four bytes of a word, lowest first.
  public mutating func update(_ word: UInt32) {
    for place in 0..<4 as Range<UInt32> {
      update(UInt8(truncatingIfNeeded: word &>> (8 &* place)))
    }
  }
}
