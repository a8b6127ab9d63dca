import QuillonFusion
import QuillonRecognizer
import QuillonWire

/// The chain as it is, from bytes to events, with a meter read after every sample.
///
/// Each reading ends one run and begins the next, so that a run costs one reading.
enum WholeChain {
  /// The chain's state, and the calibration that corrects its samples.
  struct State: ~Copyable {
    var decoder = PacketDecoder()
    var recognizer: Recognizer
    var calibration: SensorCalibration?

    init(recognizer: consuming Recognizer, calibration: SensorCalibration?) {
      self.recognizer = recognizer
      self.calibration = calibration
    }

    /// Corrects a sample and recognizes it; true if there was an event.
    @inline(__always)
    mutating func push(_ sample: InertialSample) -> Bool {
      var sample = sample
      calibration?.correct(&sample)
      return recognizer.push(sample) != nil
    }
  }

  /// Takes packets and measures ``HostStage/sample``. Returns the number of events.
  static func run<M: Meter>(
    _ row: PacketRow, _ chain: consuming State, by meter: M.Type,
    into log: inout StageLog
  ) -> Int {
    var (begin, events) = (0, 0)
    var last = M.read()
    for end in row.ends {
      events += take(row.bytes[begin..<end], &chain)
      begin = end
      let now = M.read()
      log.add(.sample, now &- last)
      last = now
    }
    return events
  }

  /// How many samples are timed together where they are not timed one by one.
  static let chunk = 64

  /// The same with a reading after every ``chunk`` samples only. Returns the ticks of each group.
  static func chunks(of row: PacketRow, _ chain: consuming State) -> [UInt64] {
    var (begin, events) = (0, 0)
    var chunks: [UInt64] = []
    chunks.reserveCapacity(row.ends.count / chunk + 1)
    var last = TickMeter.read()
    for (index, end) in row.ends.enumerated() {
      events += take(row.bytes[begin..<end], &chain)
      begin = end
      guard (index + 1).isMultiple(of: chunk) else { continue }
      let now = TickMeter.read()
      chunks.append(now &- last)
      last = now
    }
    return chunks
  }

  /// Takes samples and measures ``HostStage/penDown`` and ``HostStage/reading``.
  static func push<M: Meter>(
    _ row: PacketRow, _ chain: consuming State, by meter: M.Type,
    into log: inout StageLog
  ) {
    for sample in row.samples {
      let wasReading = chain.recognizer.isReading
      let begin = M.read()
      let hasEvent = chain.push(sample)
      let end = M.read()
      if wasReading || chain.recognizer.isReading || hasEvent {
        log.add(.reading, end &- begin)
      } else if sample.pen == .down {
        log.add(.penDown, end &- begin)
      }
    }
  }

  /// Not inlined, so that it is the same code with a meter and without.
  @inline(never)
  private static func take(_ packet: ArraySlice<UInt8>, _ chain: inout State) -> Int {
    var events = 0
    for byte in packet {
      if case .packet(let packet) = chain.decoder.push(byte),
        case .sample(let sample) = packet.message, chain.push(sample)
      {
        events += 1
      }
    }
    return events
  }
}
