import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Scores letters as the host does, and writes their ink into the exchange block.
struct ExchangeScorer: InkScorer {
  static var strokes: StrokeSupport { .all }

  private var scorer = LetterScorer()
  /// The zones of the letter, which only a linear model uses.
  private var zones = ZoneAccumulator()

  init() {}

  /// The model for the next strokes. Change it only while no stroke is being read.
  var model: LetterModel {
    get { scorer.model }
    set {
      scorer.model = newValue
      scorer.readsSmallStrokes = newValue.featureSet.hasMovement
    }
  }

  var readsSmallStrokes: Bool { scorer.readsSmallStrokes }

  var rejectThreshold: Fixed<12>? { mutating get { scorer.rejectThreshold } }

  var mask: LabelMask {
    get { scorer.mask }
    set { scorer.mask = newValue }
  }

  var isBusy: Bool { scorer.isBusy }

  mutating func prepared(_ sample: InertialSample) -> InertialSample { scorer.prepared(sample) }

  mutating func begin() {
    ExchangeBlock[.inkCount] = 0
    zones = ZoneAccumulator()
    scorer.begin()
  }

  mutating func makeRoom() -> Bool { scorer.makeRoom() }

  /// Keeps the point as x in bits 0 to 14, y in bits 16 to 30, both Q1.14. Bit 31 is set if the pen was up on the way.
  mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    let count = Int(ExchangeBlock[.inkCount])
    if count < ExchangeBlock.inkCapacity {
      let lift: Int32 = isPenDown ? 0 : .min
      ExchangeBlock[ExchangeBlock.firstInkWord &+ count] = x & 0x7FFF | (y & 0x7FFF) &<< 16 | lift
      ExchangeBlock[.inkCount] &+= 1
    }
    if case .linear = model { zones.add(x, y, ticks) }
    scorer.add(x, y, ticks, isPenDown)
  }

  mutating func end() -> Classification? { scorer.end() }

  mutating func advance() -> Classification? { scorer.advance() }

  /// The features of the last letter that a packed model classified.
  mutating func features() -> FeatureVector { scorer.features() }

  /// The features of the last letter that a linear model classified.
  mutating func zoneFeatures() -> ZoneFeatures { ZoneFeatures(&zones) }
}
