import QuillonRecordings

/// All that a board sends of one moment.
public struct TimedMessages: Equatable, Sendable {
  /// When, by the board's clock, µs modulo 2³².
  public var timestamp: UInt32
  /// Whole messages, one behind the other.
  public var bytes: [UInt8]

  /// Messages from their parts.
  public init(timestamp: UInt32, bytes: [UInt8]) {
    self.timestamp = timestamp
    self.bytes = bytes
  }
}

extension Trace {
  /// The trace as a board would send it whose format `encoder` speaks. Rows of which the format can
  /// say nothing are left out.
  public func messages(by encoder: any SensorEncoder) -> [TimedMessages] {
    var encoder = encoder
    return rows.compactMap { row in
      let bytes = encoder.encode(row)
      let microseconds = Int64((row.time * 1e6).rounded())
      return bytes.isEmpty
        ? nil
        : TimedMessages(timestamp: UInt32(truncatingIfNeeded: microseconds), bytes: bytes)
    }
  }
}
