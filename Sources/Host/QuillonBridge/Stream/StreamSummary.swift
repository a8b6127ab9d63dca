import QuillonProtocols

/// What a bridge has found out about a board of another make.
public struct StreamSummary: Equatable, Sendable {
  /// What became of every byte, over all connections.
  public var bytes = DecodeCounters()
  /// Samples a second that the board sends; nil while that is not known.
  public var rate: Double?
  /// By how many parts in a million the board's clock is fast against this computer's; nil when it sends
  /// no time, or too little came.
  public var drift: Double?
  /// By how much samples are recognized later than they were measured, s: for the pen that is found by
  /// motion, and for making 100 samples a second of another number.
  public var delay: Double
  /// Samples that never came, as far as counters and damaged bytes tell of them.
  public var missing: Int
  /// Why nothing can be written with this board; nil if it can.
  public var shortcoming: SampleShortcoming?
}

extension DecodeCounters {
  /// The sum of both, reason by reason.
  func adding(_ other: DecodeCounters) -> DecodeCounters {
    var sum = self
    func add(_ path: WritableKeyPath<DecodeCounters, UInt32>) {
      let (count, overflow) = sum[keyPath: path].addingReportingOverflow(other[keyPath: path])
      sum[keyPath: path] = overflow ? .max : count
    }
    for path in [
      \DecodeCounters.accepted, \.noise, \.length, \.structure, \.checksum, \.unknown,
      \.implausible,
    ] {
      add(path)
    }
    return sum
  }
}
