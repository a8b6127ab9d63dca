import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// A sensor on the board's line that sends this project's own packets.
public struct PacketSensor: SensorSource {
  private var decoder = PacketDecoder()

  /// A line that has received nothing.
  public init() {}

  public mutating func next<B: Board>(on board: B.Type, handle: (Message) -> Void)
    -> InertialSample?
  {
    while let byte = ReceiveRing.sensor.take() {
      guard case .packet(let packet) = decoder.pushAtBoard(byte) else { continue }
      if case .sample(let sample) = packet.message { return sample }
      handle(packet.message)
    }
    return nil
  }

  public func arrival<B: Board>(on board: B.Type) -> UInt32 { ReceiveRing.sampleArrival }

  public var damaged: Counter { decoder.counters.damaged }

  public var writing: WritingSettings? { nil }
}
