import QuillonSerialFormats

/// What a bridge knows about a board of another make.
public struct StreamSummary: Equatable, Sendable {
  /// The accepted and rejected bytes, over all connections.
  public var bytes = DecodeCounters()
  /// The sample rate of the board, 1/s. Nil while it is unknown.
  public var rate: Double?
  /// How much faster the board's clock runs than this computer's, parts per million. Nil if the
  /// board sends no time or the measurement was too short.
  public var drift: Double?
  /// How much later than measured the samples are recognized, s. The causes are finding the pen by
  /// motion and resampling to 100 samples a second.
  public var delay: Double
  /// The number of missing samples, as far as counters and damaged bytes show them.
  public var missing: Int
  /// Why the board can't be used for writing. Nil if it can.
  public var shortcoming: SampleShortcoming?
}

extension DecodeCounters {
  /// The sum of both, counter by counter. Each counter saturates.
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
