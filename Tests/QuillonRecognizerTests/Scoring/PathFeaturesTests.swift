import Foundation
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct PathFeaturesTests {
  private static func vector(_ points: [ReferencePath.Point], withPen: Bool) -> [Double] {
    var trail = DecimatedPath()
    for point in points {
      trail.add(
        x: Int32(point.x * 0x1p14), y: Int32(point.y * 0x1p14), isPenDown: point.isPenDown)
    }
    trail.end()
    var vector = PathFeatures.vector(of: &trail, withPen ? .pen : .air)
    return (0..<vector.count).map { Double(vector[$0]) * 0x1p-14 }
  }

  @Test func countsAreThoseOfTheFeatureSets() {
    let points = [ReferencePath.Point(x: 0, y: 0), ReferencePath.Point(x: 1, y: 1)]
    #expect(Self.vector(points, withPen: false).count == FeatureSet.airPath.count)
    #expect(Self.vector(points, withPen: true).count == FeatureSet.path.count)
    #expect(FeatureSet.allCases.allSatisfy { $0.count <= FeatureVector.capacity })
  }

  /// Chords of a 50th of the letter are directions within 0.3 °; everything else is closer.
  @Test func agreesWithReferenceOnLines() {
    let seed: UInt64 = 511
    var random = SeededRandom(seed: seed)
    var misses: [String] = []
    for trial in 0..<2_000 {
      let points = RandomLine.points(24, &random)
      let features = Self.vector(points, withPen: false)
      let exact = ReferencePath.features(of: points, withPen: false)
      for index in features.indices where abs(features[index] - exact[index]) > 0.006 {
        misses.append("trial \(trial) value \(index): \(features[index]) \(exact[index])")
      }
    }
    #expect(misses.isEmpty, "seed \(seed): \(misses.prefix(4))")
  }

  /// With pen-up moves, values that hang on which of two segments a point falls to may jump; they are few.
  @Test func agreesWithReferenceOnStrokes() {
    let seed: UInt64 = 512
    var random = SeededRandom(seed: seed)
    var misses = 0
    for _ in 0..<1_000 {
      var points = RandomLine.points(24, &random)
      for _ in 0..<3 { points[1 + random.index(below: 23)].isPenDown = false }
      let features = Self.vector(points, withPen: true)
      let exact = ReferencePath.features(of: points, withPen: true)
      misses += features.indices.count { abs(features[$0] - exact[$0]) > 0.006 }
    }
    #expect(misses <= 1_000 * 176 / 200, "seed \(seed): \(misses) values")
  }

  @Test func denseLineIsReadLikeASparseOne() {
    let seed: UInt64 = 513
    var random = SeededRandom(seed: seed)
    for trial in 0..<200 {
      let points = RandomLine.points(1_000, &random)
      let features = Self.vector(points, withPen: false)
      let exact = ReferencePath.features(of: points, withPen: false)
      let mean =
        zip(features, exact).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(features.count)
      #expect(mean < 0.03, "seed \(seed) trial \(trial): \(mean)")
    }
  }

  /// Whatever comes: a zigzag across the square, the pen up and down at every point, points that
  /// do not move, coordinates out of range.
  @Test func memoryIsNeverExceeded() {
    let seed: UInt64 = 514
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      var trail = DecimatedPath()
      for index in 0..<1_024 {
        let isWild = trial.isMultiple(of: 3)
        let x =
          isWild ? Int32(truncatingIfNeeded: random.next()) : index.isMultiple(of: 2) ? 0 : 16_384
        trail.add(
          x: x, y: Int32(random.index(below: 16_385)),
          isPenDown: trial.isMultiple(of: 2) ? index.isMultiple(of: 2) : random.uniform() < 0.5)
        #expect(trail.count <= DecimatedPath.capacity, "seed \(seed) trial \(trial)")
      }
      trail.end()
      var vector = PathFeatures.vector(of: &trail, .pen)
      #expect(vector.count == FeatureSet.path.count, "seed \(seed) trial \(trial)")
      #expect(vector[0] >= -16_384 && vector[0] <= 16_384, "seed \(seed) trial \(trial)")
    }
  }

  @Test func pathWithoutLengthHasNumbers() {
    var trail = DecimatedPath()
    trail.end()
    var none = PathFeatures.vector(of: &trail, .pen)
    #expect(none.count == FeatureSet.path.count)
    for _ in 0..<10 { trail.add(x: 5, y: 5, isPenDown: true) }
    trail.end()
    var dot = PathFeatures.vector(of: &trail, .pen)
    #expect(dot[106] == 0 && dot[107] == 0 && none[106] == 0)
  }

  /// A thin letter stays thin: an "I" that leans by a tenth of its height fills less than half of the box.
  @Test func thinLettersStayThin() {
    var trail = DecimatedPath()
    for step in Int32(0)...20 { trail.add(x: step * 82, y: step * 819, isPenDown: true) }
    trail.end()
    var vector = PathFeatures.vector(of: &trail, .air)
    let width = (Double(vector[16]) - Double(vector[0])) * 0x1p-14 / 2
    #expect(abs(width - 0.4) < 0.01, "\(width)")
  }
}

@Suite struct FineZoneTests {
  /// Down the left side in four equal parts of the time.
  @Test func lineDownFillsTheFirstColumn() {
    var accumulator = FineZoneAccumulator()
    for step in Int32(0)...8 { accumulator.add(0, step * 2_048, step == 0 ? 0 : 1_000) }
    var vector = accumulator.vector()
    for row in 0..<4 {
      #expect(abs(Int(vector[12 * row]) - 4_096) <= 1)
      #expect(vector[12 * row + 1] == 0)
      #expect(vector[12 * row + 2] == 4_096)
    }
    #expect(vector[48] == 16_384 && vector.count == FeatureSet.fineZones.count)
  }
}
