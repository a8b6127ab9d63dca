import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings

/// Computes features from recordings, with the device's own code.
public enum FeatureExtraction {
  /// The features of a recording's labeled letters, and the letters that gave none.
  public struct Result: Equatable, Sendable {
    /// The features of each letter, in the order of writing.
    public var samples: [FeatureSample]
    /// The labels of the letters that the device abandons, because they are too short or too small, or
    /// have a gap in the data.
    public var abandoned: [String] = []

    /// A result with these features and without abandoned letters.
    public init(samples: [FeatureSample] = []) { self.samples = samples }

    /// Adds the result of another recording.
    public mutating func append(_ other: Result) {
      samples += other.samples
      abandoned += other.abandoned
    }
  }

  /// The features of drawn letters. Each letter is joined into one path, and read like input from a
  /// touch surface.
  public static func features(of letters: [InkSample]) -> Result {
    var result = Result()
    for letter in letters {
      var strokes = StrokeQueue()
      var previous: UInt32 = 0
      _ = strokes.begin()
      for point in InkPath(letter, capacity: StrokeQueue.strokeCapacity).points {
        let elapsed = point.time > previous ? point.time - previous : 0
        _ = strokes.append(touchX: point.x, y: point.y, microseconds: elapsed)
        previous = point.time
      }
      strokes.end(in: .touch, minimumSize: Fixed(bits: 1), time: previous)
      guard let features = ZoneFeatures(readingAll: &strokes) else {
        result.abandoned.append(letter.label)
        continue
      }
      result.samples.append(
        FeatureSample(label: letter.label, writer: letter.writer, features: features))
    }
    return result
  }

  /// The features of the labeled strokes of a trace, read from a recognizer at each classification. Strokes without a label are left out. A
  /// letter below the minimum size counts as abandoned, unless it is a dot or rest.
  public static func features(
    of trace: Trace, parameters: RecognizerParameters = RecognizerParameters()
  ) -> Result {
    var result = Result()
    // The classifications do not matter here, so any model will do.
    var recognizer = Recognizer(model: LinearModel.lab, parameters: parameters)
    recognizer.scorer.readsSmallStrokes = true
    for sample in trace.replaySamples {
      var event = recognizer.push(sample.sample)
      // At pen-up, get the event at once instead of with a later sample, so that the event and the
      // row belong to the same stroke.
      if sample.sample.pen == .up { event = event ?? recognizer.finish() }
      guard let event, let label = trace.rows[sample.row].label else { continue }
      switch event {
      case .classification
      where recognizer.shapeOfLastStroke.isTooSmall && !label.isLabelOfSmallStroke:
        result.abandoned.append(label)
      case .classification:
        result.samples.append(
          FeatureSample(label: label, writer: nil, features: recognizer.strokeFeatures()))
      case .abandoned, .rejected:
        result.abandoned.append(label)
      }
    }
    return result
  }
}
