import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import Testing

@Suite struct DecimatorTests {
  /// What comes out of a sine of `frequency`, Hz, and amplitude 1 in the force, `rate` times a second, each up to
  /// twice `jitter` periods early or late.
  private func thinned(
    _ frequency: Double, from rate: Double, to wanted: Double, jitter: Double = 0
  ) -> [InertialSample] {
    var decimator = Decimator(rate: wanted)
    var samples: [InertialSample] = []
    for k in 0..<Int(8 * rate) {
      let t = Double(k) / rate + Double(k * 7 % 5 - 2) * jitter / rate + 0.01
      let half = 0.2 * sin(t)
      decimator.push(
        InertialSample(
          timestamp: UInt32((t * 1e6).rounded()),
          acceleration: .specificForce(
            Vector3(Fixed(sin(2 * .pi * frequency * t)), .zero, Fixed(9.8))),
          angularRate: Vector3(Fixed(1.0), .zero, .zero),
          attitude: UnitQuaternion(SIMD4(cos(half), 0, 0, sin(half)) * (k % 2 == 0 ? 1 : -1)),
          pen: t > 4 ? .down : .up),
        into: &samples)
    }
    return samples
  }

  private func amplitude(_ samples: [InertialSample]) -> Double {
    let values = samples.map { sample -> Double in
      guard case .specificForce(let force) = sample.acceleration else { return .nan }
      return force.x.double
    }
    let rest = values.dropFirst(20).dropLast(20)
    return (rest.reduce(0) { $0 + $1 * $1 } / Double(rest.count) * 2).squareRoot()
  }

  @Test(arguments: [(400.0, 100.0), (100, 25), (200, 30), (250, 100)])
  func slowMotionPassesAndFastMotionIsNotFoldedBack(_ rates: (from: Double, to: Double)) {
    let slow = thinned(0.2 * rates.to, from: rates.from, to: rates.to)
    #expect((0.99...1.01).contains(amplitude(slow)), "\(amplitude(slow))")
    for share in [0.5, 0.7, 0.95, 1.05] where share * rates.to < rates.from / 2 {
      let fast = thinned(share * rates.to, from: rates.from, to: rates.to)
      #expect(amplitude(fast) < 0.01, "\(share): \(amplitude(fast))")
      let shaken = thinned(share * rates.to, from: rates.from, to: rates.to, jitter: 0.04)
      #expect(amplitude(shaken) < 0.07, "\(share): \(amplitude(shaken))")
    }
    let steps = zip(slow, slow.dropFirst()).map { $1.timestamp &- $0.timestamp }
    #expect(steps.allSatisfy { abs(Double($0) - 1e6 / rates.to) <= 1.5 })
  }

  @Test func timeAttitudeAndPenStay() throws {
    let samples = thinned(1, from: 400, to: 50)
    for sample in samples {
      let t = Double(sample.timestamp) * 1e-6
      guard case .specificForce(let force) = sample.acceleration else { continue }
      if t > 0.3, t < 7.7 { #expect(abs(force.x.double - sin(2 * .pi * t)) < 0.02) }
      #expect(sample.pen == (t > 4.003 ? .down : t < 3.997 ? .up : sample.pen))
      let q = try #require(sample.attitude?.double)
      #expect(abs(abs(q[0] * cos(0.2 * sin(t)) + q[3] * sin(0.2 * sin(t))) - 1) < 1e-4)
    }
  }

  @Test func aBoardThatSendsNoMoreKeepsItsSamples() {
    for (from, to) in [(100.0, 100.0), (100, 95), (50, 200)] {
      #expect(thinned(1, from: from, to: to).count == Int(8 * from))
    }
  }
}
