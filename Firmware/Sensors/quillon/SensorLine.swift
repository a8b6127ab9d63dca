import CortexM
import QuillonFusion
import QuillonRecognizer
import QuillonWire

/// The line of a sensor that sends this project's own packets.
public typealias SensorLine = PacketDecoder

extension PacketDecoder {
  /// Takes a byte; the sample that ends with it, if one does.
  ///
  /// - Parameter obey: gets any other message.
  @inlinable @inline(__always)
  public mutating func receive(_ byte: UInt8, obey: (Message) -> Void) -> InertialSample? {
    guard case .packet(let packet) = pushAtBoard(byte) else { return nil }
    if case .sample(let sample) = packet.message { return sample }
    obey(packet.message)
    return nil
  }

  /// When the sample came in that was received last, µs on the board's clock.
  @inlinable @inline(__always)
  public static var arrival: UInt32 { ReceiveRing.sampleArrival }

  /// How the hand writes with such a sensor; nil: as the recognizer has it.
  @inlinable @inline(__always)
  public static var writing: WritingSettings? { nil }
}
