import Board
import QuillonFusion
import QuillonProtocols
import QuillonRecognizer
import QuillonWire

/// The line of a sensor of another make.
///
/// Such sensors have no pen, so the motion tells of it until the host says otherwise. They can't be told anything
/// here: one that has to be set up is set up before.
public struct ThirdPartySensor<Format: FrameFormat> {
  private var receiver: SampleReceiver<Format>

  /// A line that has brought nothing.
  ///
  /// - Parameters:
  ///   - lead: which message begins a sample, where a sample is several messages.
  ///   - period: µs from one sample to the next, of boards that send no time.
  public init(
    _ format: Format, lead: SampleAssembler.Lead = .acceleration, period: UInt32 = 10_000
  ) {
    receiver = SampleReceiver(format, lead: lead, period: period)
  }

  /// Takes a byte; the sample that is complete with it, if one is.
  ///
  /// - Parameter handle: is for messages that are none of a sensor, which never come on this line.
  public mutating func receive(_ byte: UInt8, handle: (Message) -> Void) -> InertialSample? {
    receiver.push(byte)
    return receiver.next()
  }

  /// What has gone wrong.
  public struct Counters {
    /// Bytes that were passed over.
    public let damaged: Counter
  }

  /// What has gone wrong so far.
  public var counters: Counters { Counters(damaged: Counter(receiver.tally.rejected)) }

  /// When the byte was taken that completed the last sample, µs on the board's clock.
  public static var arrival: UInt32 { Board.microseconds }

  /// By motion, with all gates.
  public static var writing: WritingSettings? { .withoutButton }
}
