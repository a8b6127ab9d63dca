import QuillonNumerics

/// Turns the ink of a stroke into a classification with a packed model of `airPath` features. It is
/// all that firmware with such a model needs. The code for other features, for pen-up moves and for
/// linear models is then not linked.
public struct PathScorer: TeachableScorer {
  @inlinable
  public static var strokes: StrokeSupport { .undamped }
  @inlinable
  public static var featureSet: FeatureSet { .airPath }

  private var steps = ShortPathSteps()
  /// The model in use. It must have `airPath` features; with any other, classifications are
  /// meaningless.
  public var model: PackedModel?

  /// The size of the shared memory of the steps, bytes.
  public static var memorySize: Int { ShortPathSteps.memorySize }
  /// How many of these bytes the steps need.
  public static var memoryNeed: Int { ShortPathSteps.memoryNeed }

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
    if model != nil { steps.end() }
    return nil
  }

  public mutating func advance() -> Classification? {
    guard let model else { return nil }
    guard steps.isScoring else {
      steps.makeNumbers(.air)
      return nil
    }
    return steps.score(model)
  }

  /// Copies the activations of the model's hidden units for the stroke that was classified last.
  /// They are invalid once the next stroke is being read.
  public mutating func copyActivations(to activations: inout InlineArray<128, Int16>) {
    steps.memory.withScorer { _, scorer in activations = scorer.activations }
  }
}
