import Foundation
import QuillonCalibration
import QuillonReferenceModel
import Testing

@Suite struct NoiseTests {
  private let rate = 100.0

  /// White noise of a density, unit/√Hz, and a bias that wanders, unit·√Hz.
  private func signal(
    count: Int, density: Double, randomWalk: Double, seed: UInt64
  ) -> [Double] {
    var random = SeededRandom(seed: seed)
    var bias = 0.3
    return (0..<count).map { _ in
      bias += random.normal(deviation: randomWalk / rate.squareRoot())
      return bias + random.normal(deviation: density * rate.squareRoot())
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `The density of white noise is found within 5 percent`(seed: UInt64) throws {
    let values = signal(count: 30_000, density: 0.004, randomWalk: 0, seed: seed)
    let noise = try #require(
      NoiseModel(fitting: AllanDeviation(of: values, interval: 1 / rate)), "seed \(seed)")
    #expect(abs(noise.density / 0.004 - 1) < 0.05, "seed \(seed): \(noise)")
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `A random walk beside it is found within 15 percent`(seed: UInt64) throws {
    let values = signal(count: 400_000, density: 0.004, randomWalk: 0.002, seed: seed)
    let noise = try #require(
      NoiseModel(fitting: AllanDeviation(of: values, interval: 1 / rate)), "seed \(seed)")
    #expect(abs(noise.randomWalk / 0.002 - 1) < 0.15, "seed \(seed): \(noise)")
    #expect(abs(noise.density / 0.004 - 1) < 0.05, "seed \(seed): \(noise)")
  }

  @Test func `Alternating values have the deviation that the formula gives`() {
    // Means of two neighbors are equal: all deviation is at one sample.
    let values = (0..<1000).map { Double($0 % 2) }
    let curve = AllanDeviation(of: values, interval: 0.5)
    #expect(curve.times[0] == 0.5)
    #expect(abs(curve.deviations[0] - 0.5.squareRoot()) < 1e-12)
    #expect(curve.times[1] == 1)
    #expect(curve.deviations[1] < 1e-12)
  }

  @Test func `A steady drift rises with the averaging time`() throws {
    let values = (0..<10_000).map { Double($0) * 0.001 }
    let curve = AllanDeviation(of: values, interval: 0.01)
    // Means m samples apart differ by 0.001 m: the deviation is that over √2.
    for (time, deviation) in zip(curve.times, curve.deviations) {
      #expect(abs(deviation - 0.1 * time / 2.0.squareRoot()) < 1e-9)
    }
    #expect(curve.minimum?.time == 0.01)
  }

  @Test func `Too little data, or none that varies, has no noise`() {
    #expect(AllanDeviation(of: [], interval: 0.01).times.isEmpty)
    #expect(AllanDeviation(of: Array(repeating: 1, count: 26), interval: 0.01).times.isEmpty)
    let constant = AllanDeviation(of: Array(repeating: 1, count: 1000), interval: 0.01)
    #expect(!constant.times.isEmpty)
    #expect(NoiseModel(fitting: constant) == nil)
  }
}
