import QuillonFusion

/// A sample to replay, and the row of the trace that it stands for.
public struct TraceSample: Equatable, Sendable {
  /// What the recognizer or the virtual board gets.
  public var sample: InertialSample
  /// The row that it was made from, as an index into the trace's rows. In a sample that lifts the
  /// pen it is the last row of the stroke that ends, so that whatever the recognizer says after a
  /// sample is about this row's stroke.
  public var row: Int

  /// A sample from its parts.
  public init(sample: InertialSample, row: Int) {
    self.sample = sample
    self.row = row
  }
}

extension Trace {
  /// The samples of the trace for whoever replays it, with every stroke ended by a pen-up.
  ///
  /// Rows without acceleration give no sample. Recordings that hold nothing but strokes never lift
  /// the pen, and one that breaks off leaves it down. So where the pen is down in two successive
  /// samples whose rows differ in stroke number, and behind the last sample if the pen is still
  /// down, stands a copy of the sample before with the pen up. It keeps the timestamp: no time
  /// passes, so the chain integrates nothing and only closes the stroke.
  ///
  /// Timestamps wrap every 71.6 min, and a longer gap would look like a short one or like a step back. So a gap of
  /// more than 1000 s counts as one of 1000 s.
  public var replaySamples: [TraceSample] {
    var samples: [TraceSample] = []
    samples.reserveCapacity(rows.count + rows.count / 64)
    var writing: TraceSample?
    var (lastTime, leftOut) = (rows.first?.time ?? 0, 0.0)
    for (index, row) in rows.enumerated() {
      leftOut += max(row.time - lastTime - Self.longestGap, 0)
      lastTime = row.time
      var row = row
      row.time -= leftOut
      guard let sample = InertialSample(row) else { continue }
      if let last = writing, sample.pen == .down, rows[last.row].stroke != row.stroke {
        samples.append(last.penUp)
      }
      let strokeRow = sample.pen == .up ? writing?.row : nil
      samples.append(TraceSample(sample: sample, row: strokeRow ?? index))
      writing = sample.pen == .down ? TraceSample(sample: sample, row: index) : nil
    }
    if let writing { samples.append(writing.penUp) }
    return samples
  }

  /// s.
  private static let longestGap = 1_000.0
}

extension TraceSample {
  /// The same with the pen up.
  fileprivate var penUp: TraceSample {
    var copy = self
    copy.sample.pen = .up
    return copy
  }
}
