/// The way from a stroke's ink to the verdict of a packed model of `airPath` features: all that firmware
/// needs that carries one, which saves it the other features, pen-up moves among them, and the lab's kind of model.
public struct PathScorer: InkScorer {
  @inlinable
  public static var allowsStabilizers: Bool { false }

  private var steps = PathSteps()
  /// The model in force, of `airPath` features: of any other the verdicts mean nothing.
  public var model: PackedModel?

  /// A scorer without a model: it has no verdicts.
  public init() {}

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

  /// Tells what the model's hidden units said of the stroke that the last verdict was on; of no meaning once the
  /// next one is being read.
  public mutating func copyActivations(to activations: inout InlineArray<128, Int16>) {
    steps.memory.withScorer { _, scorer in activations = scorer.activations }
  }
}
