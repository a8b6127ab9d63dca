import QuillonFusion
import QuillonNumerics

/// The model that classifies letters: of either kind.
public enum LetterModel: Sendable {
  /// A linear model on zone features.
  case linear(LinearModel)
  /// A packed model. Its bytes must stay at their address while it is used.
  case packed(PackedModel)

  /// The model ID: identifies the model on the wire.
  public var modelID: UInt32 {
    switch self {
    case .linear(let model): model.modelID
    case .packed(let model): model.modelID
    }
  }

  /// Lets `body` read the list of labels: UTF-8, separated by spaces.
  public func withLabels<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    switch self {
    case .linear(let model): model.withLabels(body)
    case .packed(let model): model.withLabels(body)
    }
  }

  /// The feature set that the model scores.
  public var featureSet: FeatureSet {
    switch self {
    case .linear: .zones
    case .packed(let model): model.featureSet
    }
  }
}

/// Turns the ink of a stroke into a classification, with a model of either kind. The model may
/// change between strokes.
public struct LetterScorer: InkScorer {
  @inlinable
  public static var strokes: StrokeSupport { .all }

  /// The model in use. Change it only while no stroke is being read.
  public var model = LetterModel.linear(LinearModel())
  /// True if strokes below the minimum size are classified, too: for a model with a label for a dot
  /// or for rest. Models of movement know rest.
  public var readsSmallStrokes = false
  var scorer = StrokeScorer()
  /// The inclination of the board; without samples unless the model needs acceleration only.
  public private(set) var inclination = InclinationFilter()

  /// A scorer with a model that has no labels.
  public init() {}

  public mutating func reset() {
    model = .linear(LinearModel())
    readsSmallStrokes = false
    scorer.reset()
    inclination = InclinationFilter()
  }

  /// Nil for a linear model, whose margins are no logarithms of odds, and for gestures, which come one
  /// by one.
  public var rejectThreshold: Fixed<12>? {
    mutating get {
      guard case .packed(let model) = model, !model.featureSet.hasMovement else { return nil }
      return model.rejectThreshold
    }
  }

  public var mask: LabelMask {
    get { scorer.mask }
    set { scorer.mask = newValue }
  }

  public var isBusy: Bool { scorer.isBusy }

  public mutating func prepared(_ sample: InertialSample) -> InertialSample {
    model.featureSet.needsAccelerationOnly ? inclination.inclined(sample) : sample
  }

  public mutating func begin() { scorer.begin(model.featureSet) }

  public mutating func makeRoom() -> Bool { scorer.makeRoom() }

  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    scorer.add(x, y, ticks, isPenDown: isPenDown)
  }

  /// A linear model classifies the stroke at once.
  public mutating func end() -> Classification? {
    switch model {
    case .linear(let model):
      var features = scorer.zoneFeatures()
      return model.classification(on: &features, mask: mask)
    case .packed:
      scorer.end()
      return nil
    }
  }

  public mutating func advance() -> Classification? {
    guard case .packed(let model) = model else { return nil }
    return scorer.advance(model)
  }

  /// The features of the last stroke that a packed model classified. They are invalid once the next
  /// stroke is being read.
  public mutating func features() -> FeatureVector { scorer.features() }
}
