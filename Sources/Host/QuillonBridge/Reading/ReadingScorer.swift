import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Scores strokes with a model of either kind, and keeps the ink and the features of the last
/// letter.
struct ReadingScorer: InkScorer {
  static var strokes: StrokeSupport { .all }

  /// The model for the next strokes.
  var model = LabeledModel(.linear(LinearModel()), labels: [])
  /// The model that scored the last letter.
  private(set) var current = LabeledModel(.linear(LinearModel()), labels: [])
  private var scorer = LetterScorer()
  private var inclination = InclinationFilter()
  private var zones = ZoneAccumulator()
  private var ink: [LetterReading.Point] = []

  init() {}

  /// The reader decides what a small stroke is.
  var readsSmallStrokes: Bool { true }

  /// The attitude of a board that is read by its accelerometer alone; nil for other models.
  var inclinedAttitude: UnitQuaternion? {
    model.model.featureSet.needsAccelerationOnly ? inclination.attitude : nil
  }

  var rejectThreshold: Fixed<12>? { mutating get { scorer.rejectThreshold } }

  var mask: LabelMask {
    get { scorer.mask }
    set { scorer.mask = newValue }
  }

  var isBusy: Bool { scorer.isBusy }

  mutating func prepared(_ sample: InertialSample) -> InertialSample {
    model.model.featureSet.needsAccelerationOnly ? inclination.inclined(sample) : sample
  }

  mutating func begin() {
    current = model
    scorer.model = model.model
    zones = ZoneAccumulator()
    ink.removeAll(keepingCapacity: true)
    scorer.begin()
  }

  mutating func makeRoom() -> Bool { scorer.makeRoom() }

  mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    zones.add(x, y, ticks)
    ink.append(LetterReading.Point(x: Double(x) * 0x1p-14, y: Double(y) * 0x1p-14))
    scorer.add(x, y, ticks, isPenDown)
  }

  mutating func end() -> Classification? { scorer.end() }

  mutating func advance() -> Classification? { scorer.advance() }

  /// The features of the last letter for a packed model.
  mutating func features() -> FeatureVector { scorer.features() }

  /// The ink and the scores of the last letter, which has this size and clipped size.
  mutating func reading(size: Double, clippedSize: Double) -> LetterReading {
    let zones = ZoneFeatures(&zones)
    return LetterReading(
      ink: ink, zones: zones, scores: current.scores(of: zones, scorer.features(), mask: mask),
      size: size, clippedSize: clippedSize)
  }
}
