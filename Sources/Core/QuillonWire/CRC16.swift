/// The checksum of a packet: CRC-16/CCITT-FALSE, polynomial x¹⁶ + x¹² + x⁵ + 1 (0x1021), start
/// value 0xFFFF, most significant bit first, no final inversion. The checksum of "123456789" is
/// 0x29B1.
///
/// Within one packet of at most 4 kB it detects every error of up to three bits, every odd number
/// of wrong bits, and every burst of up to 16 bits that does not run from the content into the
/// checksum, whose low byte goes first. Of all other damage, 1 in 65,536 remains undetected.
@frozen
public struct CRC16: Equatable, Sendable {
  /// The checksum of the bytes added so far.
  public var value: UInt16

  /// The checksum of no bytes, 0xFFFF.
  @inlinable @inline(__always)
  public init() { value = 0xFFFF }

  /// Adds a byte.
  ///
  /// This does eight steps of the bitwise division at once, without a table. The byte q that leaves
  /// the register returns as q·(x¹² + x⁵ + 1). Since x¹² reaches back into the byte itself, q is
  /// first folded with its own upper half.
  @inlinable @inline(__always)
  public mutating func update(_ byte: UInt8) {
    var leaving = (value &>> 8) ^ UInt16(truncatingIfNeeded: byte)
    leaving ^= leaving &>> 4
    value = (value &<< 8) ^ (leaving &<< 12) ^ (leaving &<< 5) ^ leaving
  }
}
