/// The way from a stroke's ink to its verdict, in calls of bounded work.
///
/// A stroke: `begin`; `add` for each point, with `makeRoom` before every 32 of them; then `features` for the
/// lab's linear model, or `end` and as many calls of `advance` as it takes to get the verdict of a packed one:
///
/// | features | calls after the last point |
/// | --- | --- |
/// | `zones`, `fineZones` | 1 and those of ``ModelScorer`` |
/// | `movement` | 1 and those of ``ModelScorer`` |
/// | `airPath`, `path`, `pathBays`, `airMovement` | 2 for the path, 3, 4, 5 or 3 for its numbers, and those of ``ModelScorer`` |
public struct StrokeScorer: Sendable {
  private var steps = PathSteps()
  private var movement = DecimatedMovement()
  private var featureSet = FeatureSet.zones

  /// How many bytes it has for what follows one another.
  public static var memorySize: Int { MemoryLayout<ScoringMemory>.size }
  /// How many of them it needs.
  public static var memoryNeed: Int { ScoringMemory.need }

  /// A scorer without a stroke.
  public init() {}

  /// True from `end` on until the verdict is there.
  public var isBusy: Bool { steps.isBusy }

  /// A stroke begins, of which numbers of `featureSet` are wanted.
  public mutating func begin(_ featureSet: FeatureSet) {
    self.featureSet = featureSet
    switch featureSet {
    case .zones: steps.memory.withInk { (tally: inout ZoneTally) in tally = ZoneTally() }
    case .fineZones:
      steps.memory.withInk { (tally: inout FineZoneTally) in tally = FineZoneTally() }
    case .airPath, .path, .pathBays: steps.begin()
    case .movement, .airMovement:
      movement = DecimatedMovement()
      steps.begin()
    }
  }

  /// Makes room for 32 points: true if that took a call's time and may have to be done again.
  public mutating func makeRoom() -> Bool {
    switch featureSet {
    case .zones, .fineZones, .movement: false
    case .airPath, .path, .pathBays, .airMovement: steps.makeRoom()
    }
  }

  /// Takes the next point: where it lies in the unit square, Q1.14, the ticks since the one before, and
  /// whether the pen was down on the way to it, which `path` and `pathBays` alone tell apart.
  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, isPenDown: Bool = true) {
    switch featureSet {
    case .zones: steps.memory.withInk { (tally: inout ZoneTally) in tally.add(x, y, ticks) }
    case .fineZones:
      steps.memory.withInk { (tally: inout FineZoneTally) in tally.add(x, y, ticks) }
    case .airPath: steps.add(x, y, isPenDown: true)
    case .path, .pathBays: steps.add(x, y, isPenDown: isPenDown)
    case .movement: movement.add(x: x, y: y, ticks: ticks)
    case .airMovement:
      steps.add(x, y, isPenDown: true)
      movement.add(x: x, y: y, ticks: ticks)
    }
  }

  /// The lab's features of the stroke, which was begun for `zones`; of no meaning for any other.
  public mutating func zoneFeatures() -> ZoneFeatures {
    steps.memory.withInk { (tally: inout ZoneTally) in ZoneFeatures(&tally) }
  }

  /// The stroke is over: `advance` leads to its verdict.
  public mutating func end() { steps.end() }

  /// Goes on with a call's worth of work; the verdict when it is done.
  ///
  /// - Parameter model: scores the feature set that the stroke was begun for; the same in all calls.
  public mutating func advance(_ model: PackedModel) -> Classification? {
    guard steps.isScoring else {
      makeFeatures()
      return nil
    }
    return steps.score(model)
  }

  /// Goes on until the numbers are there, at once, for those who train on them.
  public mutating func finishedFeatures() -> FeatureVector {
    while !steps.isScoring { makeFeatures() }
    steps.forgetNumbers()
    return steps.memory.withVector { vector, _ in vector }
  }

  /// The numbers that were scored last.
  public mutating func features() -> FeatureVector {
    steps.memory.withVector { vector, _ in vector }
  }

  private mutating func makeFeatures() {
    switch featureSet {
    case .zones: makeZoneFeatures()
    case .fineZones: makeFineZoneFeatures()
    case .airPath: steps.makeNumbers(.air)
    case .path: steps.makeNumbers(.pen)
    case .pathBays: steps.makeNumbers(.bays)
    case .movement:
      steps.memory.withVector { vector, _ in
        vector.clear()
        movement.append(to: &vector)
      }
      steps.endWithNumbers()
    case .airMovement:
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
    let vector = steps.memory.withInk { (tally: inout FineZoneTally) in tally.vector() }
    steps.memory.withVector { place, _ in place = vector }
    steps.endWithNumbers()
  }
}
