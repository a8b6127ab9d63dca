import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct RescalingTests {
  @Test func agreesWithReferenceOnRandomStrokes() {
    let seed: UInt64 = 120
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      let attitude = random.rotation()
      let size = random.uniform(in: 0.02...0.6)
      var stroke = StrokeQueue()
      _ = stroke.begin()
      var reference = ReferenceStroke()
      for _ in 0..<100 {
        let p = random.direction() * size * random.uniform()
        let q =
          attitude * ReferenceQuaternion(rotationVector: random.direction() * 0.05)
        _ = stroke.append(Vector3(p), attitude: UnitQuaternion(q), microseconds: 10_000)
        reference.append(.init(position: Vector3<23>(p).reference, step: 0.01), attitude: q)
      }
      stroke.end(impulse: nil, minimumSize: Fixed(0.01), time: 0)
      let exact = ReferenceInk.rescaled(reference.ink, minimumSize: 0.01)
      let ink = stroke.ink()
      #expect(ink.count == 100)
      for (point, exact) in zip(ink, exact) {
        // 15 bits of the largest coordinate stored twice, Q1.14 in the plane and in the result.
        #expect(abs(Double(point.x) / 16_384 - exact.x) < 5e-4, "seed \(seed) trial \(trial)")
        #expect(abs(Double(point.y) / 16_384 - exact.y) < 5e-4, "seed \(seed) trial \(trial)")
      }
    }
  }

  @Test func everyStrokeFillsTheUnitSquareAlongItsLongerSide() {
    let seed: UInt64 = 121
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      var stroke = StrokeQueue()
      _ = stroke.begin()
      let shift = Int32(random.index(below: 28))
      for _ in 0..<20 {
        let (x, y) = (random.edgyWord() &>> (shift + 1), random.edgyWord() &>> (shift + 1))
        _ = stroke.append(touchX: x, y: y, microseconds: 10_000)
      }
      stroke.end(in: .touch, minimumSize: Fixed(bits: 1), time: 0)
      let coordinates = stroke.ink().flatMap { [$0.x, $0.y] }
      let (low, high) = (coordinates.min() ?? -1, coordinates.max() ?? -1)
      #expect(low == 0, "seed \(seed) trial \(trial)")
      #expect(high >= 16_383 && high <= 16_384, "seed \(seed) trial \(trial) \(high)")
    }
  }

  @Test func dotStaysADot() throws {
    var stroke = StrokeQueue()
    _ = stroke.begin()
    for x in Int32(0)..<4 {
      _ = stroke.append(touchX: x &* 10, y: 0, microseconds: 10_000)
    }
    // 30 units wide, but nothing below 300 is magnified: a tenth of the square.
    stroke.end(in: .touch, minimumSize: Fixed(bits: 300), time: 0)
    let last = try #require(stroke.ink().last)
    #expect(abs(last.x - 1_638) <= 1)
  }

  @Test func upOnThePageIsUpTheLongSideOfTheBoard() {
    // The board held upright facing the writer: body y points up, z toward the writer.
    let upright = ReferenceQuaternion(angle: .pi / 2, axis: [1, 0, 0])
    let plane = PlaneRule().plane(at: UnitQuaternion(upright))
    let up = plane.coordinates(of: InkPoint(Vector3<23>([0, 0, 1] as ReferenceVector), ticks: 0))
    let right = plane.coordinates(
      of: InkPoint(Vector3<23>([1, 0, 0] as ReferenceVector), ticks: 0))
    // Half a meter in Q8.23, within ½ ulp of Q1.14.
    #expect(abs(up.x) <= 128 && abs(up.y + 1 << 22) <= 128)
    #expect(abs(right.x - 1 << 22) <= 128 && abs(right.y) <= 128)
  }
}
