import QuillonFusion
import QuillonSerialFormats

extension Bridge {
  /// Processes bytes of a board of another make that were read at `arrival`, ns.
  func receive(
    _ bytes: UnsafeRawBufferPointer, arrival: UInt64,
    fromStream tell: (BridgeEvent) throws -> Void
  ) rethrows {
    var samples: [InertialSample] = []
    for byte in bytes {
      stream?.push(byte, arrival: arrival, into: &samples)
      findsPenByMotion = stream?.findsPenByMotion == true
      for sample in samples { try take(sample, arrival: arrival, tell) }
      samples.removeAll(keepingCapacity: true)
    }
    if let shortcoming = stream?.shortcoming, shortcoming != .noRate, !hasToldShortcoming {
      hasToldShortcoming = true
      try tell(.unusable(shortcoming))
    }
  }

  /// Reports, once, that the board has an accelerometer alone if the model needs more. A sample in between that has lost its
  /// angular rate does not count.
  func tellMissingRate(
    of sample: InertialSample, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    guard sample.angularRate == nil, sample.attitude == nil else { return samplesWithoutRate = 0 }
    samplesWithoutRate += 1
    guard samplesWithoutRate >= Self.mostWithoutRate, !hasToldShortcoming,
      !reader.model.model.featureSet.needsAccelerationOnly
    else { return }
    hasToldShortcoming = true
    try tell(.unusable(.noRate))
  }

  /// The decode counters of this connection to a board of another make.
  public var streamCounters: DecodeCounters { stream?.counters ?? DecodeCounters() }

  /// How the clock of a board of another make and the arrival of its samples disagree on this connection; nil if they agree, or if that
  /// is not known yet.
  public var clockContradiction: ClockContradiction? { stream?.clockContradiction }

  /// Stores the counts of the connection that has ended, and prepares for the next one.
  func endStream() {
    hasToldShortcoming = false
    samplesWithoutRate = 0
    guard let options = streamOptions, let ended = stream else { return }
    earlierBytes = earlierBytes.adding(ended.counters)
    lastStream = ended
    stream = options.makeStream()
    findsPenByMotion = false
  }

  /// What is known about the board. Nil for boards that send Quillon's packets.
  var streamSummary: StreamSummary? {
    guard let stream else { return nil }
    let known = stream.rate == nil ? lastStream ?? stream : stream
    return StreamSummary(
      bytes: earlierBytes.adding(stream.counters), rate: known.rate, drift: known.drift,
      delay: known.delay, missing: known.missing, shortcoming: known.shortcoming)
  }
}
