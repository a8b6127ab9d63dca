import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

/// Strokes that are read one by one and as one.
@Suite struct StrokeJoiningTests {
  private typealias Path = [SIMD3<Double>]

  /// A path of `count` points in space, m, that wanders from (0, 0, 0).
  private static func path(_ count: Int, size: Double, _ random: inout SeededRandom) -> Path {
    var (place, way) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    return (0..<count).map { _ in
      defer {
        way = 0.9 * way + SIMD3(random.normal(), random.normal(), 0) * (size / 100)
        place += way
      }
      return place
    }
  }

  private static func write(_ path: Path, to strokes: inout StrokeQueue, time: UInt32) {
    #expect(strokes.begin() == .stored)
    for point in path {
      #expect(strokes.append(Vector3<23>(point), microseconds: 10_000) == .stored)
    }
    strokes.end(in: .touch, minimumSize: Fixed(0.01), time: time)
  }

  /// The ink of points, m, as Double has it.
  private static func ink(_ path: Path) -> [SIMD2<Double>] {
    let flat = path.map { SIMD2($0.x, $0.y) }
    let least = flat.reduce(flat[0]) { pointwiseMin($0, $1) }
    let most = flat.reduce(flat[0]) { pointwiseMax($0, $1) }
    let size = max(most.x - least.x, most.y - least.y, 0.01)
    return flat.map { ($0 - least) / size }
  }

  private static func expect(
    _ ink: [SquarePoint], toBe path: Path, within tolerance: Double, _ comment: Comment
  ) {
    let expected = Self.ink(path)
    #expect(ink.count == expected.count, comment)
    for (point, place) in zip(ink, expected) {
      let way = SIMD2(Double(point.x), Double(point.y)) / 16_384 - place
      #expect(max(abs(way.x), abs(way.y)) <= tolerance, comment)
    }
  }

  /// As one they are the path that goes on where it was, whatever their sizes.
  @Test(arguments: [0.05, 0.3, 2.0], [0.04, 0.25, 3.0])
  func bothAreOnePath(first: Double, second: Double) {
    let seed: UInt64 = 401
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let a = Self.path(90, size: first, &random)
      let b = Self.path(130, size: second, &random)
      var strokes = StrokeQueue()
      Self.write(a, to: &strokes, time: 1)
      Self.write(b, to: &strokes, time: 2)
      strokes.choose(0)
      strokes.beginLetter()
      Self.expect(strokes.ink(), toBe: a, within: 5e-4, "seed \(seed)")
      let size = strokes.shapeOfLast.size
      strokes.choose(1)
      Self.expect(strokes.ink(), toBe: b, within: 5e-4, "seed \(seed)")
      strokes.join(size: size.addingWithSaturation(strokes.shapeOfLast.size))
      strokes.choose(0)
      let both = a + b.map { $0 + (a.last ?? .zero) }
      Self.expect(strokes.ink(), toBe: both, within: 1e-3, "seed \(seed)")
      strokes.confirmJoint()
      #expect(strokes.waitingCount == 1)
      strokes.release()
      #expect(strokes.endOfLast == 2 && strokes.endOfFirstOfLast == 1)
      #expect(strokes.waitingCount == 0)
    }
  }

  /// A stroke that was tried with the one before it and the one after it, in vain, is what it was but for some steps of
  /// its coordinates: nothing wears off, however long that goes on.
  @Test func tryingDoesNotWear() {
    let seed: UInt64 = 402
    var random = SeededRandom(seed: seed)
    var strokes = StrokeQueue()
    var (held, before) = (Self.path(100, size: 0.3, &random), 0.0)
    Self.write(held, to: &strokes, time: 0)
    for number in 1...60 {
      strokes.choose(0)
      strokes.beginLetter()
      Self.expect(
        strokes.ink(), toBe: held, within: Self.tolerance(held, within: before),
        "seed \(seed), stroke \(number)")
      let (slots, size) = (strokes.slotsOfFirst, strokes.shapeOfLast.size)
      let next = Self.path(100, size: number.isMultiple(of: 7) ? 2 : 0.3, &random)
      Self.write(next, to: &strokes, time: UInt32(number))
      strokes.choose(1)
      _ = strokes.ink()
      let joint = size.addingWithSaturation(strokes.shapeOfLast.size)
      strokes.join(size: joint)
      strokes.choose(0)
      #expect(strokes.ink().count == 200)
      strokes.part(after: slots)
      strokes.choose(0)
      Self.expect(
        strokes.ink(), toBe: held, within: Self.tolerance(held, within: max(before, joint.double)),
        "seed \(seed), stroke \(number)")
      strokes.release()
      #expect(strokes.endOfLast == UInt32(number) - 1 && strokes.waitingCount == 1)
      (held, before) = (next, joint.double)
    }
  }

  /// Twelve steps of coordinates in the unit square of `path`: place, least and greatest coordinate have each been
  /// rounded up to four times. A step is 2⁻¹³ of its extent, or 2⁻¹⁴ of the `size`, m, of what it was part of.
  private static func tolerance(_ path: Path, within size: Double) -> Double {
    let (xs, ys) = (path.map(\.x), path.map(\.y))
    let extent = max(
      (xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0), 0.01)
    return 12 * max(0x1p-13, 0x1p-14 * size / extent)
  }

  /// Another stroke can be written behind those that are kept.
  @Test func whatIsWrittenMeanwhileStays() {
    let seed: UInt64 = 403
    var random = SeededRandom(seed: seed)
    let paths = (0..<3).map { _ in Self.path(120, size: 0.3, &random) }
    var strokes = StrokeQueue()
    Self.write(paths[0], to: &strokes, time: 1)
    strokes.choose(0)
    strokes.beginLetter()
    _ = strokes.ink()
    Self.write(paths[1], to: &strokes, time: 2)
    strokes.choose(1)
    _ = strokes.ink()
    let isRoomy = strokes.isRoomy
    #expect(isRoomy)
    Self.write(paths[2], to: &strokes, time: 3)
    strokes.release()
    Self.expect(strokes.ink(), toBe: paths[1], within: 5e-4, "seed \(seed)")
    Self.expect(strokes.ink(), toBe: paths[2], within: 5e-4, "seed \(seed)")
    #expect(strokes.endOfLast == 3 && strokes.waitingCount == 0)
  }
}
