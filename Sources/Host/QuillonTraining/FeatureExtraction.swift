import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings

/// From recordings to features, by the device's own code.
public enum FeatureExtraction {
  /// The labelled letters of a recording as features, and those that gave none.
  public struct Result: Equatable, Sendable {
    /// The features of each letter, in the order of writing.
    public var samples: [FeatureSample]
    /// The labels of the letters that the device gives up: too short, or with a gap in the data.
    public var abandoned: [String] = []

    /// The given letters, and none given up.
    public init(samples: [FeatureSample] = []) { self.samples = samples }

    /// Adds what another recording gave.
    public mutating func append(_ other: Result) {
      samples += other.samples
      abandoned += other.abandoned
    }
  }

  /// The features of drawn letters, each joined to one path and read as from a touch surface.
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

  /// The features of the labelled strokes of a trace, taken from a recognizer at each verdict.
  /// Strokes without a label are left out.
  public static func features(
    of trace: Trace, parameters: RecognizerParameters = RecognizerParameters()
  ) -> Result {
    var result = Result()
    // The verdicts don't matter here, so any model will do.
    let rows = [Int16](repeating: 0, count: ZoneFeatures.count)
    guard
      let model = LinearModel(
        labelCount: 1, weights: rows.span, weightStep: .one, modelID: 0)
    else { return result }
    var recognizer = Recognizer(model: model, parameters: parameters)
    for sample in trace.replaySamples {
      var event = recognizer.push(sample.sample)
      // At pen-up no sample is waited for, so that the event and the row are of the same stroke.
      if sample.sample.pen == .up { event = event ?? recognizer.finish() }
      guard let event, let label = trace.rows[sample.row].label else { continue }
      switch event {
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
