import QuillonFusion
import QuillonSerialFormats

/// A board's bytes: finds their format and makes samples of them.
enum SensorLine {
  /// How strong the evidence of a format's messages is, strongest first, and the least that a find needs: messages, and the
  /// share of accepted bytes in hundredths. The same as that of `quillon bridge`.
  private static func evidence(of format: Int32) -> (rank: Int32, messages: Int32, share: UInt32) {
    switch format {
    case 0, 3, 6, 8, 12, 13, 14, 15: (0, 3, 5)
    case 1: (2, 5, 25)
    case 10, 11: (3, 8, 50)
    default: (1, 5, 15)
    }
  }

  nonisolated(unsafe) private static var pen = PenState.up
  /// The messages of each format while none is chosen.
  nonisolated(unsafe) private static var messages = InlineArray<16, Int32>(repeating: 0)
  nonisolated(unsafe) private static var receiver = makeReceiver(0)

  @inline(never)
  private static func makeReceiver(_ format: Int32) -> SampleReceiver<ChannelDecoder, ArrivalClock>
  {
    SampleReceiver(
      ChannelDecoder(format: format), lead: SensorChannels.lead(of: format), timing: ArrivalClock())
  }

  /// Expects bytes of this format; of any format for −1.
  static func begin(format: Int32) {
    SensorChannels.begin()
    messages = InlineArray(repeating: 0)
    choose(format >= 0 && format < SensorChannels.count ? format : -1)
    ExchangeBlock[.shortcoming] = 0
    (ExchangeBlock[.acceptedBytes], ExchangeBlock[.rejectedBytes]) = (0, 0)
    pen = .up
  }

  @inline(never)
  private static func choose(_ format: Int32) {
    ExchangeBlock[.format] = format
    receiver = makeReceiver(format)
  }

  /// Decodes bytes of the block from `place` on, up to the next sample. Returns the place of the first byte that was not decoded.
  ///
  /// While the format is unknown it consumes all bytes. The page then decides by `findFormat`.
  static func push(from place: Int32, to end: Int32, arrival: UInt32) -> Int32 {
    let bytes = ExchangeBlock.bytes
    let end = Swift.min(end, Int32(truncatingIfNeeded: bytes.count))
    var place = Swift.max(place, 0)
    let isChosen = ExchangeBlock[.format] >= 0
    while place < end {
      let byte = bytes[Int(place)]
      place &+= 1
      guard isChosen else {
        listen(byte)
        continue
      }
      receiver.timing.arrival = arrival
      receiver.push(byte)
      let sample = receiver.next()
      ExchangeBlock[.shortcoming] =
        switch receiver.shortcoming {
        case nil: 0
        case .noAcceleration: 1
        case .noRate: 2
        case .tooSlow: 3
        }
      guard let sample else { continue }
      let counters = receiver.counters
      ExchangeBlock[.acceptedBytes] = Int32(bitPattern: counters.accepted)
      ExchangeBlock[.rejectedBytes] = Int32(bitPattern: counters.rejected)
      take(sample)
      return place
    }
    return place
  }

  /// Chooses the most probable format of the bytes so far, and returns it; −1 if none fits. What its decoder has learned
  /// from them, such as the names of columns, stays.
  static func findFormat() -> Int32 {
    var (best, bestRank, bestBytes) = (Int32(-1), Int32.max, UInt32(0))
    for format in 0..<SensorChannels.count {
      let counters = ChannelDecoder(format: format).counters
      let least = evidence(of: format)
      let decided = counters.accepted &+ counters.rejected
      guard messages[unchecked: Int(format)] >= least.messages, decided > 0,
        counters.accepted &* 100 >= least.share &* decided
      else { continue }
      if least.rank < bestRank || least.rank == bestRank && counters.accepted > bestBytes {
        (best, bestRank, bestBytes) = (format, least.rank, counters.accepted)
      }
    }
    choose(best)
    return best
  }

  @inline(never)
  private static func listen(_ byte: UInt8) {
    for format in 0..<SensorChannels.count {
      var decoder = ChannelDecoder(format: format)
      decoder.push(byte)
      // Quillon's own packets count without motion, too.
      while let reading = decoder.next() {
        if format == 0 || !reading.isEmpty { messages[unchecked: Int(format)] &+= 1 }
      }
    }
  }

  /// Pushes a sample of the board. The pen is the board's or the screen's, whichever moved last.
  @inline(never)
  private static func take(_ measured: InertialSample) {
    var sample = measured
    if sample.pen != pen { (pen, Session.screenPen) = (sample.pen, sample.pen) }
    sample.pen = Session.screenPen
    ExchangeBlock[.sampleTime] = Int32(bitPattern: sample.timestamp)
    var content: Int32 = 0
    switch sample.acceleration {
    case .specificForce(let force): ExchangeBlock.set(.sampleAcceleration, force)
    case .linear(let acceleration):
      content = 1
      ExchangeBlock.set(.sampleAcceleration, acceleration)
    }
    if let rate = sample.angularRate {
      content |= 2
      ExchangeBlock.set(.sampleRate, rate)
    }
    if let attitude = sample.attitude {
      content |= 4
      ExchangeBlock.set(.sampleAttitude, attitude)
    }
    ExchangeBlock[.sampleContent] = content
    _ = Session.push(sample)
  }
}
