import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct AttitudeMeanTests {
  /// The sum in Double, with signs that no rounding changes.
  @Test func agreesWithTheSumOnSpreadsOfEverySize() throws {
    let seed: UInt64 = 50
    var (random, compared) = (SeededRandom(seed: seed), 0)
    for trial in 0..<2_000 {
      let center = random.rotation()
      let spread = random.uniform(in: 0...0.8)
      var (mean, sum, isClear) = (AttitudeMean(), SIMD4<Double>.zero, true)
      for _ in 0...random.index(below: 200) {
        let q =
          center
          * ReferenceQuaternion(rotationVector: random.direction() * spread * random.normal())
        mean.add(UnitQuaternion(q))
        let likeness = (sum * q.components).sum()
        isClear = isClear && (sum == .zero || abs(likeness) > 0.02 * (sum * sum).sum().squareRoot())
        sum += likeness < 0 ? -q.components : q.components
      }
      guard isClear else { continue }
      compared += 1
      let exact = ReferenceQuaternion(sum[0], sum[1], sum[2], sum[3]).normalized
      let rotation = try #require(mean.rotation).reference
      #expect(rotation.angle(to: exact) < 4e-6, "seed \(seed) trial \(trial)")
    }
    #expect(compared > 1_900)
  }

  /// The textbook's mean is the rotation nearest to the sum of the matrices. Hands turn a board by half a
  /// radian about their middle while they write a letter.
  @Test func isCloseToTheNearestRotation() throws {
    let seed: UInt64 = 54
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      let center = random.rotation()
      let (spread, lean) = (random.uniform(in: 0...0.5), random.direction())
      var (mean, sum) = (AttitudeMean(), ReferenceMatrix.zero)
      for _ in 0...random.index(below: 200) {
        // Skewed: most attitudes near one end.
        let turn = lean * (spread * (2 * pow(random.uniform(), 3) - 1))
        let q = center * ReferenceQuaternion(rotationVector: turn)
        mean.add(UnitQuaternion(q))
        sum = sum + ReferenceMatrix(q)
      }
      let nearest = ReferenceQuaternion(sum.nearestRotation)
      let angle = try #require(mean.rotation).reference.angle(to: nearest)
      #expect(angle < 4e-6 + spread * spread * spread / 8, "seed \(seed) trial \(trial)")
    }
  }

  @Test func signsOfTheQuaternionsDoNotMatter() throws {
    let seed: UInt64 = 51
    var random = SeededRandom(seed: seed)
    for trial in 0..<500 {
      let center = random.rotation()
      var (plain, mixed) = (AttitudeMean(), AttitudeMean())
      for _ in 0..<50 {
        let q = UnitQuaternion(
          center * ReferenceQuaternion(rotationVector: random.direction() * 0.3))
        plain.add(q)
        let opposite = UnitQuaternion(
          uncheckedUnit: q.w.negatedWithSaturation, q.x.negatedWithSaturation,
          q.y.negatedWithSaturation, q.z.negatedWithSaturation)
        mixed.add(random.uniform() < 0.5 ? q : opposite)
      }
      let angle = try #require(plain.rotation).reference.angle(
        to: try #require(mixed.rotation).reference)
      #expect(angle < 1e-7, "seed \(seed) trial \(trial)")
    }
  }

  @Test func ofOneIsItself() throws {
    let seed: UInt64 = 53
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 {
      let q = random.rotation()
      var mean = AttitudeMean()
      mean.add(UnitQuaternion(q))
      let rotation = try #require(mean.rotation)
      #expect(rotation.reference.angle(to: q) < 4e-6, "seed \(seed)")
      #expect(rotation.w.bits >= 0)
    }
    #expect(AttitudeMean().rotation == nil)
  }

  @Test func leavesOutWhatDoesNotFit() throws {
    var mean = AttitudeMean()
    let first = ReferenceQuaternion(angle: 0.5, axis: [0, 0, 1])
    for _ in 0..<2_047 { mean.add(UnitQuaternion(first)) }
    for _ in 0..<100_000 { mean.add(.identity) }
    #expect(mean.count == 2_047)
    let rotation = try #require(mean.rotation)
    #expect(rotation.reference.angle(to: first) < 4e-6)
  }

  /// As many as fit of the quaternion with the longest component: the sum does not wrap.
  @Test func holdsAsManyAsItTakes() throws {
    var mean = AttitudeMean()
    for _ in 0..<2_047 { mean.add(.identity) }
    #expect(try #require(mean.rotation).reference.angle(to: .identity) < 1e-8)
  }
}
