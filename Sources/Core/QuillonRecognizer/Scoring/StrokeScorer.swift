/// Turns the ink of a stroke into a classification, in calls of bounded work.
///
/// For each stroke call `begin`, then `add` for each point, with `makeRoom` before every 32 points.
/// For a linear model then call `zoneFeatures`. For a packed model call `end`, and `advance` until
/// it returns the classification:
///
/// | features | calls after the last point |
/// | --- | --- |
/// | `zones`, `fineZones` | 1 and those of ``ModelScorer`` |
/// | `movement` | 1 and those of ``ModelScorer`` |
/// | `airPath`, `path`, `pathConcavities`, `airMovement`, `accelerometer` | 2 for the path, 3, 4, 5, 3 or 3 for its features, and those of ``ModelScorer`` |
/// | `airSequence` | 2 for the path, 4 for its features, and those of ``ModelScorer`` |
public struct StrokeScorer: Sendable {
  #if SequenceNetwork
    private typealias Steps = SequenceSteps
  #else
    private typealias Steps = ShortPathSteps
  #endif

  private var steps = Steps()
  private var movement = DecimatedMovement()
  private var featureSet = FeatureSet.zones

  /// The size of the shared memory of the steps, bytes.
  public static var memorySize: Int { Steps.memorySize }
  /// How many of these bytes the steps need.
  public static var memoryNeed: Int { Steps.memoryNeed }

  /// A scorer without a stroke.
  public init() {}

  /// Goes back to the state after `init()`, in place. What is set before it is read keeps its bits.
  mutating func reset() {
    steps.forgetNumbers()
    mask = LabelMask()
    featureSet = .zones
  }

  /// The labels that may be answers, from the next stroke on.
  public var mask: LabelMask {
    get { steps.mask }
    set { steps.mask = newValue }
  }

  /// True from `end` until the classification is returned.
  public var isBusy: Bool { steps.isBusy }

  /// Begins a stroke whose features are of the set `featureSet`.
  public mutating func begin(_ featureSet: FeatureSet) {
    self.featureSet = featureSet
    switch featureSet {
    case .zones:
      steps.memory.withInk { (zones: inout ZoneAccumulator) in zones = ZoneAccumulator() }
    case .fineZones:
      steps.memory.withInk { (zones: inout FineZoneAccumulator) in zones = FineZoneAccumulator() }
    case .airPath, .airSequence, .path, .pathConcavities: steps.begin()
    case .movement, .airMovement, .accelerometer:
      movement = DecimatedMovement()
      steps.begin()
    }
  }

  /// Makes room for 32 points. True if that took a call's worth of work and may have to be
  /// repeated.
  public mutating func makeRoom() -> Bool {
    switch featureSet {
    case .zones, .fineZones, .movement: false
    case .airPath, .airSequence, .path, .pathConcavities, .airMovement, .accelerometer:
      steps.makeRoom()
    }
  }

  /// Adds the next point: its position in the unit square, Q1.14, the ticks of 32 µs since the one
  /// before, and whether the pen was down on the way to it. Only `path` and `pathConcavities` use
  /// `isPenDown`.
  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, isPenDown: Bool = true) {
    switch featureSet {
    case .zones:
      steps.memory.withInk { (accumulator: inout ZoneAccumulator) in accumulator.add(x, y, ticks) }
    case .fineZones:
      steps.memory.withInk { (accumulator: inout FineZoneAccumulator) in
        accumulator.add(x, y, ticks)
      }
    case .airPath, .airSequence: steps.add(x, y, isPenDown: true)
    case .path, .pathConcavities: steps.add(x, y, isPenDown: isPenDown)
    case .movement: movement.add(x: x, y: y, ticks: ticks)
    case .airMovement, .accelerometer:
      steps.add(x, y, isPenDown: true)
      movement.add(x: x, y: y, ticks: ticks)
    }
  }

  /// The zone features of the stroke. Valid only if the stroke was begun for `zones`.
  public mutating func zoneFeatures() -> ZoneFeatures {
    steps.memory.withInk { (accumulator: inout ZoneAccumulator) in ZoneFeatures(&accumulator) }
  }

  /// Ends the stroke. Then call `advance` until it returns the classification.
  public mutating func end() { steps.end() }

  /// Does a call's worth of work. Returns the classification when it is done; before that nil.
  ///
  /// - Parameter model: Of the feature set that the stroke was begun for; the same in all calls.
  public mutating func advance(_ model: PackedModel) -> Classification? {
    guard steps.isScoring else {
      makeFeatures()
      return nil
    }
    #if SequenceNetwork
      if featureSet == .airSequence, model.featureSet == .airSequence {
        return steps.scoreSequence(model)
      }
    #endif
    return steps.score(model)
  }

  /// Computes the rest of the features in one call, for training.
  public mutating func finishedFeatures() -> FeatureVector {
    while !steps.isScoring { makeFeatures() }
    steps.forgetNumbers()
    return steps.memory.withVector { vector, _ in vector }
  }

  /// The features that were scored last.
  public mutating func features() -> FeatureVector {
    steps.memory.withVector { vector, _ in vector }
  }

  private mutating func makeFeatures() {
    switch featureSet {
    case .zones: makeZoneFeatures()
    case .fineZones: makeFineZoneFeatures()
    case .airPath: steps.makeNumbers(.air)
    case .airSequence:
      #if SequenceNetwork
        steps.makeSequence()
      #else
        steps.makeNumbers(.air)
      #endif
    case .path: steps.makeNumbers(.pen)
    case .pathConcavities: steps.makeNumbers(.concavities)
    case .movement:
      steps.memory.withVector { vector, _ in
        vector.clear()
        movement.append(to: &vector)
      }
      steps.endWithNumbers()
    case .airMovement, .accelerometer:
      steps.makeNumbers(.air)
      if steps.isScoring { steps.memory.withVector { vector, _ in movement.append(to: &vector) } }
    }
  }

  private mutating func makeZoneFeatures() {
    let zones = zoneFeatures()
    steps.memory.withVector { vector, _ in
      vector.clear()
      for index in 0..<ZoneFeatures.count {
        vector.append(Int32(truncatingIfNeeded: zones[index]))
      }
    }
    steps.endWithNumbers()
  }

  private mutating func makeFineZoneFeatures() {
    let vector = steps.memory.withInk { (accumulator: inout FineZoneAccumulator) in
      accumulator.vector()
    }
    steps.memory.withVector { place, _ in place = vector }
    steps.endWithNumbers()
  }
}
