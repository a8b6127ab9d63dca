import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct MotionEffortTests {
  private static func vector(_ random: inout SeededRandom, _ scale: Double) -> SIMD3<Double> {
    SIMD3(
      random.normal(deviation: scale), random.normal(deviation: scale),
      random.normal(deviation: scale))
  }

  /// Both ratios are those of the same sums in Double.
  @Test func ratiosAreThoseOfDouble() throws {
    var random = SeededRandom(seed: 610)
    for trial in 0..<200 {
      var effort = MotionEffort()
      let (scale, stretch) = (random.uniform(in: 0.8...10), random.uniform(in: 0.1...2))
      let constant = Self.vector(&random, 0.5)
      var (forces, turning) = ([SIMD3<Double>](), 0.0)
      for _ in 0..<60 + random.index(below: 300) {
        let a = Self.vector(&random, scale) * SIMD3(1, 1, stretch) + constant
        let rate = random.uniform(in: 0.1...9)
        effort.add(Vector3<23>(a), turning: UInt32(rate * 0x1p20))
        forces.append(a)
        turning += rate
      }
      let mean = forces.reduce(SIMD3<Double>.zero, +) / Double(forces.count)
      let normal = Self.vector(&random, 1)
      let n = normal / (normal * normal).sum().squareRoot()
      let (all, along) = forces.reduce((0.0, 0.0)) { sums, force in
        let varying = force - mean
        let part = (varying * n).sum()
        return (sums.0 + (varying * varying).sum(), sums.1 + part * part)
      }
      let ratio = try #require(effort.forceOverTurning(mean: Vector3<23>(mean))).double
      #expect(abs(ratio / (all / turning).squareRoot() - 1) < 0.02, "seed 610 trial \(trial)")
      let share = try #require(
        effort.share(along: Vector3<14>(n), mean: Vector3<23>(mean))
      ).double
      #expect(abs(share - along / all) < 0.02, "seed 610 trial \(trial): \(share) \(along / all)")
    }
  }

  /// A strong push that does not change has no varying part, and a shake across it does not lie along it.
  @Test func aSteadyPushIsNotCounted() throws {
    let normal = Vector3<14>(SIMD3(repeating: 3.0.squareRoot() / 3))
    for push in [20.0, 70, 104, 120] {
      var effort = MotionEffort()
      for index in 0..<10 {
        let shake = index.isMultiple(of: 2) ? 3.0 : -3.0
        effort.add(Vector3<23>(SIMD3(push + shake, push - shake, push)), turning: 1 << 20)
      }
      let share = try #require(
        effort.share(along: normal, mean: Vector3<23>(SIMD3(repeating: push))))
      #expect(share.double < 0.2, "\(push) m/s² on each axis: \(share.double)")
    }
  }

  /// Whatever comes: no trap, and a share is one.
  @Test func extremesStayInRange() {
    var random = SeededRandom(seed: 611)
    for trial in 0..<300 {
      var effort = MotionEffort()
      for _ in 0..<random.index(below: 3_000) {
        let a = Self.vector(&random, 300)
        effort.add(Vector3<23>(a), turning: UInt32(truncatingIfNeeded: random.next()))
      }
      let n = Vector3<14>(SIMD3(1, 0, 0))
      for mean in [Self.vector(&random, 0), Self.vector(&random, 300)] {
        _ = effort.forceOverTurning(mean: Vector3<23>(mean))
        if let share = effort.share(along: n, mean: Vector3<23>(mean)) {
          #expect(share >= .zero, "seed 611 trial \(trial)")
        }
      }
    }
    #expect(MotionEffort().share(along: Vector3<14>(SIMD3(1, 0, 0)), mean: .zero) == nil)
  }
}
