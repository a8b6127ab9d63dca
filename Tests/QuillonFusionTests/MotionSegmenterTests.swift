import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct MotionSegmenterTests {
  /// Sums that are kept up to date are those of the steps in the history.
  @Test func energiesAreThoseOfTheLastSteps() {
    let seed: UInt64 = 570
    var random = SeededRandom(seed: seed)
    var history = MotionHistory()
    var energies: [UInt32] = []
    for index in 0..<300 {
      let scale = index % 50 == 0 ? 300.0 : 5
      let a = Vector3<23>(
        SIMD3(
          random.uniform(in: -scale...scale), random.uniform(in: -scale...scale),
          random.uniform(in: -scale...scale)))
      history.push(a, microseconds: UInt32(random.index(below: 131_072)))
      energies.append(history.newestEnergy)
      #expect(history.energy == energies.suffix(32).reduce(0, &+), "seed \(seed)")
      #expect(history.recentEnergy == energies.suffix(16).reduce(0, &+), "seed \(seed)")
      let kept = history.acceleration(0).x.double
      #expect(abs(kept - min(max(a.x.double, -128), 128)) <= 0x1p-8, "seed \(seed)")
    }
    #expect(history.energy > 0)
    history.clear()
    let impulse = history.impulse
    #expect(history.energy == 0 && impulse == .zero)
  }

  @Test func impulseAndDurationAreThoseOfTheLastSteps() {
    let seed: UInt64 = 571
    var random = SeededRandom(seed: seed)
    var history = MotionHistory()
    var steps: [(a: Double, time: Double)] = []
    for _ in 0..<50 {
      let a = random.uniform(in: -20...20)
      let time = UInt32(5_000 + random.index(below: 10_000))
      history.push(Vector3<23>(SIMD3(a, 0, 0)), microseconds: time)
      steps.append((a, Double(time) * 1e-6))
    }
    let impulse = steps.suffix(32).reduce(0) { $0 + $1.a * $1.time }
    let kept = history.impulse.x.double
    #expect(abs(kept - impulse) < 0.002, "seed \(seed)")
    let duration = steps.suffix(20).reduce(0) { $0 + $1.time }
    let keptDuration = Double(history.duration(of: 20)) * 1e-6
    #expect(abs(keptDuration - duration) < 1e-4, "seed \(seed)")
  }

  /// m/s² as an energy, UQ16.16.
  private func energy(_ root: Double) -> UInt32 { UInt32(root * root * 65_536) }

  private func changes(_ roots: [Double], beginning: Double = 1.3) -> [MotionSegmenter.Change] {
    var segmenter = MotionSegmenter()
    let parameters = MotionSegmenter.Parameters(beginning: Fixed(beginning))
    return roots.map { segmenter.push(energy: energy($0), parameters) }
  }

  @Test func whatExceedsBothThresholdsIsWriting() {
    let roots = [0.2, 0.9, 1.0, 1.5, 0.9] + [Double](repeating: 0.3, count: 25)
    let told = changes(roots)
    #expect(told[1] == .beginning)
    #expect(told[24] == .end, "20 samples of quiet")
    #expect(told.count { $0 != .none } == 2)
  }

  @Test func whatExceedsOneThresholdIsNothing() {
    let told = changes([0.2, 0.9, 1.2, 0.9, 0.5, 0.4])
    #expect(told == [.none, .beginning, .none, .none, .withdrawal, .none])
    let gentle = changes([0.2, 0.9, 1.2, 0.9, 0.5], beginning: 1.1)
    #expect(gentle.filter { $0 != .none } == [.beginning])
  }

  @Test func aShortPauseEndsNothing() {
    let pause = [Double](repeating: 0.3, count: 19)
    let told = changes([1.5] + pause + [1.0] + pause)
    #expect(told.filter { $0 != .none } == [.beginning])
  }

  /// Stirring for ever is nothing, and writing for ever is too long; both wait for rest.
  @Test(arguments: [1.0, 2.0]) func whatDoesNotEndIsNoLetter(root: Double) {
    let told = changes(
      [Double](repeating: root, count: 1_000) + [Double](repeating: 0.1, count: 20) + [2])
    #expect(
      told.filter { $0 != .none } == [.beginning, root > 1.3 ? .excess : .withdrawal, .beginning])
  }

  @Test func theThresholdStaysWithinItsBounds() {
    #expect(MotionSegmenter.Parameters(beginning: .zero).beginning == MotionSegmenter.ending)
    #expect(MotionSegmenter.Parameters(beginning: Fixed(99)).beginning.double == 8)
  }
}
