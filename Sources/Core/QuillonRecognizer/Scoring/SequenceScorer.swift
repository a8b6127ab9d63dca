import QuillonNumerics

/// Turns the ink of a stroke into a classification with a packed model of `airSequence` features. It
/// is all that firmware with such a model needs, and it needs 3.1 KB more memory than ``PathScorer``.
public struct SequenceScorer: TeachableScorer {
  @inlinable
  public static var strokes: StrokeSupport { .undamped }
  @inlinable
  public static var featureSet: FeatureSet { .airSequence }

  private var steps = SequenceSteps()
  /// The model in use. A stroke is classified only if it has `airSequence` features.
  public var model: PackedModel?

  /// A scorer without a model. It returns no classifications.
  public init() {}

  public var rejectThreshold: Fixed<12>? { model?.rejectThreshold }

  public var mask: LabelMask {
    get { steps.mask }
    set { steps.mask = newValue }
  }

  public var isBusy: Bool { steps.isBusy }

  public mutating func begin() { steps.begin() }

  public mutating func makeRoom() -> Bool { steps.makeRoom() }

  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    steps.add(x, y, isPenDown: true)
  }

  public mutating func end() -> Classification? {
    if model?.featureSet == .airSequence { steps.end() }
    return nil
  }

  public mutating func advance() -> Classification? {
    guard let model else { return nil }
    guard steps.isScoring else {
      steps.makeSequence()
      return nil
    }
    return steps.scoreSequence(model)
  }

  /// Copies the activations of the model's hidden units for the stroke that was classified last.
  /// They are invalid once the next stroke is being read.
  public mutating func copyActivations(to activations: inout InlineArray<128, Int16>) {
    steps.memory.withScorer { _, scorer in activations = scorer.activations }
  }
}
