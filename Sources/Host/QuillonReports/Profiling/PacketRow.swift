import QuillonFusion
import QuillonWire

/// Samples, and the packets in which a board would send them, one after another in memory.
public struct PacketRow: Sendable {
  /// The samples in their order.
  public let samples: [InertialSample]
  /// All packets' bytes.
  public let bytes: [UInt8]
  /// Where each sample's packet ends in `bytes`.
  public let ends: [Int]

  /// The packets of `samples`.
  public init(_ samples: [InertialSample]) {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    for sample in samples {
      encoder.encode(sample, into: &packet)
      packet.withUnsafeBytes { bytes.append(contentsOf: $0) }
      ends.append(bytes.count)
    }
    self.samples = samples
    self.bytes = bytes
    self.ends = ends
  }
}
