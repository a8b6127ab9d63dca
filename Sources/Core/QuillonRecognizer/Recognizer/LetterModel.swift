/// What letters are recognized by.
public enum LetterModel: Sendable {
  /// The lab's kind: zones, linear.
  case linear(LinearModel)
  /// A packed model; its bytes must stay where they are.
  case packed(PackedModel)

  /// Tells one model from another on the wire.
  public var modelID: UInt32 {
    switch self {
    case .linear(let model): model.modelID
    case .packed(let model): model.modelID
    }
  }

  /// Which numbers it scores.
  public var featureSet: FeatureSet {
    switch self {
    case .linear: .zones
    case .packed(let model): model.featureSet
    }
  }
}

/// The way from a stroke's ink to the verdict of a model of either kind, which may change from stroke to
/// stroke.
public struct LetterScorer: InkScorer {
  @inlinable
  public static var allowsStabilizers: Bool { true }

  /// The model in force; to be changed while no stroke is being read.
  public var model = LetterModel.linear(LinearModel())
  var scorer = StrokeScorer()

  /// A scorer by a model that knows no label.
  public init() {}

  public var isBusy: Bool { scorer.isBusy }

  public mutating func begin() { scorer.begin(model.featureSet) }

  public mutating func makeRoom() -> Bool { scorer.makeRoom() }

  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    scorer.add(x, y, ticks, isPenDown: isPenDown)
  }

  /// The lab's kind of model names the stroke at once.
  public mutating func end() -> Classification? {
    switch model {
    case .linear(let model):
      var features = scorer.zoneFeatures()
      return model.classification(on: &features)
    case .packed:
      scorer.end()
      return nil
    }
  }

  public mutating func advance() -> Classification? {
    guard case .packed(let model) = model else { return nil }
    return scorer.advance(model)
  }

  /// The numbers that a packed model gave the last verdict for; of no meaning once the next stroke is being read.
  public mutating func features() -> FeatureVector { scorer.features() }
}
