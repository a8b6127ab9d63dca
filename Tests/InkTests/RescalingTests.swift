import FixedPoint
import Geometry
import HostNumerics
import Ink
import ReferenceModel
import SeededRandom
import TestSupport
import Testing

@Suite struct RescalingTests {
  @Test func agreesWithReferenceOnRandomStrokes() {
    let seed: UInt64 = 120
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      let attitude = random.rotation()
      let size = random.uniform(in: 0.02...0.6)
      var stroke = StrokeBuffer<1024>()
      var reference = ReferenceStroke()
      for _ in 0..<100 {
        let p = random.direction() * size * random.uniform()
        let q =
          attitude * ReferenceQuaternion(rotationVector: random.direction() * 0.05)
        _ = stroke.append(Vector3(p), attitude: UnitQuaternion(q), microseconds: 10_000)
        reference.append(.init(position: Vector3<23>(p).reference, step: 0.01), attitude: q)
      }
      let plane = WritingPlane(meanAttitude: stroke.meanAttitude ?? .identity)
      stroke.rescale(in: plane, minimumSize: Fixed(0.01))
      let exact = ReferenceInk.rescaled(reference.ink, minimumSize: 0.01)
      var index = 0
      stroke.forEachPoint { x, y, _ in
        // 15 bits of the largest coordinate in storage, Q1.14 in the result.
        #expect(abs(Double(x) / 16_384 - exact[index].x) < 2.5e-4, "seed \(seed) trial \(trial)")
        #expect(abs(Double(y) / 16_384 - exact[index].y) < 2.5e-4, "seed \(seed) trial \(trial)")
        index += 1
      }
      #expect(index == 100)
    }
  }

  @Test func everyStrokeFillsTheUnitSquareAlongItsLongerSide() {
    let seed: UInt64 = 121
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      var stroke = StrokeBuffer<64>()
      let shift = Int32(random.index(below: 28))
      for _ in 0..<20 {
        let (x, y) = (random.edgyWord() &>> (shift + 1), random.edgyWord() &>> (shift + 1))
        _ = stroke.append(touchX: x, y: y, microseconds: 10_000)
      }
      stroke.rescale(in: .touch, minimumSize: Fixed(bits: 1))
      var (low, high) = (Int16.max, Int16.min)
      stroke.forEachPoint { x, y, _ in
        low = min(low, x, y)
        high = max(high, x, y)
      }
      #expect(low == 0, "seed \(seed) trial \(trial)")
      #expect(high >= 16_383 && high <= 16_384, "seed \(seed) trial \(trial) \(high)")
    }
  }

  @Test func dotStaysADot() {
    var stroke = StrokeBuffer<8>()
    for x in Int32(0)..<4 {
      _ = stroke.append(touchX: x &* 10, y: 0, microseconds: 10_000)
    }
    // 30 units wide, but nothing below 300 is magnified: a tenth of the square.
    stroke.rescale(in: .touch, minimumSize: Fixed(bits: 300))
    var last: Int16 = 0
    stroke.forEachPoint { x, _, _ in last = x }
    #expect(abs(Int(last) - 1_638) <= 1)
  }

  @Test func upOnThePageIsUpTheLongSideOfTheBoard() {
    // The board held upright facing the writer: body y points up, z toward the writer.
    let upright = ReferenceQuaternion(angle: .pi / 2, axis: [1, 0, 0])
    let plane = WritingPlane(meanAttitude: UnitQuaternion(upright))
    let up = plane.coordinates(of: Vector3<23>([0, 0, 1] as ReferenceVector))
    let right = plane.coordinates(of: Vector3<23>([1, 0, 0] as ReferenceVector))
    #expect(abs(up.x.double) < 1e-6 && abs(up.y.double + 1) < 1e-6)
    #expect(abs(right.x.double - 1) < 1e-6 && abs(right.y.double) < 1e-6)
  }
}
