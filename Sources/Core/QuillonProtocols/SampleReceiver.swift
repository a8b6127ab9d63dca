import QuillonFusion

/// Turns the bytes of a board of another make into samples for the recognizer, on a device that has the board on a serial
/// line of its own: decoded, put together, timed.
///
/// What a host does besides is left out: times are not fitted to arrivals but counted. The first 50 samples tell what the
/// board sends, and how many a second, and are not handed over. Other rates become 71 to 141 a second by means of two, four or
/// eight samples, or by samples put between.
public struct SampleReceiver<Format: FrameFormat>: Sendable {
  private var decoder: FramedDecoder<Format>
  private var assembler: SampleAssembler
  private var count: SampleCount
  private var content = SampleContent()
  private var matcher = RateMatcher()

  /// A receiver that has heard nothing.
  ///
  /// - Parameters:
  ///   - format: what tells the messages from other bytes.
  ///   - lead: which message begins a sample, where a sample is several messages.
  ///   - period: µs from one sample to the next, of boards that send no time.
  public init(
    _ format: Format, lead: SampleAssembler.Lead = .acceleration, period: UInt32 = 10_000
  ) {
    decoder = FramedDecoder(format)
    assembler = SampleAssembler(lead: lead)
    count = SampleCount(period: period)
  }

  /// What became of every byte.
  public var tally: DecodeCounters { decoder.tally }

  /// Takes a byte. Then ask for samples until there is none, or once: what waits is given with the next byte.
  public mutating func push(_ byte: UInt8) { decoder.push(byte) }

  /// The next sample that is complete.
  public mutating func next() -> InertialSample? {
    while true {
      if let sample = matcher.take() { return sample }
      if let reading = assembler.next() {
        if let sample = content.sample(reading) { matcher.push(sample) }
        if !matcher.isChosen, let span = content.span { matcher.choose(for: span) }
        continue
      }
      guard decoder.advance() else { return nil }
      var reading = decoder.reading
      if assembler.isBeginning(reading) { reading.time = count.time(of: reading, decoder.tally) }
      assembler.push(reading)
    }
  }
}
