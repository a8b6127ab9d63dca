import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonSerialFormats
import QuillonWire

/// A sensor of another make on the board's line.
///
/// Such sensors have no pen, so the motion determines it until the host chooses otherwise. They receive no commands
/// here: one that needs a set-up is set up before.
public struct SerialSensor<Format: FrameFormat>: SensorSource {
  private var receiver: SampleReceiver<FramedDecoder<Format>, CountingClock>

  /// A line that has received nothing.
  public init(_ format: Format) { receiver = SampleReceiver(format) }

  /// No message of a host ever comes on this line.
  public mutating func next<B: Board>(on board: B.Type, handle: (Message) -> Void)
    -> InertialSample?
  {
    while let byte = ReceiveRing.sensor.take() {
      receiver.push(byte)
      if let sample = receiver.next() { return sample }
    }
    return nil
  }

  /// When the byte was read that completed the last sample.
  public func arrival<B: Board>(on board: B.Type) -> UInt32 { B.microseconds }

  /// Bytes that were passed over.
  public var damaged: Counter { Counter(receiver.counters.rejected) }

  /// By motion, with all gates.
  public var writing: WritingSettings? { .withoutButton }
}
