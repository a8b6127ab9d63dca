/// The steps from the points of a path to the classification by a packed model. Each step is a call
/// of bounded work: 2 for the path, 3 to 5 for its features, and those of ``ModelScorer``.
struct PathSteps: Sendable {
  var memory = ScoringMemory()
  private var step: UInt8 = 0

  /// The step at which features are scored.
  private static var scoring: UInt8 { 16 }

  /// True from `end` until the classification is returned.
  var isBusy: Bool { step > 0 }
  /// True when the features are complete and wait to be scored.
  var isScoring: Bool { step == Self.scoring }

  /// Begins a path.
  mutating func begin() { memory.withInk { (trail: inout DecimatedPath) in trail.clear() } }

  /// Makes room for 32 points. True if that took a call's worth of work and may have to be
  /// repeated.
  mutating func makeRoom() -> Bool {
    memory.withInk { (trail: inout DecimatedPath) in trail.makeRoom() }
  }

  /// Adds the next point: its position in the unit square, Q1.14.
  mutating func add(_ x: Int32, _ y: Int32, isPenDown: Bool) {
    memory.withInk { (trail: inout DecimatedPath) in trail.add(x: x, y: y, isPenDown: isPenDown) }
  }

  /// Ends the path. Then call `makeNumbers` until its features are complete.
  mutating func end() { step = 1 }

  /// Goes to scoring. The caller has computed the features.
  mutating func endWithNumbers() {
    step = Self.scoring
    memory.withScorer { _, scorer in scorer.restart() }
  }

  /// Ends without scoring. The caller reads the features.
  mutating func forgetNumbers() { step = 0 }

  /// Does one step of computing the path's features.
  ///
  /// Inlined, so that code for paths without a pen does not carry the pen features.
  @inline(__always)
  mutating func makeNumbers(_ kind: PathFeatures.Kind) {
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
      memory.withVector { vector, path in
        PathFeatures.append(part, of: &path, to: &vector, kind)
      }
      step &+= 1
      if part &+ 1 == PathFeatures.partCount(kind) { endWithNumbers() }
    }
  }

  /// Scores a slice of the features. Returns the classification when it is done; before that nil.
  mutating func score(_ model: PackedModel) -> Classification? {
    let classification = memory.withScorer { vector, scorer in scorer.advance(model, &vector) }
    if classification != nil { step = 0 }
    return classification
  }
}
