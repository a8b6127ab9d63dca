/// The recognizer of the host, by models of either kind.
public typealias Recognizer = StrokeRecognizer<LetterScorer>

/// The recognizer of firmware with a packed model of `airPath` features; give it one by `use`. It follows strokes
/// freely: it has neither the lab's other stabilizers nor letters of several strokes.
public typealias PathRecognizer = StrokeRecognizer<PathScorer>

extension StrokeRecognizer where Scorer == PathScorer {
  /// Scores by this model from the next stroke on; its bytes must stay where they are. To be called
  /// while no stroke is being read.
  public mutating func use(_ model: PackedModel) { scorer.model = model }

  /// Tells what the model's hidden units said of the stroke that the last verdict was on; of no meaning once the
  /// next one is being read.
  public mutating func copyActivations(to activations: inout InlineArray<128, Int16>) {
    scorer.copyActivations(to: &activations)
  }
}

extension StrokeRecognizer {
  /// A recognizer that has seen nothing and has no model yet.
  public init(parameters: RecognizerParameters) {
    self.init()
    writer.choose(parameters)
  }
}

extension Recognizer {
  /// A recognizer that has seen nothing.
  public init(model: LetterModel, parameters: RecognizerParameters = .init()) {
    self.init(parameters: parameters)
    use(model)
  }

  /// A recognizer that has seen nothing and scores by the lab's kind of model.
  public init(model: LinearModel, parameters: RecognizerParameters = .init()) {
    self.init(model: .linear(model), parameters: parameters)
  }

  /// A recognizer that has seen nothing and scores by a packed model, whose bytes must stay where they are.
  public init(model: PackedModel, parameters: RecognizerParameters = .init()) {
    self.init(model: .packed(model), parameters: parameters)
  }

  /// Scores by this model from the next stroke on; the bytes of a packed one must stay where they are. To be
  /// called while no stroke is being read.
  public mutating func use(_ model: LetterModel) { scorer.model = model }

  /// The numbers that a packed model gave the last verdict for, for those who score them in another way; of no
  /// meaning once the next stroke is being read.
  public mutating func packedFeatures() -> FeatureVector { scorer.features() }

  /// The features that the lab's kind of model gave the last verdict for, for those who train on them; of no
  /// meaning once the next stroke is being read.
  public mutating func strokeFeatures() -> ZoneFeatures { scorer.scorer.zoneFeatures() }
}
