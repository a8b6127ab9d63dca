import QuillonFusion
import QuillonRecognizer
import QuillonWire

/// The chain as it is, from bytes to events, with a meter read between samples.
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

  /// Processes packets. Returns the meter's readings: one before the first sample, and one after
  /// every `group` samples.
  ///
  /// Not inlined, so that it is the same code for all groups. Within the pass a reading is only
  /// stored, in memory that is already in use.
  @inline(never)
  static func readings<M: Meter>(
    of row: PacketRow, _ chain: consuming State, by meter: M.Type, every group: Int
  ) -> [UInt64] {
    var readings = [UInt64](repeating: 0, count: row.ends.count / group + 1)
    var (begin, next, left) = (0, 1, group)
    readings[0] = M.read()
    for end in row.ends {
      take(row.bytes[begin..<end], &chain)
      begin = end
      left -= 1
      guard left == 0 else { continue }
      left = group
      readings[next] = M.read()
      next += 1
    }
    return readings
  }

  /// Processes samples and measures ``HostStage/penDown`` and ``HostStage/reading``.
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

  private static func take(_ packet: ArraySlice<UInt8>, _ chain: inout State) {
    for byte in packet {
      if case .packet(let packet) = chain.decoder.push(byte),
        case .sample(let sample) = packet.message
      {
        _ = chain.push(sample)
      }
    }
  }
}
