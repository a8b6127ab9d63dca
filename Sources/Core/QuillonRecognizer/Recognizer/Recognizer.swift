/// The recognizer of the host. It accepts models of either kind.
public typealias Recognizer = StrokeRecognizer<LetterScorer>

/// The recognizer of firmware with a packed model of `airPath` features. Set the model with `use`.
///
/// It integrates strokes undamped. It has no correction at rest and no letters of several pen
/// strokes.
public typealias PathRecognizer = StrokeRecognizer<PathScorer>

/// The recognizer of firmware with a packed model of `airSequence` features. Set the model with
/// `use`.
///
/// It integrates strokes undamped, like ``PathRecognizer``.
public typealias SequenceRecognizer = StrokeRecognizer<SequenceScorer>

/// The recognizer of firmware with a packed model of `accelerometer` features, for gestures on a
/// board with an accelerometer alone. Set the model with `use`.
///
/// It integrates strokes undamped, like ``PathRecognizer``.
public typealias GestureRecognizer = StrokeRecognizer<GestureScorer>

/// The recognizer of firmware with a perceptron on zone features, whose strokes may be damped. Set the model with `use`.
///
/// It has no letters of several pen strokes.
public typealias ZoneRecognizer = StrokeRecognizer<ZoneScorer>

extension StrokeRecognizer where Scorer == ZoneScorer {
  /// Scores with this model and all its labels from the next stroke on. Call this only while no stroke is being read.
  public mutating func use(_ model: LinearModel) {
    (scorer.model, scorer.mask) = (model, LabelMask())
  }
}

extension StrokeRecognizer where Scorer == GestureScorer {
  /// Scores with this model and all its labels from the next stroke on. The bytes of the model must stay at their
  /// address. Call this only while no stroke is being read.
  public mutating func use(_ model: PackedModel) {
    (scorer.model, scorer.mask) = (model, LabelMask())
  }
}

extension StrokeRecognizer where Scorer: TeachableScorer {
  /// Scores with this model and all its labels from the next stroke on. The bytes of the model must stay at their
  /// address. Call this only while no stroke is being read.
  @inlinable
  public mutating func use(_ model: PackedModel) {
    (scorer.model, scorer.mask) = (model, LabelMask())
  }

  /// Copies the activations of the model's hidden units for the stroke that was classified last.
  /// They are invalid once the next stroke is being read.
  @inlinable
  public mutating func copyActivations(to activations: inout InlineArray<128, Int16>) {
    scorer.copyActivations(to: &activations)
  }
}

extension StrokeRecognizer {
  /// A recognizer without samples and without a model.
  public init(parameters: RecognizerParameters) {
    self.init()
    writer.choose(parameters)
  }
}

extension Recognizer {
  /// A recognizer without samples.
  public init(model: LetterModel, parameters: RecognizerParameters = .init()) {
    self.init(parameters: parameters)
    use(model)
  }

  /// A recognizer without samples that scores with a linear model.
  public init(model: LinearModel, parameters: RecognizerParameters = .init()) {
    self.init(model: .linear(model), parameters: parameters)
  }

  /// A recognizer without samples that scores with a packed model. The bytes of the model must stay
  /// at their address.
  public init(model: PackedModel, parameters: RecognizerParameters = .init()) {
    self.init(model: .packed(model), parameters: parameters)
  }

  /// Scores with this model and all its labels from the next stroke on. The bytes of a packed model must stay at their
  /// address. Call this only while no stroke is being read.
  public mutating func use(_ model: LetterModel) {
    (scorer.model, scorer.mask) = (model, LabelMask())
    scorer.readsSmallStrokes = model.featureSet.hasMovement
  }

  /// The features of the last stroke that a packed model classified, for callers that score them in
  /// another way. They are invalid once the next stroke is being read.
  public mutating func packedFeatures() -> FeatureVector { scorer.features() }

  /// The features of the last stroke that a linear model classified, for training. They are invalid
  /// once the next stroke is being read.
  public mutating func strokeFeatures() -> ZoneFeatures { scorer.scorer.zoneFeatures() }
}
