import QuillonFusion
import QuillonProtocols

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

  /// Expects bytes of this format; of any format for −1.
  static func begin(format: Int32) {
    SensorChannels.begin()
    ExchangeBlock[.format] = format >= 0 && format < SensorChannels.count ? format : -1
    ExchangeBlock[.shortcoming] = 0
    (ExchangeBlock[.acceptedBytes], ExchangeBlock[.rejectedBytes]) = (0, 0)
    pen = .up
  }

  /// Takes bytes of the block from `place` on, up to the next sample. Returns the place of the first byte that was not taken.
  ///
  /// While the format is unknown it takes all bytes. The page then decides by `findFormat`.
  static func push(from place: Int32, to end: Int32, arrival: UInt32) -> Int32 {
    let bytes = ExchangeBlock.bytes
    let end = Swift.min(end, Int32(truncatingIfNeeded: bytes.count))
    var place = Swift.max(place, 0)
    let format = ExchangeBlock[.format]
    while place < end {
      let byte = bytes[Int(place)]
      place &+= 1
      guard format >= 0 else {
        listen(byte)
        continue
      }
      var task = PushTask(byte: byte, arrival: arrival)
      SensorChannels.visit(format, &task)
      guard let sample = task.sample else { continue }
      ExchangeBlock[.shortcoming] = task.shortcoming
      ExchangeBlock[.acceptedBytes] = Int32(bitPattern: task.counts.accepted)
      ExchangeBlock[.rejectedBytes] = Int32(bitPattern: task.counts.rejected)
      take(sample)
      return place
    }
    return place
  }

  /// Chooses the most probable format of the bytes so far, and returns it; −1 if none fits.
  static func findFormat() -> Int32 {
    var (best, bestRank, bestBytes) = (Int32(-1), Int32.max, UInt32(0))
    for format in 0..<SensorChannels.count {
      var task = HeardTask()
      SensorChannels.visit(format, &task)
      let least = evidence(of: format)
      let decided = task.accepted &+ task.rejected
      guard task.messages >= least.messages, decided > 0,
        task.accepted &* 100 >= least.share &* decided
      else { continue }
      if least.rank < bestRank || least.rank == bestRank && task.accepted > bestBytes {
        (best, bestRank, bestBytes) = (format, least.rank, task.accepted)
      }
    }
    ExchangeBlock[.format] = best
    return best
  }

  private static func listen(_ byte: UInt8) {
    for format in 0..<SensorChannels.count {
      var task = ListenTask(byte: byte, countsAll: format == 0)
      SensorChannels.visit(format, &task)
    }
  }

  /// Pushes a sample of the board. The pen is the board's or the screen's, whichever moved last.
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

private struct PushTask: ChannelTask {
  let byte: UInt8
  let arrival: UInt32
  var sample: InertialSample?
  var shortcoming: Int32 = 0
  var counts: (accepted: UInt32, rejected: UInt32) = (0, 0)

  init(byte: UInt8, arrival: UInt32) { (self.byte, self.arrival) = (byte, arrival) }

  mutating func visit<Decoder: SensorDecoder>(_ channel: inout SensorChannel<Decoder>) {
    sample = channel.push(byte, arrival: arrival)
    shortcoming = channel.shortcoming
    ExchangeBlock[.shortcoming] = shortcoming
    counts = channel.counts
  }
}

private struct ListenTask: ChannelTask {
  let byte: UInt8
  let countsAll: Bool

  mutating func visit<Decoder: SensorDecoder>(_ channel: inout SensorChannel<Decoder>) {
    channel.listen(byte, countsAll: countsAll)
  }
}

private struct HeardTask: ChannelTask {
  var messages: Int32 = 0
  var accepted: UInt32 = 0
  var rejected: UInt32 = 0

  mutating func visit<Decoder: SensorDecoder>(_ channel: inout SensorChannel<Decoder>) {
    messages = channel.messages
    (accepted, rejected) = channel.heard
  }
}
