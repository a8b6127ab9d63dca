/// One message with its sequence number and time.
///
/// On the wire: version, type, sequence number, time, payload, checksum. All numbers are
/// little-endian. The bytes are then byte-stuffed between two zeros. PROTOCOL.md gives the layout
/// byte by byte.
public struct Packet: Equatable, Sendable {
  /// The packet's sequence number, counted by its sender from 0, modulo 2¹⁶.
  public var sequence: UInt16
  /// The sender's clock, µs, modulo 2³². For a sample, its timestamp.
  public var time: UInt32
  /// The content.
  public var message: Message

  /// A packet from its parts.
  public init(sequence: UInt16, time: UInt32, message: Message) {
    self.sequence = sequence
    self.time = time
    self.message = message
  }
}

extension Packet {
  /// The protocol version of this module.
  public static let version: UInt8 = 1
  /// The bytes before the payload: version, type, sequence number, time.
  public static let headerLength = 8
  /// The bytes after the payload.
  public static let checksumLength = 2
  /// The largest length of a packet of any message, present or future, before stuffing, bytes.
  public static let maximumLength = 128
  /// The largest length of a packet of the present messages, before stuffing, bytes: a fused sample
  /// with angular rate and magnetic field.
  public static let maximumSentLength = 63
}

/// The bytes of one packet as they are sent: at most a zero, 63 bytes stuffed to 64, and a zero.
public typealias PacketBytes = ByteBuffer<66>
