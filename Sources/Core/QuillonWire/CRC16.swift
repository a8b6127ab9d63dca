/// The checksum of a packet: CRC-16/CCITT-FALSE, polynomial x¹⁶ + x¹² + x⁵ + 1 (0x1021), start
/// value 0xFFFF, most significant bit first, no final inversion. Of "123456789" it is 0x29B1.
///
/// Within one packet of at most 4 kB it finds every error of up to three bits, every odd number of
/// wrong bits, and every burst of up to 16 bits that does not run from the content into the
/// checksum, whose low byte goes first; of all other damage 1 in 65 536 passes.
@frozen
public struct CRC16: Equatable, Sendable {
  /// The checksum of the bytes taken so far.
  public var value: UInt16

  /// The checksum of nothing, 0xFFFF.
  @inlinable @inline(__always)
  public init() { value = 0xFFFF }

  /// Takes one more byte.
  ///
  /// Eight steps of the bitwise division at once, without a table: the byte that leaves the
  /// register, q, returns as q·(x¹² + x⁵ + 1); since x¹² reaches back into the byte itself, q is
  /// first folded with its own upper half.
  @inlinable @inline(__always)
  public mutating func update(_ byte: UInt8) {
    var leaving = (value &>> 8) ^ UInt16(truncatingIfNeeded: byte)
    leaving ^= leaving &>> 4
    value = (value &<< 8) ^ (leaving &<< 12) ^ (leaving &<< 5) ^ leaving
  }
}
