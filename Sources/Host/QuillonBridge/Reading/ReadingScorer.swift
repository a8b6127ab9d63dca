import QuillonRecognizer

/// Scores strokes by a model of either kind, and keeps what was read of the last letter.
struct ReadingScorer: InkScorer {
  static var allowsStabilizers: Bool { true }

  /// What strokes are scored by, from the next one on.
  var model = LabeledModel(.linear(LinearModel()), labels: [])
  /// What the last letter was scored by.
  private(set) var current = LabeledModel(.linear(LinearModel()), labels: [])
  private var scorer = LetterScorer()
  private var zones = ZoneTally()
  private var ink: [LetterReading.Point] = []

  init() {}

  /// The reader decides what a small stroke is.
  var readsSmallStrokes: Bool { true }

  var isBusy: Bool { scorer.isBusy }

  mutating func begin() {
    current = model
    scorer.model = model.model
    zones = ZoneTally()
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

  /// The features that a packed model scored last.
  mutating func features() -> FeatureVector { scorer.features() }

  /// What was read of the letter that was scored last, of this size and clipped size.
  mutating func reading(size: Double, clippedSize: Double) -> LetterReading {
    let zones = ZoneFeatures(&zones)
    return LetterReading(
      ink: ink, zones: zones, scores: current.scores(of: zones, scorer.features()), size: size,
      clippedSize: clippedSize)
  }
}
