/// One message with its place in the stream.
///
/// On the wire: version, type, sequence number, time, payload, checksum; all little-endian, then
/// byte-stuffed between two zeros. PROTOCOL.md gives it byte by byte.
public struct Packet: Equatable, Sendable {
  /// The packet's number, counted by its sender from 0, modulo 2¹⁶.
  public var sequence: UInt16
  /// The sender's clock, µs, modulo 2³²; a sample's timestamp.
  public var time: UInt32
  /// What it says.
  public var message: Message

  /// A packet from its parts.
  public init(sequence: UInt16, time: UInt32, message: Message) {
    self.sequence = sequence
    self.time = time
    self.message = message
  }
}

extension Packet {
  /// The version of the protocol that this module speaks.
  public static let version: UInt8 = 1
  /// The bytes before the payload: version, type, sequence number, time.
  public static let headerLength = 8
  /// The bytes after the payload.
  public static let checksumLength = 2
  /// The greatest length of a packet of any message, present or future, before stuffing.
  public static let maximumLength = 128
  /// The greatest length of a packet of today's messages, before stuffing: a fused sample with
  /// angular rate and magnetic field.
  public static let maximumSentLength = 63
}

/// The bytes of one packet as they go out: at most a zero, 63 bytes stuffed to 64, a zero.
public typealias PacketBytes = ByteBuffer<66>
