import QuillonFusion
import QuillonWire

/// Reads the samples from packets that stand in memory one after another.
public struct PacketReplayReader {
  private var decoder = PacketDecoder()
  private var index: UInt32 = 0

  /// A tape at its beginning.
  public init() {}

  /// The next sample, nil at the end.
  ///
  /// - Parameters:
  ///   - length: how many bytes there are.
  ///   - byte: gives the byte at an index below `length`.
  public mutating func next(of length: UInt32, byte: (UInt32) -> UInt8) -> InertialSample? {
    while index < length {
      let reception = decoder.push(byte(index))
      index &+= 1
      if case .packet(let packet) = reception, case .sample(let sample) = packet.message {
        return sample
      }
    }
    return nil
  }
}
