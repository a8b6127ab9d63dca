import QuillonBoardFormats
import QuillonFusion
import QuillonProtocols

/// Turns the bytes of a board, whatever format it speaks, into samples for the recognizer: decoded, put
/// together, timed, 100 a second.
///
/// The first 50 samples tell what the board sends and are not handed over.
///
/// `SampleReceiver` does the same on a device, with the same decoders and `SampleAssembler`. Two steps differ: a host
/// fits times to arrivals, where a device counts samples; and a host brings any rate outside 80…125 a second to exactly
/// 100, in floating point, where a device halves or doubles it to 71…141, in integers.
public struct SensorStream {
  /// How the pen is known.
  public enum PenSource: Equatable, Sendable {
    /// From the board if it sends one, else from the motion.
    case automatic
    /// From the motion, whatever the board sends.
    case motion
    /// The caller puts it into the samples.
    case given
    /// From the board or not at all, and samples are left as the board sends them: for recordings.
    case raw
  }

  /// Samples a second that are left as they are.
  private static let goodRates = 80.0...125.0

  private var decoder: any SensorDecoder
  private var assembler: SampleAssembler
  private(set) var timer: SampleTimer
  private(set) var content = StreamContent()
  private var resampler: Resampler?
  /// True once it is known that nothing but the motion tells of the pen.
  public private(set) var findsPenByMotion = false
  private let penSource: PenSource
  private var hasPen = false
  private var isRateKnown = false
  /// How many bytes there were, and how many were rejected, up to the last sample.
  private var settled: (count: UInt32, rejected: UInt32) = (0, 0)

  /// A stream of that format that has brought nothing yet.
  public init(
    _ format: BoardFormat, header: [UInt8] = [], time: SampleTimer.Source = .measured,
    pen: PenSource = .automatic
  ) {
    decoder = format.makeDecoder()
    assembler = SampleAssembler(lead: format.lead)
    timer = SampleTimer(time)
    penSource = pen
    for byte in header { decoder.push(byte) }
    while decoder.next() != nil {}
  }

  /// Why nothing can be written with the board; nil if it can, or as long as that is not known.
  public var shortcoming: StreamShortcoming? { content.shortcoming }

  /// Samples that never came, as far as that is known.
  public var missing: Int { timer.missing }

  /// What became of every byte.
  public var counters: DecodeCounters { decoder.counters }

  /// Samples a second that the board sends; nil while that is not known.
  public var rate: Double? { timer.rate ?? content.rate }

  /// By how much samples come later than they were measured, s.
  public var delay: Double {
    resampler == nil ? 0 : 0.005
  }

  /// Takes a byte that was read at `arrival`, ns, and appends the samples that it completes.
  public mutating func push(
    _ byte: UInt8, arrival: UInt64, into samples: inout [InertialSample]
  ) {
    decoder.push(byte)
    while var reading = decoder.next() {
      if assembler.isBeginning(reading) { settleTime(of: &reading, arrival) }
      assembler.push(reading)
      while let sample = assembler.next() { take(sample, into: &samples) }
    }
  }

  /// The time of a sample is that of the message that begins it.
  private mutating func settleTime(of reading: inout SensorReading, _ arrival: UInt64) {
    let counters = decoder.counters
    let count = counters.accepted &+ counters.rejected
    reading.time = timer.time(
      deviceTime: reading.time, counter: reading.counter, arrival: arrival,
      bytes: Int(count &- settled.count), isAfterDamage: counters.rejected != settled.rejected)
    settled = (count, counters.rejected)
  }

  private mutating func take(_ reading: SensorReading, into samples: inout [InertialSample]) {
    if penSource == .raw {
      if let time = reading.time, let sample = InertialSample(reading, at: time) {
        samples.append(sample)
      }
      return
    }
    if reading.pen != nil { hasPen = true }
    guard let time = reading.time,
      let sample = content.sample(reading, at: time, hasClock: timer.hasClock)
    else { return }
    if !isRateKnown { adapt() }
    if resampler == nil {
      samples.append(sample)
    } else {
      resampler?.push(sample, into: &samples)
    }
  }

  /// Decides about rate and pen once the content is known.
  private mutating func adapt() {
    isRateKnown = true
    if let rate = content.rate, !Self.goodRates.contains(rate) { resampler = Resampler() }
    findsPenByMotion = penSource == .motion || penSource == .automatic && !hasPen
  }
}
