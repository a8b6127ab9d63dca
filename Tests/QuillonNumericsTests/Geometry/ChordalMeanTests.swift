import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct ChordalMeanTests {
  /// The sum of the rotation matrices in Double.
  private struct Reference {
    var count = 0.0
    var sum = ReferenceMatrix.zero

    mutating func add(_ q: ReferenceQuaternion) {
      count += 1
      sum = sum + ReferenceMatrix(q)
    }

    var rotation: ReferenceQuaternion { ReferenceQuaternion(sum.nearestRotation) }

    /// How much less the second eigenvalue of the sum of q qᵀ is than the largest, and the largest, as
    /// shares of all. The four eigenvalues follow from the singular values of the sum.
    var eigenvalues: (difference: Double, largest: Double) {
      let s = sum.singularValues.values
      let last = sum.determinant < 0 ? -s.z : s.z
      return ((s.y + last) / 2 / count, (count + s.x + s.y + last) / 4 / count)
    }

    /// The difference as a share of the largest.
    var gap: Double { eigenvalues.difference / eigenvalues.largest }
  }

  /// Attitudes near each other and far apart.
  @Test func agreesWithTheNearestRotation() throws {
    let seed: UInt64 = 70
    var (random, worst, compared) = (SeededRandom(seed: seed), WorstError(), 0)
    for trial in 0..<4_000 {
      let center = random.rotation()
      let spread = random.uniform(in: 0...2)
      var (mean, exact) = (ChordalMean(), Reference())
      for _ in 0...random.index(below: trial % 2 == 0 ? 5 : 200) {
        let q =
          center
          * ReferenceQuaternion(rotationVector: random.direction() * spread * random.normal())
        mean.add(UnitQuaternion(q))
        exact.add(q)
      }
      guard exact.gap > 0.004 else { continue }
      compared += 1
      let rotation = try #require(mean.rotation, "seed \(seed) trial \(trial) gap \(exact.gap)")
      let angle = rotation.reference.angle(to: exact.rotation)
      let error = angle * exact.eigenvalues.difference / 1e-6
      worst.note(0, exact: error, at: "seed \(seed) trial \(trial) gap \(exact.gap)")
      #expect(rotation.w.bits >= 0)
    }
    #expect(worst.ulps < 4, "\(worst)")
    #expect(compared > 3_900)
  }

  /// Headings in degrees that have no mean.
  static let ambiguousHeadings = [
    [90.0, 270], [0, 180], [0, 90, 180, 270], [0, 120, 240], [45, 225, 45, 225], [10, 190.05],
  ]

  @Test(arguments: ambiguousHeadings)
  func ambiguousHeadingsHaveNoMeanInAnyOrder(headings: [Double]) {
    for shift in headings.indices {
      for order in [headings, headings.reversed()] {
        var (mean, sum) = (ChordalMean(), AttitudeMean())
        for index in order.indices {
          let q = heading(order[(index + shift) % order.count])
          mean.add(q)
          sum.add(q)
        }
        #expect(mean.rotation == nil, "\(headings)")
        #expect(!sum.isUnambiguous, "\(headings)")
      }
    }
  }

  /// No rotation is nearest to these sets, which turn about several axes.
  @Test func attitudesThatCancelOutHaveNoMean() {
    let turns: [UnitQuaternion] = [
      UnitQuaternion(uncheckedUnit: .zero, .one, .zero, .zero),
      UnitQuaternion(uncheckedUnit: .zero, .zero, .one, .zero),
      UnitQuaternion(uncheckedUnit: .zero, .zero, .zero, .one),
    ]
    var mean = ChordalMean()
    #expect(mean.rotation == nil)
    for turn in turns { mean.add(turn) }
    #expect(mean.rotation == nil)
    mean.add(.identity)
    #expect(mean.rotation == nil)
    mean.add(.identity)
    #expect(mean.rotation == .identity)
  }

  /// Two headings that are half a turn apart, less one degree, have a mean between them.
  @Test func almostHalfATurnApartHasAMean() throws {
    for start in stride(from: 0.0, to: 360, by: 7) {
      var mean = ChordalMean()
      mean.add(heading(start))
      mean.add(heading(start + 179))
      let rotation = try #require(mean.rotation).reference
      #expect(rotation.angle(to: heading(start + 89.5).reference) < 2e-4)
    }
  }

  @Test func orderAndSignsChangeNoBit() {
    let seed: UInt64 = 71
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      let attitudes = (0...random.index(below: 30)).map { _ in UnitQuaternion(random.rotation()) }
      var (forward, backward) = (ChordalMean(), ChordalMean())
      for q in attitudes { forward.add(q) }
      for q in attitudes.reversed() {
        backward.add(
          UnitQuaternion(
            uncheckedUnit: q.w.negatedWithSaturation, q.x.negatedWithSaturation,
            q.y.negatedWithSaturation, q.z.negatedWithSaturation))
      }
      #expect(forward.rotation == backward.rotation, "seed \(seed) trial \(trial)")
    }
  }

  @Test func leavesOutWhatDoesNotFit() throws {
    var mean = ChordalMean()
    for _ in 0..<2_047 { mean.add(heading(30)) }
    for _ in 0..<100_000 { mean.add(.identity) }
    #expect(mean.count == 2_047)
    #expect(try #require(mean.rotation).reference.angle(to: heading(30).reference) < 4e-6)
  }

  /// Any words are clamped in the sum: the mean means nothing, but it has norm 1 and nothing traps.
  @Test func anyWordsAreSurvived() {
    var random = SeededRandom(seed: 72)
    for _ in 0..<2_000 {
      var mean = ChordalMean()
      for _ in 0..<random.index(below: 1_000) {
        mean.add(
          UnitQuaternion(
            uncheckedUnit: Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
            Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord())))
      }
      if let rotation = mean.rotation { #expect(abs(rotation.reference.norm - 1) < 4e-9) }
    }
    var most = ChordalMean()
    let least = UnitQuaternion(uncheckedUnit: .min, .min, .min, .min)
    for _ in 0..<2_047 { most.add(least) }
    #expect(most.rotation?.w.double == 0.5)
  }

  /// What the sum of quaternions knows of its own mean: never more than the sum of matrices.
  @Test func aSumThatIsUnambiguousHasANearestRotation() {
    let seed: UInt64 = 73
    var (random, clear) = (SeededRandom(seed: seed), 0)
    #expect(!AttitudeMean().isUnambiguous)
    for trial in 0..<4_000 {
      let center = random.rotation()
      let spread = random.uniform(in: 0...3)
      var (mean, exact, reach) = (AttitudeMean(), Reference(), 0.0)
      for _ in 0...random.index(below: 8) {
        let turn = random.direction() * spread * random.uniform()
        let q = center * ReferenceQuaternion(rotationVector: turn)
        mean.add(UnitQuaternion(q))
        exact.add(q)
        reach = max(reach, turn.length)
      }
      if mean.isUnambiguous {
        clear += 1
        #expect(exact.gap > 0.008, "seed \(seed) trial \(trial)")
      }
      // Within a quarter turn of one attitude, less half a degree.
      if reach < 89.5 * .pi / 180 { #expect(mean.isUnambiguous, "seed \(seed) trial \(trial)") }
    }
    #expect(clear > 2_000 && clear < 4_000)
  }

  private func heading(_ degrees: Double) -> UnitQuaternion {
    UnitQuaternion(ReferenceQuaternion(angle: degrees * .pi / 180, axis: [0, 0, 1]))
  }
}
