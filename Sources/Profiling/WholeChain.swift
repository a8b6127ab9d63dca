import Pipeline
import Recognition
import Wire

/// The chain as it is, from bytes to events, with a meter read behind every sample.
///
/// A reading ends one run and begins the next, so that each costs one reading.
enum WholeChain {
  /// Packets in, events out: ``HostStage/sample``. How many events there were.
  static func run<M: Meter>(
    _ row: PacketRow, _ recognizer: consuming Recognizer, by meter: M.Type,
    into log: inout StageLog
  ) -> Int {
    var (decoder, begin, events) = (PacketDecoder(), 0, 0)
    var last = M.read()
    for end in row.ends {
      events += take(row.bytes[begin..<end], &decoder, &recognizer)
      begin = end
      let now = M.read()
      log.add(.sample, now &- last)
      last = now
    }
    return events
  }

  /// How many samples are timed together where they are not timed one by one.
  static let chunk = 64

  /// The same with a reading behind every ``chunk`` samples only: the ticks of each chunk.
  static func chunks(of row: PacketRow, _ recognizer: consuming Recognizer) -> [UInt64] {
    var (decoder, begin, events) = (PacketDecoder(), 0, 0)
    var chunks: [UInt64] = []
    chunks.reserveCapacity(row.ends.count / chunk + 1)
    var last = TickMeter.read()
    for (index, end) in row.ends.enumerated() {
      events += take(row.bytes[begin..<end], &decoder, &recognizer)
      begin = end
      guard (index + 1).isMultiple(of: chunk) else { continue }
      let now = TickMeter.read()
      chunks.append(now &- last)
      last = now
    }
    return chunks
  }

  /// Samples in: ``HostStage/penDown`` and ``HostStage/reading``.
  static func push<M: Meter>(
    _ row: PacketRow, _ recognizer: consuming Recognizer, by meter: M.Type,
    into log: inout StageLog
  ) {
    for sample in row.samples {
      let wasReading = recognizer.isReading
      let begin = M.read()
      let event = recognizer.push(sample)
      let end = M.read()
      if wasReading || recognizer.isReading || event != nil {
        log.add(.reading, end &- begin)
      } else if sample.pen == .down {
        log.add(.penDown, end &- begin)
      }
    }
  }

  /// Not inlined, so that it is the same code with a meter and without.
  @inline(never)
  private static func take(
    _ packet: ArraySlice<UInt8>, _ decoder: inout PacketDecoder, _ recognizer: inout Recognizer
  ) -> Int {
    var events = 0
    for byte in packet {
      if case .packet(let packet) = decoder.push(byte), case .sample(let sample) = packet.message,
        recognizer.push(sample) != nil
      {
        events += 1
      }
    }
    return events
  }
}
