import QuillonFusion

/// Converts the bytes of a third-party sensor to samples for the recognizer: decoded, combined, timed,
/// of one kind, and about 100 a second.
///
/// Hosts and devices use it alike. They differ in the clock: a device counts samples, a host also
/// knows when bytes arrive. The first 50 samples determine the kind of samples and their rate, and are
/// not returned. Rates of 80 to 125 a second stay as they are, all others become exactly 100.
public struct SampleReceiver<Decoder: SensorDecoder, Timing: SampleTiming>: Sendable {
  private var decoder: Decoder
  private var assembler: SampleAssembler
  /// Determines the time of samples.
  public var timing: Timing
  private var content = SampleContent()
  private var resampler = Resampler()
  /// The decoder's accepted and rejected bytes up to the last sample.
  private var counted: (accepted: UInt32, rejected: UInt32) = (0, 0)

  /// A receiver without bytes.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the sensor's messages.
  ///   - lead: The message that begins a sample, if a sample consists of several messages.
  ///   - timing: Determines the time of samples.
  public init(_ decoder: Decoder, lead: SampleAssembler.Lead, timing: Timing) {
    self.decoder = decoder
    assembler = SampleAssembler(lead: lead)
    self.timing = timing
  }

  /// The decode counters.
  public var counters: DecodeCounters { decoder.counters }

  /// What the board lacks for letters; nil if nothing is known to be missing.
  public var shortcoming: SampleShortcoming? { content.shortcoming }

  /// True once the kind of samples and their rate are known.
  public var isContentKnown: Bool { content.isKnown }

  /// True if the board sent the pen state before its content was known.
  public var hasPen: Bool { content.hasPen }

  /// True if samples are converted to 100 a second. Then they come 5 ms later.
  public var isResampling: Bool { content.isKnown && content.needsResampling }

  /// Decodes a byte. Then call `next()` until it returns nil, or call it once: a waiting sample is
  /// returned after the next byte.
  public mutating func push(_ byte: UInt8) { decoder.push(byte) }

  /// The next complete sample; nil if there is none.
  public mutating func next() -> InertialSample? {
    while true {
      if let sample = resampler.take() { return sample }
      guard let reading = nextReading() else { return nil }
      guard let sample = content.sample(reading) else { continue }
      guard content.needsResampling else { return sample }
      resampler.push(sample)
    }
  }

  /// The next complete reading with its time, before it is converted to a sample; nil if there is
  /// none. It is for recordings of what a board sends. Do not call `next()` as well.
  public mutating func nextReading() -> SensorReading? {
    while true {
      if let reading = assembler.next() { return reading }
      guard var reading = decoder.next() else { return nil }
      if assembler.isBeginning(reading) { reading.time = time(of: reading) }
      // A message without a measurement, such as a header, takes no pause from the one after it.
      let isEmpty = ReadingParts(of: reading).isEmpty
      assembler.push(reading, after: isEmpty ? 0 : timing.pause())
    }
  }

  /// The time of the sample that begins with this reading.
  private mutating func time(of reading: SensorReading) -> UInt32? {
    let counters = decoder.counters
    // Whole messages of another kind and lines of other text are no damage.
    let (accepted, rejected) = (counters.accepted, counters.rejected &- counters.unknown)
    defer { counted = (accepted, rejected) }
    return timing.time(
      of: reading, bytes: accepted &- counted.accepted &+ (rejected &- counted.rejected),
      isAfterDamage: rejected != counted.rejected)
  }
}

extension SampleReceiver where Timing == CountingClock {
  /// A receiver of one format on a device, without bytes.
  ///
  /// - Parameters:
  ///   - format: The format of the sensor's messages.
  ///   - period: The sample period of boards that send no time, µs.
  public init<Format: FrameFormat>(
    _ format: Format, period: UInt32 = Format.period
  ) where Decoder == FramedDecoder<Format> {
    self.init(FramedDecoder(format), lead: Format.lead, timing: CountingClock(period: period))
  }
}
