/// Finds packets in a stream of bytes, one byte at a time, and keeps account of what is missing.
///
/// Any bytes may come in; none of them traps, allocates or makes the state grow. After damage it is
/// in step again at the next delimiter. Bytes before the first delimiter belong to a packet whose
/// beginning nobody saw: they are passed over and not counted.
public struct PacketDecoder: Sendable {
  /// What has been received so far.
  public private(set) var counters = ReceptionCounters()

  /// A decoder at the beginning of a stream.
  public init() {}

  /// Takes one byte; tells what it completed, nil while nothing is complete.
  public mutating func push(_ byte: UInt8) -> Reception? {
    nil
  }
}
