import QuillonFusion

/// Turns the ink of a stroke into a classification with a packed model of `accelerometer` features.
/// It is all that firmware with such a model needs, on a board with an accelerometer alone.
public struct GestureScorer: InkScorer {
  @inlinable
  public static var strokes: StrokeSupport { .undamped }
  /// The model classifies small strokes by their movement.
  @inlinable
  public var readsSmallStrokes: Bool { true }

  private var steps = ShortPathSteps()
  private var movement = DecimatedMovement()
  private var inclination = InclinationFilter()
  /// The model in use. It must have `accelerometer` features; with any other, classifications are
  /// meaningless.
  public var model: PackedModel?

  /// A scorer without a model. It returns no classifications.
  public init() {}

  public var mask: LabelMask {
    get { steps.mask }
    set { steps.mask = newValue }
  }

  public var isBusy: Bool { steps.isBusy }

  public mutating func prepared(_ sample: InertialSample) -> InertialSample {
    inclination.inclined(sample)
  }

  public mutating func begin() {
    movement = DecimatedMovement()
    steps.begin()
  }

  public mutating func makeRoom() -> Bool { steps.makeRoom() }

  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    steps.add(x, y, isPenDown: true)
    movement.add(x: x, y: y, ticks: ticks)
  }

  public mutating func end() -> Classification? {
    if model != nil { steps.end() }
    return nil
  }

  public mutating func advance() -> Classification? {
    guard let model else { return nil }
    guard steps.isScoring else {
      steps.makeNumbers(.air)
      if steps.isScoring { steps.memory.withVector { vector, _ in movement.append(to: &vector) } }
      return nil
    }
    return steps.score(model)
  }
}
