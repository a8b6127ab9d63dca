/// The steps from a path's points to the verdict of a packed model, each a call of bounded work: 2 for the
/// path, 3 to 5 for its numbers, and those of ``ModelScorer``.
struct PathSteps: Sendable {
  var memory = ScoringMemory()
  private var step: UInt8 = 0

  /// The step at which numbers are scored.
  private static var scoring: UInt8 { 16 }

  /// True from `end` on until the verdict is there.
  var isBusy: Bool { step > 0 }
  /// True when the numbers are there and wait to be scored.
  var isScoring: Bool { step == Self.scoring }

  /// A path begins.
  mutating func begin() { memory.withInk { (trail: inout DecimatedPath) in trail.clear() } }

  /// Makes room for 32 points: true if that took a call's time and may have to be done again.
  mutating func makeRoom() -> Bool {
    memory.withInk { (trail: inout DecimatedPath) in trail.makeRoom() }
  }

  /// Takes the next point: where it lies in the unit square, Q1.14.
  mutating func add(_ x: Int32, _ y: Int32, isPenDown: Bool) {
    memory.withInk { (trail: inout DecimatedPath) in trail.add(x: x, y: y, isPenDown: isPenDown) }
  }

  /// The path is over: `makeNumbers` leads to its numbers.
  mutating func end() { step = 1 }

  /// The numbers are there, made by somebody else.
  mutating func endWithNumbers() {
    step = Self.scoring
    memory.withScorer { _, scorer in scorer.restart() }
  }

  /// They are read by somebody else.
  mutating func forgetNumbers() { step = 0 }

  /// Goes on with the path's numbers.
  ///
  /// Inlined, so that who has no pen carries no numbers of it.
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

  /// Scores a slice of the numbers; the verdict when it is done.
  mutating func score(_ model: PackedModel) -> Classification? {
    let classification = memory.withScorer { vector, scorer in scorer.advance(model, &vector) }
    if classification != nil { step = 0 }
    return classification
  }
}
