import QuillonFusion

/// A sample to replay, and the trace row that it belongs to.
public struct TraceSample: Equatable, Sendable {
  /// The sample that the recognizer or the virtual board gets.
  public var sample: InertialSample
  /// The row that the sample was made from, as an index into the trace's rows.
  ///
  /// For a sample that lifts the pen it is the last row of the stroke that ends. So whatever the
  /// recognizer returns after a sample is about this row's stroke.
  public var row: Int

  /// A sample from its parts.
  public init(sample: InertialSample, row: Int) {
    self.sample = sample
    self.row = row
  }
}

extension Trace {
  /// The samples of the trace for replaying, with every stroke ended by a pen-up.
  ///
  /// Rows without acceleration give no sample. Recordings that contain only strokes never lift the
  /// pen, and a recording that is cut off leaves it down. So a copy of the previous sample with the
  /// pen up is inserted in two places: between two successive samples with the pen down whose rows
  /// differ in stroke number, and after the last sample if the pen is still down. The copy keeps
  /// the timestamp: no time passes, so the chain integrates nothing and only ends the stroke.
  ///
  /// Timestamps wrap every 71.6 min, so a longer gap would look like a short one or like a step
  /// back in time. Therefore a gap of more than 1000 s counts as 1000 s.
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

  /// The longest gap between rows, s.
  private static let longestGap = 1_000.0
}

extension TraceSample {
  /// The same sample with the pen up.
  fileprivate var penUp: TraceSample {
    var copy = self
    copy.sample.pen = .up
    return copy
  }
}
