import QuillonFusion

/// Encodes messages as packets and numbers them. Use one encoder for each direction of each link.
public struct PacketEncoder: Sendable {
  /// The sequence number of the next packet, modulo 2¹⁶.
  public private(set) var sequence: UInt16

  /// The maximum length of a packet on the wire, bytes, including both delimiters.
  public static let maximumEncodedLength = PacketBytes.capacity

  /// An encoder whose first packet gets the number `sequence`, which is 0 after a start.
  public init(sequence: UInt16 = 0) { self.sequence = sequence }

  /// Replaces `bytes` with the packet of `message`, including delimiters, ready to be sent.
  ///
  /// - Parameters:
  ///   - message: What to send.
  ///   - time: The sender's clock, µs, modulo 2³². For a sample, its own timestamp is sent instead.
  ///   - bytes: The packet. What it held before is lost.
  public mutating func encode(_ message: Message, time: UInt32, into bytes: inout PacketBytes) {
    var writer = PacketWriter(startingIn: &bytes)
    writer.write(Packet.version, to: &bytes)
    writer.write(message.type.rawValue, to: &bytes)
    writer.write(sequence, to: &bytes)
    if case .sample(let sample) = message {
      writer.write(sample.timestamp, to: &bytes)
    } else {
      writer.write(time, to: &bytes)
    }
    writer.write(message, to: &bytes)
    writer.finish(in: &bytes)
    sequence &+= 1
  }

  /// Replaces `bytes` with the packet of `sample`. Its time is the sample's timestamp.
  public mutating func encode(_ sample: InertialSample, into bytes: inout PacketBytes) {
    encode(.sample(sample), time: sample.timestamp, into: &bytes)
  }
}

extension Message {
  /// The type byte of the message.
  fileprivate var type: MessageType {
    switch self {
    case .sample(let sample): sample.attitude == nil ? .rawSample : .fusedSample
    case .pen: .pen
    case .classification: .classification
    case .status: .status
    case .hello: .hello
    case .fault: .fault
    case .calibration: .calibration
    case .rejection: .rejection
    case .settings: .settings
    case .chunk: .chunk
    case .request: .request
    case .reply: .reply
    case .abandonment: .abandonment
    case .stabilizers: .stabilizers
    case .streaming: .streaming
    case .labelMask: .labelMask
    }
  }
}
