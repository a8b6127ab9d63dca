import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct LeverArmTests {
  /// A hand that draws a figure, with an arm that turns or one that does not, and the figure itself.
  private struct Hand {
    var path: [SIMD2<Double>] = []
    var attitudes: [ReferenceQuaternion] = []
    let duration: Double

    /// A sum of sines with `count` points at 100 Hz, 0.2 to 0.4 m large.
    init(count: Int, gain: Double, random: inout SeededRandom) {
      duration = Double(count - 1) / 100
      let size = random.uniform(in: 0.1...0.2)
      let phase = SIMD2(random.uniform(in: 0...6), random.uniform(in: 0...6))
      let waves = SIMD2(random.uniform(in: 0.8...2), random.uniform(in: 0.8...2))
      for index in 0..<count {
        let turn = 2 * .pi * Double(index) / Double(count - 1)
        let place = SIMD2(
          size * sin(waves.x * turn + phase.x), size * sin(waves.y * turn + phase.y))
        path.append(place)
        // The board's place is moved by the rotation times (0, 0.2, −0.4).
        let rotation = ReferenceVector(
          (place.y - path[0].y) / 0.4, (path[0].x - place.x) / 0.4, 0)
        attitudes.append(ReferenceQuaternion(rotationVector: rotation * gain))
      }
    }

    /// The path with a constant velocity of `velocity`, m/s.
    func moved(by velocity: SIMD2<Double>) -> [SIMD2<Double>] {
      path.indices.map { path[$0] - path[0] + velocity * (Double($0) / 100) }
    }
  }

  private func ink(
    _ path: [SIMD2<Double>], _ attitudes: [ReferenceQuaternion]?
  ) -> [(x: Double, y: Double)] {
    var strokes = StrokeQueue()
    _ = strokes.begin()
    for (index, place) in path.enumerated() {
      let position = Vector3<23>(ReferenceVector(place.x, place.y, 0))
      let attitude = UnitQuaternion(attitudes?[index] ?? .identity)
      if index == 0 {
        _ = strokes.append(position, attitude: attitude, microseconds: 0)
      } else {
        _ = strokes.append(position, microseconds: 10_000)
      }
      if attitudes != nil { strokes.turn(to: attitude, PlaneRule(.penDown)) }
    }
    strokes.end(impulse: .zero, rule: PlaneRule(.penDown), minimumSize: Fixed(0.01), time: 0)
    return strokes.ink().map { (Double($0.x) / 16_384, Double($0.y) / 16_384) }
  }

  @Test func aVelocityAtBothEndsIsRemoved() {
    var random = SeededRandom(seed: 71)
    var (before, after) = (0.0, 0.0)
    for _ in 0..<100 {
      let hand = Hand(count: 150, gain: 0.9, random: &random)
      let moved = hand.moved(
        by: SIMD2(random.normal(deviation: 0.06), random.normal(deviation: 0.06)))
      let exact = ink(hand.path.map { $0 - hand.path[0] }, nil)
      before += Self.distance(ink(moved, nil), exact)
      after += Self.distance(ink(moved, hand.attitudes), exact)
    }
    #expect(after < 0.5 * before, "\(before) before, \(after) after")
  }

  @Test func anArmThatDoesNotTurnChangesNothing() {
    var random = SeededRandom(seed: 72)
    for count in [8, 31, 150, 959] {
      let hand = Hand(count: count, gain: 0, random: &random)
      let moved = hand.moved(by: SIMD2(0.1, -0.05))
      let (with, without) = (ink(moved, hand.attitudes), ink(moved, nil))
      #expect(zip(with, without).allSatisfy { $0 == $1 })
    }
  }

  @Test func agreesWithTheReferenceOnRandomArms() {
    let seed: UInt64 = 73
    var random = SeededRandom(seed: seed)
    var corrected = 0
    for trial in 0..<300 {
      let hand = Hand(
        count: 40 + random.index(below: 360), gain: random.uniform(in: 0.3...1.5), random: &random)
      let moved = hand.moved(
        by: SIMD2(random.normal(deviation: 0.06), random.normal(deviation: 0.06)))
      let turned = hand.attitudes.map { attitude in
        let place = attitude.rotate(ReferenceVector(0, 0.2, -0.4))
        return SIMD2(place.x, place.y)
      }
      let expected = ReferenceLeverArm.corrected(moved, by: turned, duration: hand.duration)
      let exact = ReferenceInk.rescaled(
        expected.map { ReferenceInkPoint(x: $0.x, y: -$0.y, step: 0.01) }, minimumSize: 0.01)
      if expected != moved { corrected += 1 }
      let error = zip(ink(moved, hand.attitudes), exact).reduce(0) {
        max($0, abs($1.0.x - $1.1.x), abs($1.0.y - $1.1.y))
      }
      #expect(error < 4e-3, "seed \(seed) trial \(trial)")
    }
    #expect(corrected > 250)
  }

  @Test func placesAreThinnedAndCoverTheStroke() {
    var arm = LeverArm()
    for point in 0..<960 {
      arm.add(.identity, point: point, PlaneRule())
      #expect(arm.covers(point + 1) == (point >= 7), "\(point)")
      #expect(arm.count <= LeverArm.capacity)
    }
    #expect(arm.spacing == 6 && arm.count == 15)
    #expect(!arm.covers(1_000))
  }

  @Test func anyNumbersAreTaken() {
    let seed: UInt64 = 74
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      var strokes = StrokeQueue()
      _ = strokes.begin()
      for index in 0..<(8 + random.index(below: 60)) {
        let position = Vector3<23>(
          Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
          Fixed(bits: random.edgyWord()))
        let attitude = UnitQuaternion(random.rotation())
        _ =
          index == 0
          ? strokes.append(position, attitude: attitude, microseconds: 0)
          : strokes.append(position, microseconds: UInt32(random.index(below: 200_000)))
        strokes.turn(to: attitude, PlaneRule(.penDown))
      }
      strokes.end(
        impulse: Vector3(
          Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
          Fixed(bits: random.edgyWord())),
        rule: PlaneRule(.penDown), minimumSize: Fixed(0.01), time: 0)
      let ink = strokes.ink()
      #expect(ink.allSatisfy { (0...16_384).contains($0.x) && (0...16_384).contains($0.y) })
    }
  }

  private static func distance(
    _ a: [(x: Double, y: Double)], _ b: [(x: Double, y: Double)]
  ) -> Double {
    zip(a, b).reduce(0) { $0 + abs($1.0.x - $1.1.x) + abs($1.0.y - $1.1.y) } / Double(a.count)
  }
}
