import QuillonRecognizer

/// Scores strokes as the bridge does, and keeps what a page shows of the last one: its ink and the lab's zones.
struct PageScorer: InkScorer {
  static var allowsStabilizers: Bool { true }

  /// What strokes are scored by, from the next one on; nil is a model that knows no label.
  var model: PageModel?
  private var scorer = LetterScorer()
  /// What the stroke is scored by.
  private var current: PageModel?
  private var zones = ZoneTally()
  private var ink: [Stroke.Point] = []

  init() {}

  var isBusy: Bool { scorer.isBusy }

  mutating func begin() {
    current = model
    if let current { scorer.model = current.letterModel }
    zones = ZoneTally()
    ink.removeAll(keepingCapacity: true)
    scorer.begin()
  }

  mutating func makeRoom() -> Bool { scorer.makeRoom() }

  mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    zones.add(x, y, ticks)
    ink.append(Stroke.Point(x: Double(x) * 0x1p-14, y: Double(y) * 0x1p-14))
    scorer.add(x, y, ticks, isPenDown)
  }

  mutating func end() -> Classification? { scorer.end() }

  mutating func advance() -> Classification? { scorer.advance() }

  /// The stroke, or the strokes of the letter, that `classification` is on; nil without a model.
  mutating func stroke(_ classification: Classification) -> ScoredStroke? {
    current.map {
      ScoredStroke(
        classification, features: ZoneFeatures(&zones), vector: scorer.features(), ink: ink,
        model: $0)
    }
  }
}
