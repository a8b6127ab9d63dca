import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

/// What is spread over many calls comes to the same as what is done at once, in the calls that are promised.
@Suite struct StrokeScorerTests {
  /// Points of a stroke that leaps through the unit square, or goes along slowly.
  private static func points(
    _ count: Int, leaping: Bool, _ random: inout SeededRandom
  ) -> [(x: Int32, y: Int32)] {
    var (x, y): (Int32, Int32) = (8_192, 8_192)
    return (0..<count).map { _ in
      let reach = leaping ? 16_385 : 401
      x = leaping ? 0 : x - 200
      y = leaping ? 0 : y - 200
      x = min(max(x + Int32(random.index(below: reach)), 0), 16_384)
      y = min(max(y + Int32(random.index(below: reach)), 0), 16_384)
      return (x, y)
    }
  }

  @Test(arguments: [2, 31, 96, 128, 500, 1_000], [false, true])
  func spreadWorkGivesTheClassificationOfWorkAtOnce(count: Int, leaping: Bool) throws {
    let seed = UInt64(900 + count)
    var random = SeededRandom(seed: seed)
    let model = try NetworkModel(
      PackedModelTests.bytes(hidden: 64, labels: 26, seed: seed).bytes, name: "test")
    var scorer = StrokeScorer()
    // A stroke before it leaves bits in the memory that the next one shares.
    for _ in 0..<3 {
      let points = Self.points(count, leaping: leaping, &random)
      scorer.begin(.airPath)
      var trail = DecimatedPath()
      var thinnings = 0
      for start in stride(from: 0, to: count, by: DecimatedPath.slice) {
        while scorer.makeRoom() { thinnings += 1 }
        while trail.makeRoom() {}
        for point in points[start..<min(start + DecimatedPath.slice, count)] {
          scorer.add(point.x, point.y, 312)
          trail.add(x: point.x, y: point.y, isPenDown: true)
        }
      }
      trail.end()
      let whole = ModelScorer.classification(
        model.model, on: PathFeatures.vector(of: &trail, .air))
      scorer.end()
      var (calls, classification): (Int, Classification?) = (0, nil)
      while classification == nil, calls < 100 {
        #expect(scorer.isBusy)
        classification = scorer.advance(model.model)
        calls += 1
      }
      #expect(classification == whole, "seed \(seed)")
      #expect(calls == 11 && thinnings <= 8, "\(calls) calls, \(thinnings) thinnings")
      #expect(!scorer.isBusy)
    }
  }

  /// With room made before each slice, points are never thinned while they are added.
  @Test func aSliceFindsRoom() {
    let seed: UInt64 = 905
    var random = SeededRandom(seed: seed)
    var trail = DecimatedPath()
    for slice in 0..<32 {
      while trail.makeRoom() {}
      let before = trail.count
      #expect(before + DecimatedPath.slice < DecimatedPath.capacity, "seed \(seed) slice \(slice)")
      for point in Self.points(DecimatedPath.slice, leaping: true, &random) {
        let count = trail.count
        trail.add(x: point.x, y: point.y, isPenDown: true)
        #expect(trail.count >= count, "seed \(seed) slice \(slice)")
      }
    }
  }

  @Test(arguments: [FeatureSet.zones, .fineZones, .path, .pathConcavities, .airSequence])
  func everySetHasItsNumbers(
    set: FeatureSet
  ) {
    var random = SeededRandom(seed: 906)
    var scorer = StrokeScorer()
    scorer.begin(set)
    for point in Self.points(60, leaping: false, &random) { scorer.add(point.x, point.y, 312) }
    scorer.end()
    let vector = scorer.finishedFeatures()
    #expect(vector.count == set.count)
    #expect(!scorer.isBusy)
  }

  /// What shares memory fits into it.
  @Test func memoryIsLargeEnough() {
    #expect(StrokeScorer.memoryNeed <= StrokeScorer.memorySize)
    #expect(PathScorer.memoryNeed <= PathScorer.memorySize)
  }
}
