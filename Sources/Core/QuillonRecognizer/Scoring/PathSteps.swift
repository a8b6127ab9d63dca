/// The steps for the features of a path in the air, with a movement or without one.
typealias ShortPathSteps = PathSteps<192, 88>
/// The steps for all features, among them those of a sequence.
typealias SequenceSteps = PathSteps<516, 480>

/// The steps from the points of a path to the classification by a packed model. Each step is a call
/// of bounded work: 2 for the path, 3 to 5 for its features, and those of ``ModelScorer``.
///
/// There is room for `features` features, in `words` words of 8 bytes.
struct PathSteps<let features: Int, let words: Int>: Sendable {
  var memory = ScoringMemory<features, words>()
  /// The labels that may be answers, from the next path on that is scored. It stands before the step: with padding in its middle, this
  /// struct is built on the stack before it is copied into place.
  var mask = LabelMask()
  private var step: UInt8 = 0

  /// The step at which features are scored.
  private static var scoring: UInt8 { 16 }

  /// The size of the memory, bytes.
  static var memorySize: Int { MemoryLayout<ScoringMemory<features, words>>.size }
  /// How many of these bytes the steps need.
  static var memoryNeed: Int { ScoringMemory<features, words>.need }

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
    let mask = mask
    memory.withScorer { _, scorer in scorer.begin(mask) }
  }

  /// Ends without scoring. The caller reads the features.
  mutating func forgetNumbers() { step = 0 }

  /// Does one step of computing the path's features. If they are not the whole, the caller appends
  /// the others and calls `endWithNumbers`.
  ///
  /// Inlined, so that code for paths without a pen does not carry the pen features.
  @inline(__always)
  mutating func makeNumbers(_ kind: PathFeatures.Kind, isWhole: Bool = true) {
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
      if isWhole, part &+ 1 == PathFeatures.partCount(kind) { endWithNumbers() }
    }
  }

  /// Scores a slice of the features. Returns the classification when it is done; before that nil.
  mutating func score(_ model: PackedModel) -> Classification? {
    let classification = memory.withScorer { vector, scorer in scorer.advance(model, &vector) }
    if classification != nil { step = 0 }
    return classification
  }
}

extension SequenceSteps {
  /// Does one step of computing the features of `airSequence`.
  mutating func makeSequence() {
    switch step {
    case 2:
      memory.withSequence { trail, path, sequence in sequence.sample(&trail, length: path.length) }
      makeNumbers(.air, isWhole: false)
    case 6:
      memory.withSequence { vector, sequence in sequence.append(to: &vector) }
      endWithNumbers()
      memory.withScorer { _, _, activations in activations.restart() }
    default: makeNumbers(.air, isWhole: false)
    }
  }

  /// Scores a slice of the features of `airSequence`. Returns the classification when it is done;
  /// before that nil.
  mutating func scoreSequence(_ model: PackedModel) -> Classification? {
    let classification = memory.withScorer { vector, scorer, activations in
      activations.advance(model, &vector, &scorer)
    }
    if classification != nil { step = 0 }
    return classification
  }
}
