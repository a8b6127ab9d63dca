import Foundation
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

@Suite struct PathSequenceTests {
  private static let first = FeatureSet.airPath.count

  private static func trail(_ points: [ReferencePath.Point]) -> DecimatedPath {
    var trail = DecimatedPath()
    for point in points {
      trail.add(x: Int32(point.x * 0x1p14), y: Int32(point.y * 0x1p14), isPenDown: true)
    }
    trail.end()
    return trail
  }

  private static func vector(_ points: [ReferencePath.Point]) -> [Int16] {
    var trail = trail(points)
    var vector = PathSequence.vector(of: &trail)
    return (0..<vector.count).map { vector[$0] }
  }

  /// The numbers of segment `index`.
  private static func segment(_ index: Int, of vector: [Int16]) -> [Int16] {
    Array(vector[first + 6 * index..<first + 6 * index + 6])
  }

  /// A point is within 4 steps of 2⁻¹⁴, and nearer to its neighbors. So a direction is within 5 steps
  /// over the length of its segment, and a turning within twice that. Where the path turns back within a segment, the
  /// segment may have almost no length, and its direction means nothing.
  @Test func agreesWithReferenceOnLines() {
    let seed: UInt64 = 521
    var random = SeededRandom(seed: seed)
    var (misses, compared) = ([String](), 0)
    for trial in 0..<300 {
      let points = RandomLine.points(24, &random)
      let vector = Self.vector(points)
      let exact = ReferencePath.sequence(of: points)
      for index in exact.features.indices {
        let (segment, channel) = index.quotientAndRemainder(dividingBy: 6)
        let before = channel > 3 ? exact.lengths[max(segment - 1, 0)] : 1
        let length = min(exact.lengths[segment], before)
        guard channel < 2 || length > 0.01 else { continue }
        let steps = channel < 2 ? 8 : (channel < 4 ? 5 : 10) / length
        let value = Double(vector[Self.first + index]) * 0x1p-14
        compared += 1
        if abs(value - exact.features[index]) > (steps + 2) * 0x1p-14 {
          misses.append("trial \(trial) number \(index): \(value) \(exact.features[index])")
        }
      }
    }
    #expect(misses.isEmpty, "seed \(seed): \(misses.count) \(misses.prefix(4))")
    #expect(compared > 110_000, "seed \(seed): \(compared)")
  }

  /// The features of `airPath` come first, and every other point is one of theirs.
  @Test func beginsWithTheFeaturesOfThePath() {
    let seed: UInt64 = 522
    var random = SeededRandom(seed: seed)
    for trial in 0..<500 {
      let points = RandomLine.points(2 + random.index(below: 500), &random)
      let vector = Self.vector(points)
      var trail = Self.trail(points)
      var path = PathFeatures.vector(of: &trail, .air)
      #expect(vector.count == FeatureSet.airSequence.count)
      #expect(
        Array(vector[..<Self.first]) == (0..<path.count).map { path[$0] },
        "seed \(seed) trial \(trial)")
      for corner in 0..<8 {
        #expect(
          Array(Self.segment(8 * corner, of: vector)[..<2])
            == Array(vector[2 * corner...2 * corner + 1]), "seed \(seed) trial \(trial)")
      }
    }
  }

  @Test func straightLineHasOneDirectionAndNoTurning() {
    let vector = Self.vector([.init(x: 0, y: 0.5), .init(x: 1, y: 0.5)])
    for index in 0..<64 {
      let position = Int16(512 * index - 16_384)
      #expect(Self.segment(index, of: vector) == [position, 0, 16_384, 0, 0, 0])
    }
  }

  /// A quarter turn to the right has the sine 1, and turning back has 1 − cosine 2, clamped.
  @Test func turningsAreThoseOfTheCorner() {
    let quarter = Self.vector([.init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 1, y: 1)])
    #expect(Array(Self.segment(31, of: quarter)[2...]) == [16_384, 0, 0, 0])
    #expect(Array(Self.segment(32, of: quarter)[2...]) == [0, 16_384, 16_384, 16_384])
    let back = Self.vector([.init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 0, y: 0)])
    #expect(Array(Self.segment(32, of: back)[2...]) == [-16_384, 0, 0, 32_767])
    #expect(Array(Self.segment(33, of: back)[2...]) == [-16_384, 0, 0, 0])
  }

  @Test func pathWithoutLengthHasNoDirection() {
    var none = DecimatedPath()
    none.end()
    var empty = PathSequence.vector(of: &none)
    #expect(empty.count == FeatureSet.airSequence.count && empty[Self.first + 2] == 0)
    let dot = Self.vector(Array(repeating: .init(x: 0.25, y: 0.25), count: 9))
    for index in 0..<64 {
      #expect(Array(Self.segment(index, of: dot)[2...]) == [0, 0, 0, 0])
    }
  }

  /// Calls of bounded work, a path of the trainer, and one that was kept as numbers give the same.
  @Test func everyWayGivesTheSameNumbers() throws {
    let seed: UInt64 = 523
    var random = SeededRandom(seed: seed)
    var scorer = StrokeScorer()
    for trial in 0..<50 {
      // In the unit square already, with both sides on the grid.
      let points = RandomLine.points(2 + random.index(below: 300), &random)
      let path = LetterPath(points: points.map { .init(x: $0.x, y: $0.y, isPenDown: true) })
      scorer.begin(.airSequence)
      for (index, point) in path.points.enumerated() {
        if index.isMultiple(of: DecimatedPath.slice) { while scorer.makeRoom() {} }
        scorer.add(
          Int32((point.x * 0x1p14).rounded()), Int32((point.y * 0x1p14).rounded()), 312)
      }
      scorer.end()
      var sliced = scorer.finishedFeatures()
      var whole = path.features(.airSequence)
      let numbers = (0..<sliced.count).map { sliced[$0] }
      #expect(numbers == (0..<whole.count).map { whole[$0] }, "seed \(seed) trial \(trial)")
      let letter = NetworkLetter(label: "A", writer: "w", source: .vector(numbers))
      var kept = letter.vector(.airSequence)
      #expect(numbers == (0..<kept.count).map { kept[$0] }, "seed \(seed) trial \(trial)")
    }
  }
}
