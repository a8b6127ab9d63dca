import QuillonFusion
import QuillonSerialFormats

/// Converts the bytes of a board in any format to samples for the recognizer, about 100 a second.
///
/// The work is that of `SampleReceiver`, which runs on devices, too. The stream adds what only a host knows: when bytes
/// arrive, and where the pen state comes from. The first 50 samples show what the board sends and are not returned.
public struct SensorStream {
  /// Where the pen state comes from.
  public enum PenSource: Equatable, Sendable {
    /// From the board if it sends one, otherwise from the motion.
    case automatic
    /// From the motion, whatever the board sends.
    case motion
    /// From the caller, who sets it in the samples.
    case given
    /// From the board or not at all. Samples stay as the board sends them: for recordings.
    case raw
  }

  private var receiver: SampleReceiver<AnySensorDecoder, SampleTimer>
  private let penSource: PenSource

  /// A stream without bytes.
  ///
  /// - Parameters:
  ///   - format: The format of the board's messages.
  ///   - header: Bytes that the board would have sent first, such as the header line of columns.
  ///   - time: Where the time of samples comes from if the board sends none.
  ///   - pen: Where the pen state comes from.
  public init(
    _ format: BoardFormat, header: [UInt8] = [], time: SampleTimer.Source = .measured,
    pen: PenSource = .automatic
  ) {
    var decoder = format.makeDecoder()
    for byte in header { decoder.push(byte) }
    while decoder.next() != nil {}
    receiver = SampleReceiver(
      AnySensorDecoder(decoder), lead: format.lead, timing: SampleTimer(time))
    penSource = pen
  }

  /// Why the board can't be used for writing; nil if it can, or if that is not known yet.
  public var shortcoming: SampleShortcoming? { receiver.shortcoming }

  /// The number of missing samples, as far as counters and damaged bytes show.
  public var missing: Int { receiver.timing.missing }

  /// The decode counters: what every byte was part of.
  public var counters: DecodeCounters { receiver.counters }

  /// The number of samples a second that the board sends; nil if it is not known yet.
  public var rate: Double? { receiver.timing.rate }

  /// How much faster the board's clock is than this computer's, parts per million; nil if it sends no time or if it is
  /// not known yet.
  public var drift: Double? { receiver.timing.drift }

  /// How the board's clock and the arrival of its samples disagree; nil if they agree or if that is not known yet.
  public var clockContradiction: ClockContradiction? { receiver.timing.contradiction }

  /// How much later than measured samples are returned, s.
  public var delay: Double { receiver.isResampling ? 0.005 : 0 }

  /// True once it is known that the pen state comes from the motion alone.
  public var findsPenByMotion: Bool {
    guard receiver.isContentKnown else { return false }
    return penSource == .motion || penSource == .automatic && !receiver.hasPen
  }

  /// Accepts a byte and appends the samples that it completes.
  ///
  /// - Parameters:
  ///   - byte: The next byte of the board.
  ///   - arrival: When it was read, ns of `MonotonicClock`.
  ///   - samples: Gets the samples.
  public mutating func push(
    _ byte: UInt8, arrival: UInt64, into samples: inout [InertialSample]
  ) {
    receiver.timing.arrival = arrival
    receiver.push(byte)
    guard penSource == .raw else {
      while let sample = receiver.next() { samples.append(sample) }
      return
    }
    while let reading = receiver.nextReading() {
      if let time = reading.time, let sample = InertialSample(reading, at: time) {
        samples.append(sample)
      }
    }
  }
}
