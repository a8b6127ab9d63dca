import QuillonFusion

/// Converts the bytes of a third-party sensor to samples for the recognizer, on a device with the
/// sensor on its own serial line. It decodes, combines and times the messages.
///
/// Unlike a host, it does not fit times to the arrival of bytes, but counts. The first 50 samples
/// determine the kind of samples and their rate, and are not returned. Other rates are converted to
/// 71 to 141 a second: by means of two, four or eight samples, or by interpolated samples.
public struct SampleReceiver<Format: FrameFormat>: Sendable {
  private var decoder: FramedDecoder<Format>
  private var assembler: SampleAssembler
  private var count: SampleCount
  private var content = SampleContent()
  private var matcher = RateMatcher()

  /// A receiver without bytes.
  ///
  /// - Parameters:
  ///   - format: The format of the sensor's messages.
  ///   - lead: The message that begins a sample, if a sample consists of several messages.
  ///   - period: The sample period of boards that send no time, µs.
  public init(
    _ format: Format, lead: SampleAssembler.Lead = .acceleration, period: UInt32 = 10_000
  ) {
    decoder = FramedDecoder(format)
    assembler = SampleAssembler(lead: lead)
    count = SampleCount(period: period)
  }

  /// The decode counters.
  public var counters: DecodeCounters { decoder.counters }

  /// Takes a byte. Then call `next()` until it returns nil, or call it once: a waiting sample is
  /// returned after the next byte.
  public mutating func push(_ byte: UInt8) { decoder.push(byte) }

  /// The next complete sample; nil if there is none.
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
      if assembler.isBeginning(reading) { reading.time = count.time(of: reading, decoder.counters) }
      assembler.push(reading)
    }
  }
}
