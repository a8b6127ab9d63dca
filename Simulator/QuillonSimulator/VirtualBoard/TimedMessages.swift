import QuillonRecordings

/// All messages that a board sends for one moment.
public struct TimedMessages: Equatable, Sendable {
  /// The time on the board's clock, µs modulo 2³².
  public var timestamp: UInt32
  /// Whole messages, one after the other.
  public var bytes: [UInt8]

  /// Messages from their parts.
  public init(timestamp: UInt32, bytes: [UInt8]) {
    self.timestamp = timestamp
    self.bytes = bytes
  }
}

extension Trace {
  /// The messages of a board that sends this trace in the format of `encoder`. Rows that give no
  /// messages in the format are left out.
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
