import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel

/// A letter to train on or to classify, or an example that is not a letter.
public struct NetworkLetter: Sendable {
  /// The label that the writer intended; ``garbage`` if it is not a letter.
  public var label: String
  /// Who wrote it. Letters of unknown writers count as one person's.
  public var writer: String
  /// Its data.
  public var source: Source
  /// How often it is shown to the trainer in relation to others; above 0.
  public var emphasis = 1.0
  /// False if it was recorded and the gates of the stroke's shape reject it.
  public var passesGates = true
  /// True if it comes from a recording in the air, not from a simulated person or a drawing.
  public var isRecorded = false
  /// True if it was recorded and is below the minimum size. Never true for features of movement, which describe rest.
  public var isTooSmall = false

  /// The label of an example that is not a letter.
  public static let garbage = ""
  /// True if it is not a letter.
  public var isGarbage: Bool { label == Self.garbage }

  /// The data of a letter.
  public enum Source: Sendable {
    /// Its shape, which can be distorted and written in the air.
    case path(LetterPath)
    /// Its features as computed by the device's code, Q1.14.
    case vector([Int16])
    /// Its features as computed by the device's code from a trace, Q1.14, and the ink that they
    /// were computed from, which can be distorted.
    case trace([Int16], ink: LetterPath)
  }

  /// A letter from its parts.
  public init(label: String, writer: String, source: Source) {
    self.label = label
    self.writer = writer
    self.source = source
  }

  /// Drawn letters as examples. For path features, letters with fewer than two points are left out.
  /// Zone features cannot use variations of a shape, so they are computed at once as the device
  /// computes them.
  public static func letters(
    of samples: [InkSample], featureSet: FeatureSet
  ) -> [NetworkLetter] {
    samples.compactMap { sample in
      let source: Source?
      switch featureSet {
      case .path, .pathConcavities, .airPath, .airSequence, .movement, .airMovement,
        .accelerometer:
        let path = LetterPath(sample)
        source = path.points.count >= 2 ? .path(path) : nil
      case .zones, .fineZones:
        source = zones(of: sample, featureSet).map { .vector($0) }
      }
      return source.map {
        NetworkLetter(label: sample.label, writer: sample.writer ?? "unknown", source: $0)
      }
    }
  }

  /// The labeled strokes of a trace; `writer` is the person who wrote it.
  public static func letters(
    of trace: Trace, writer: String, featureSet: FeatureSet,
    parameters: RecognizerParameters = RecognizerParameters()
  ) -> [NetworkLetter] {
    // A recognizer cannot score ink that it has handed over. So there are several.
    var reader = Recognizer(parameters: parameters)
    var scorer = Recognizer(parameters: parameters)
    var gated = parameters
    gated.writing.gates = .shape
    var gatedRecognizer = Recognizer(parameters: gated)
    let isPath = featureSet != .zones && featureSet != .fineZones
    var letters: [NetworkLetter] = []
    for sample in trace.replaySamples(for: featureSet) {
      _ = reader.push(sample.sample)
      _ = scorer.push(sample.sample)
      let event = gatedRecognizer.push(sample.sample)
      guard sample.sample.pen == .up else { continue }
      let gated = event ?? gatedRecognizer.finish()
      var (points, time): ([LetterPath.Point], Double) = ([], 0)
      let hasInk = reader.finishedInk { x, y, ticks in
        time += Double(ticks) * 32e-6
        points.append(
          LetterPath.Point(
            x: Double(x) * 0x1p-14, y: Double(y) * 0x1p-14, isPenDown: true, time: time))
      }
      guard let label = trace.rows[sample.row].label,
        var vector = scorer.finishedFeatures(featureSet)
      else { continue }
      let numbers = (0..<vector.count).map { vector[$0] }
      let isTooSmall = scorer.shapeOfLastStroke.isTooSmall && !featureSet.hasMovement
      // Distorted ink fills the unit square, which a dot does not.
      let isDistorted = hasInk && isPath && !isTooSmall
      var letter = NetworkLetter(
        label: label, writer: writer,
        source: isDistorted ? .trace(numbers, ink: LetterPath(points: points)) : .vector(numbers))
      letter.isTooSmall = isTooSmall
      if case .rejected = gated { letter.passesGates = false }
      letters.append(letter)
    }
    return letters
  }

  /// The features that the device computes for this letter, without distortion.
  public func vector(_ featureSet: FeatureSet) -> FeatureVector {
    switch source {
    case .path(let path): return path.features(featureSet)
    case .vector(let values), .trace(let values, _):
      var vector = FeatureVector()
      for value in values { vector.append(Int32(value)) }
      return vector
    }
  }

  /// The same letter as a simulated person writes it in the air. A letter without a path stays as
  /// it is.
  public func writtenInAir(
    _ air: AirWriting, by distortion: Distortion, random: inout SeededRandom
  ) -> NetworkLetter {
    guard case .path(let path) = source else { return self }
    var copy = self
    copy.source = .path(
      path.distorted(by: distortion, random: &random).writtenInAir(air, random: &random))
    return copy
  }

  private static func zones(of sample: InkSample, _ featureSet: FeatureSet) -> [Int16]? {
    if featureSet == .zones {
      guard let first = FeatureExtraction.features(of: [sample]).samples.first else { return nil }
      let features = first.zoneFeatures
      return (0..<ZoneFeatures.count).map { features[$0] }
    }
    let points = InkPath(sample, capacity: StrokeQueue.strokeCapacity).points
    guard points.count >= 2 else { return nil }
    var accumulator = FineZoneAccumulator()
    var previous: UInt32 = 0
    for point in points {
      let elapsed = point.time > previous ? (point.time - previous) / 32 : 0
      accumulator.add((point.x + 32) >> 6, (point.y + 32) >> 6, elapsed)
      previous = point.time
    }
    var vector = accumulator.vector()
    return (0..<vector.count).map { vector[$0] }
  }
}
