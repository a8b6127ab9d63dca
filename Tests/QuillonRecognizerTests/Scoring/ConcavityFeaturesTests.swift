import Foundation
import QuillonRecognizer
import QuillonReferenceModel
import Testing

/// The concavities among the numbers of a path on a surface.
@Suite struct ConcavityFeaturesTests {
  private typealias Point = ReferencePath.Point

  private static func vector(_ points: [Point], _ kind: PathFeatures.Kind) -> [Double] {
    var trail = DecimatedPath()
    for point in points {
      trail.add(
        x: Int32((point.x * 0x1p14).rounded()), y: Int32((point.y * 0x1p14).rounded()),
        isPenDown: point.isPenDown)
    }
    trail.end()
    var vector = PathFeatures.vector(of: &trail, kind)
    return (0..<vector.count).map { Double(vector[$0]) * 0x1p-14 }
  }

  private static func concavities(_ points: [Point]) -> [Double] {
    Array(vector(points, .concavities)[144...])
  }

  /// Strokes through the corners of each line.
  private static func strokes(_ lines: [[(x: Double, y: Double)]]) -> [Point] {
    lines.flatMap { line in
      line.enumerated().map { Point(x: $1.x, y: $1.y, isPenDown: $0 > 0) }
    }
  }

  /// How many cells, of 256, have ink on these sides: the answer's zones together.
  private static func cells(_ concavities: [Double], _ answer: Int) -> Double {
    concavities[4 * answer..<4 * answer + 4].reduce(0, +) * 32
  }

  /// A line that wanders about, lifted now and then.
  private static func scribble(_ random: inout SeededRandom) -> [Point] {
    var (x, y, heading) = (0.5, 0.5, random.uniform(in: 0...6.3))
    return (0..<24).map { index in
      heading += random.normal(deviation: 0.6)
      x = min(max(x + 0.12 * cos(heading), 0), 1)
      y = min(max(y + 0.12 * sin(heading), 0), 1)
      return Point(
        x: (x * 0x1p14).rounded() * 0x1p-14, y: (y * 0x1p14).rounded() * 0x1p-14,
        isPenDown: index == 0 || random.uniform() > 0.1)
    }
  }

  /// The other numbers are those of a path with a pen, without the directions of its moves.
  @Test func otherNumbersAreThoseOfThePath() {
    let seed: UInt64 = 521
    var random = SeededRandom(seed: seed)
    for trial in 0..<200 {
      let points = Self.scribble(&random)
      let (pen, concavities) = (Self.vector(points, .pen), Self.vector(points, .concavities))
      #expect(concavities.count == FeatureSet.pathConcavities.count, "seed \(seed) trial \(trial)")
      #expect(
        Array(concavities[..<144]) == Array(pen[..<140] + pen[172...]),
        "seed \(seed) trial \(trial)")
    }
  }

  /// A line that passes a cell's corner may mark another cell, which changes what its row and column see; few
  /// numbers do.
  @Test func agreesWithReference() {
    let seed: UInt64 = 522
    var random = SeededRandom(seed: seed)
    var (misses, difference, count) = (0, 0.0, 0)
    for _ in 0..<500 {
      let points = Self.scribble(&random)
      for (concavity, exact) in zip(Self.concavities(points), ReferencePath.concavities(of: points))
      {
        misses += abs(concavity - exact) > 0.13 ? 1 : 0
        difference += abs(concavity - exact)
        count += 1
      }
    }
    #expect(count == 500 * 44)
    #expect(misses <= count / 100, "seed \(seed): \(misses) of \(count)")
    #expect(difference < 0.01 * Double(count), "seed \(seed): \(difference / Double(count))")
  }

  /// A frame closes in all cells but its own.
  @Test func frameIsClosed() {
    let frame: [(x: Double, y: Double)] = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
    let concavities = Self.concavities(Self.strokes([frame]))
    #expect(Self.cells(concavities, 10) == 14 * 14)
    #expect(concavities[..<40].allSatisfy { $0 == 0 })
  }

  /// A U opens upward, its mirror image downward, and two posts upward and downward.
  @Test func bayOpensWhereThereIsNoInk() {
    let up: [(x: Double, y: Double)] = [(0, 0), (0, 1), (1, 1), (1, 0)]
    #expect(Self.cells(Self.concavities(Self.strokes([up])), 6) == 14 * 15)
    let down = up.map { (x: $0.x, y: 1 - $0.y) }
    #expect(Self.cells(Self.concavities(Self.strokes([down])), 3) == 14 * 15)
    let posts: [[(x: Double, y: Double)]] = [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    #expect(Self.cells(Self.concavities(Self.strokes(posts)), 0) >= 14 * 14)
  }

  /// A line from its other end leaves the same concavities, and so does one that leans.
  @Test func directionAndSlantDoNotMatter() {
    let letter: [(x: Double, y: Double)] = [(0.2, 0), (0.2, 1), (0.8, 1), (0.8, 0)]
    let concavities = Self.concavities(Self.strokes([letter]))
    let back = Self.concavities(Self.strokes([letter.reversed()]))
    let leaning = Self.concavities(
      Self.strokes([letter.map { (x: 0.7 * $0.x + 0.3 * (1 - $0.y), y: $0.y) }]))
    for other in [back, leaning] {
      let difference = zip(concavities, other).reduce(0) { $0 + abs($1.0 - $1.1) }
      #expect(
        difference < 0.2 * concavities.reduce(0, +), "\(difference) of \(concavities.reduce(0, +))")
    }
  }

  @Test func pathWithoutLengthHasNumbers() {
    var trail = DecimatedPath()
    trail.end()
    let none = PathFeatures.vector(of: &trail, .concavities)
    #expect(none.count == FeatureSet.pathConcavities.count)
    trail.add(x: 5, y: 5, isPenDown: true)
    trail.end()
    var dot = PathFeatures.vector(of: &trail, .concavities)
    #expect((144..<188).allSatisfy { dot[$0] == 0 })
  }
}
