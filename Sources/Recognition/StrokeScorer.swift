/// The way from a stroke's ink to its verdict, in calls of bounded work.
///
/// A stroke: `begin`; `add` for each point, with `makeRoom` before every 32 of them; then `features` for the
/// lab's linear model, or `end` and as many calls of `advance` as it takes to get the verdict of a packed one:
///
/// | features | calls after the last point |
/// | --- | --- |
/// | `zones`, `fineZones` | 1 and those of ``ModelScorer`` |
/// | `airPath`, `path` | 2 for the path, 3 or 4 for its numbers, and those of ``ModelScorer`` |
public struct StrokeScorer: Sendable {
  private var memory = ScoringMemory()
  private var featureSet = FeatureSet.zones
  private var step: UInt8 = 0

  /// The step at which numbers are scored.
  private static var scoring: UInt8 { 16 }

  /// How many bytes it has for what follows one another.
  public static var memorySize: Int { MemoryLayout<ScoringMemory>.size }
  /// How many of them it needs.
  public static var memoryNeed: Int { ScoringMemory.need }

  /// A scorer without a stroke.
  public init() {}

  /// True from `end` on until the verdict is there.
  public var isBusy: Bool { step > 0 }

  /// A stroke begins, of which numbers of `featureSet` are wanted.
  public mutating func begin(_ featureSet: FeatureSet) {
    self.featureSet = featureSet
    switch featureSet {
    case .zones: memory.withInk { (tally: inout ZoneTally) in tally = ZoneTally() }
    case .fineZones: memory.withInk { (tally: inout FineZoneTally) in tally = FineZoneTally() }
    case .airPath, .path: memory.withInk { (trail: inout PathTrail) in trail.clear() }
    }
  }

  /// Makes room for 32 points: true if that took a call's time and may have to be done again.
  public mutating func makeRoom() -> Bool {
    switch featureSet {
    case .zones, .fineZones: false
    case .airPath, .path: memory.withInk { (trail: inout PathTrail) in trail.makeRoom() }
    }
  }

  /// Takes the next point: where it lies in the unit square, Q1.14, and the ticks since the one before.
  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32) {
    switch featureSet {
    case .zones: memory.withInk { (tally: inout ZoneTally) in tally.add(x, y, ticks) }
    case .fineZones: memory.withInk { (tally: inout FineZoneTally) in tally.add(x, y, ticks) }
    case .airPath, .path:
      memory.withInk { (trail: inout PathTrail) in trail.add(x: x, y: y, isPenDown: true) }
    }
  }

  /// The lab's features of the stroke, which was begun for `zones`; of no meaning for any other.
  public mutating func zoneFeatures() -> ZoneFeatures {
    memory.withInk { (tally: inout ZoneTally) in ZoneFeatures(&tally) }
  }

  /// The stroke is over: `advance` leads to its verdict.
  public mutating func end() { step = 1 }

  /// Goes on with a call's worth of work; the verdict when it is done.
  ///
  /// - Parameter model: scores the feature set that the stroke was begun for; the same in all calls.
  public mutating func advance(_ model: PackedModel) -> Verdict? {
    guard step == Self.scoring else {
      makeFeatures()
      return nil
    }
    let verdict = memory.withScorer { vector, scorer in scorer.advance(model, &vector) }
    if verdict != nil { step = 0 }
    return verdict
  }

  /// Goes on until the numbers are there, at once, for those who train on them.
  public mutating func finishedFeatures() -> FeatureVector {
    while step != Self.scoring { makeFeatures() }
    step = 0
    return memory.withVector { vector, _ in vector }
  }

  private mutating func makeFeatures() {
    switch featureSet {
    case .zones: makeZoneFeatures()
    case .fineZones: makeFineZoneFeatures()
    case .airPath, .path: makePathFeatures()
    }
    if step == Self.scoring { memory.withScorer { _, scorer in scorer.restart() } }
  }

  private mutating func makePathFeatures() {
    switch step {
    case 1:
      memory.withTrail { trail, path in
        trail.end()
        path.stretch(&trail)
      }
      step = 2
    case 2:
      memory.withTrail { trail, path in path.sample(&trail) }
      memory.withVector { vector, _ in vector.clear() }
      step = 3
    default:
      let part = Int(truncatingIfNeeded: step) &- 3
      memory.withVector { vector, path in PathFeatures.append(part, of: &path, to: &vector) }
      let isLast = part &+ 1 == PathFeatures.partCount(withPen: featureSet == .path)
      step = isLast ? Self.scoring : step &+ 1
    }
  }

  private mutating func makeZoneFeatures() {
    let zones = zoneFeatures()
    memory.withVector { vector, _ in
      vector.clear()
      for index in 0..<ZoneFeatures.count {
        vector.append(Int32(truncatingIfNeeded: zones[index]))
      }
    }
    step = Self.scoring
  }

  private mutating func makeFineZoneFeatures() {
    let vector = memory.withInk { (tally: inout FineZoneTally) in tally.vector() }
    memory.withVector { place, _ in place = vector }
    step = Self.scoring
  }
}
