import FixedPoint
import Geometry
import HostNumerics
import ReferenceModel
import SeededRandom
import TestSupport
import Testing

/// The mean against the singular value decomposition of the summed matrices, which is how the
/// textbook does it.
@Suite struct AttitudeMeanTests {
  @Test func agreesWithTheDecompositionOnSpreadsOfEverySize() throws {
    let seed: UInt64 = 50
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      let center = random.rotation()
      let spread = random.uniform(in: 0...0.8)
      let rotations = (0..<(1 + random.index(below: 200))).map { _ in
        center * ReferenceQuaternion(rotationVector: random.direction() * spread * random.normal())
      }
      try compare(rotations, "seed \(seed) trial \(trial)")
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
      #expect(plain.nearestRotation == mixed.nearestRotation, "seed \(seed) trial \(trial)")
    }
  }

  /// Two clusters almost half a turn apart, one larger: the nearest rotation lies between them, close
  /// to the larger, and both methods must find the same one.
  @Test func agreesWithTheDecompositionNearHalfATurn() throws {
    let seed: UInt64 = 52
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      let center = random.rotation()
      let apart = ReferenceQuaternion(
        angle: .pi - random.uniform(in: 0.02...0.3), axis: random.direction())
      var rotations: [ReferenceQuaternion] = []
      for index in 0..<60 {
        let jitter = ReferenceQuaternion(rotationVector: random.direction() * 0.02)
        rotations.append(center * (index % 3 == 0 ? apart : .identity) * jitter)
      }
      try compare(rotations, "seed \(seed) trial \(trial)")
    }
  }

  @Test func ofOneIsItself() throws {
    let seed: UInt64 = 53
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 {
      let q = random.rotation()
      var mean = AttitudeMean()
      mean.add(UnitQuaternion(q))
      let rotation = try #require(mean.nearestRotation)
      #expect(rotation.reference.angle(to: q) < 1.3e-4, "seed \(seed)")
      #expect(rotation.w.bits >= 0)
    }
    #expect(AttitudeMean().nearestRotation == nil)
  }

  @Test func leavesOutWhatDoesNotFit() throws {
    var mean = AttitudeMean()
    let first = ReferenceQuaternion(angle: 0.5, axis: [0, 0, 1])
    for _ in 0..<2_047 { mean.add(UnitQuaternion(first)) }
    for _ in 0..<100_000 { mean.add(.identity) }
    #expect(mean.count == 2_047)
    let rotation = try #require(mean.nearestRotation)
    #expect(rotation.reference.angle(to: first) < 1.3e-4)
  }

  /// The angle to the decomposition's answer stays below what rounding the attitudes to 1.3·10⁻⁴ rad can
  /// explain: the dominant eigenvector turns by up to so much over the gap to the next one.
  private func compare(_ rotations: [ReferenceQuaternion], _ comment: Comment) throws {
    var mean = AttitudeMean()
    var sum = ReferenceMatrix.zero
    for q in rotations {
      mean.add(UnitQuaternion(q))
      sum = sum + ReferenceMatrix(q)
    }
    let exact = ReferenceQuaternion(sum.nearestRotation)
    let fixed = try #require(mean.nearestRotation).reference
    // With singular values s of the sum, the gap of Σ q qᵀ is (s₂ + d s₃) / 2 ≥ …: take the least one.
    let values = sum.singularValues.values
    let sign = sum.determinant < 0 ? -1.0 : 1.0
    let gap = (values.y + sign * values.z) / 2 / Double(rotations.count)
    guard gap > 0.01 else { return }
    #expect(fixed.angle(to: exact) < 1.3e-4 / gap, comment)
  }
}
