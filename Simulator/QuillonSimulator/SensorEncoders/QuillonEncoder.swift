import QuillonFusion
import QuillonRecordings
import QuillonWire

/// Encodes this project's own packets.
public struct QuillonEncoder: SensorEncoder {
  private var encoder = PacketEncoder()

  /// An encoder.
  public init() {}

  public var sendsPen: Bool { true }

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    guard let sample = InertialSample(row) else { return [] }
    var packet = PacketBytes()
    encoder.encode(sample, into: &packet)
    return packet.withUnsafeBytes { Array($0) }
  }
}
