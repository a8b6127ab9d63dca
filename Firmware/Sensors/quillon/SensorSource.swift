import CortexM
import QuillonFusion
import QuillonRecognizer
import QuillonWire

/// The line of a sensor that sends this project's own packets.
public typealias SensorSource = PacketDecoder

extension PacketDecoder {
  /// Takes a byte; the sample that ends with it, if one does.
  ///
  /// - Parameter handle: gets any other message.
  @inlinable @inline(__always)
  public mutating func receive(_ byte: UInt8, handle: (Message) -> Void) -> InertialSample? {
    guard case .packet(let packet) = pushAtBoard(byte) else { return nil }
    if case .sample(let sample) = packet.message { return sample }
    handle(packet.message)
    return nil
  }

  /// When the sample came in that was received last, µs on the board's clock.
  @inlinable @inline(__always)
  public static var arrival: UInt32 { ReceiveRing.sampleArrival }

  /// How the hand writes with such a sensor; nil: as the recognizer has it.
  @inlinable @inline(__always)
  public static var writing: WritingSettings? { nil }
}
