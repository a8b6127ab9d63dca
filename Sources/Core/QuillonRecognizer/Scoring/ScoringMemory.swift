/// Memory that the steps from ink to classification share, one after the other. It is as large as
/// the two largest neighboring steps need, and not as all of them together:
///
/// | while | begins at 0 | then |
/// | --- | --- | --- |
/// | ink is added | `ZoneAccumulator`, `FineZoneAccumulator` or `DecimatedPath` | |
/// | the path is sampled | `DecimatedPath` | `SampledPath` |
/// | the features of a path are computed | `FeatureVector` | `SampledPath` |
/// | the features are scored | `FeatureVector` | `ModelScorer`, over the path, and `SequenceActivations` |
///
/// Each of these consists of plain integers that are set before they are read, so old bits do not
/// matter.
///
/// There is room for `features` features. The memory has `count` words of 8 bytes. Where there is
/// room for the features of a sequence, `PathSequence` lies behind `SampledPath`.
struct ScoringMemory<let features: Int, let count: Int>: Sendable {
  typealias Vector = FeatureNumbers<features>

  private var words = InlineArray<count, UInt64>(repeating: 0)

  /// The bytes that the two largest neighbors need.
  static var need: Int {
    guard features < FeatureSet.airSequence.count else {
      return Swift.max(
        sequenceOffset &+ MemoryLayout<PathSequence>.size,
        activationsOffset &+ MemoryLayout<SequenceActivations>.size)
    }
    let path = pathOffset &+ MemoryLayout<SampledPath>.size
    return Swift.max(path, scorerOffset &+ MemoryLayout<ModelScorer>.size)
  }
  private static var pathOffset: Int {
    Swift.max(MemoryLayout<DecimatedPath>.stride, MemoryLayout<Vector>.stride)
  }
  private static var sequenceOffset: Int { pathOffset &+ MemoryLayout<SampledPath>.stride }
  private static var scorerOffset: Int { MemoryLayout<Vector>.stride }
  private static var activationsOffset: Int { scorerOffset &+ MemoryLayout<ModelScorer>.stride }

  /// Lets `body` work on the collector of ink.
  @inline(__always)
  mutating func withInk<Ink, R>(_ body: (inout Ink) -> R) -> R {
    withBytes { body(&$0.assumingMemoryBound(to: Ink.self).pointee) }
  }

  /// Lets `body` sample the path.
  @inline(__always)
  mutating func withTrail(_ body: (inout DecimatedPath, inout SampledPath) -> Void) {
    withBytes {
      body(
        &$0.assumingMemoryBound(to: DecimatedPath.self).pointee,
        &($0 + Self.pathOffset).assumingMemoryBound(to: SampledPath.self).pointee)
    }
  }

  /// Lets `body` sample the path as a sequence.
  @inline(__always)
  mutating func withSequence(
    _ body: (inout DecimatedPath, inout SampledPath, inout PathSequence) -> Void
  ) {
    withBytes {
      body(
        &$0.assumingMemoryBound(to: DecimatedPath.self).pointee,
        &($0 + Self.pathOffset).assumingMemoryBound(to: SampledPath.self).pointee,
        &($0 + Self.sequenceOffset).assumingMemoryBound(to: PathSequence.self).pointee)
    }
  }

  /// Lets `body` compute the features of the sequence.
  @inline(__always)
  mutating func withSequence(_ body: (inout Vector, inout PathSequence) -> Void) {
    withBytes {
      body(
        &$0.assumingMemoryBound(to: Vector.self).pointee,
        &($0 + Self.sequenceOffset).assumingMemoryBound(to: PathSequence.self).pointee)
    }
  }

  /// Lets `body` compute features.
  @inline(__always)
  mutating func withVector<R>(_ body: (inout Vector, inout SampledPath) -> R) -> R {
    withBytes {
      body(
        &$0.assumingMemoryBound(to: Vector.self).pointee,
        &($0 + Self.pathOffset).assumingMemoryBound(to: SampledPath.self).pointee)
    }
  }

  /// Lets `body` score the features.
  @inline(__always)
  mutating func withScorer<R>(_ body: (inout Vector, inout ModelScorer) -> R) -> R {
    withBytes {
      body(
        &$0.assumingMemoryBound(to: Vector.self).pointee,
        &($0 + Self.scorerOffset).assumingMemoryBound(to: ModelScorer.self).pointee)
    }
  }

  /// Lets `body` score the features of a sequence.
  @inline(__always)
  mutating func withScorer<R>(
    _ body: (inout Vector, inout ModelScorer, inout SequenceActivations) -> R
  ) -> R {
    withBytes {
      body(
        &$0.assumingMemoryBound(to: Vector.self).pointee,
        &($0 + Self.scorerOffset).assumingMemoryBound(to: ModelScorer.self).pointee,
        &($0 + Self.activationsOffset).assumingMemoryBound(to: SequenceActivations.self).pointee)
    }
  }

  @inline(__always)
  private mutating func withBytes<R>(_ body: (UnsafeMutableRawPointer) -> R) -> R {
    withUnsafeMutablePointer(to: &words) { body(UnsafeMutableRawPointer($0)) }
  }
}
