import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import Testing

@Suite struct ResamplerTests {
  /// A board of that rate for 4 s: acceleration x a sine of 2 Hz, rate z constant, attitude at rest.
  private func board(_ rate: Double) -> [InertialSample] {
    (0..<Int(4 * rate)).map { number in
      let time = Double(number) / rate
      return InertialSample(
        timestamp: UInt32.max - 1_000_000 &+ UInt32(time * 1e6),
        acceleration: .linear(Vector3(Fixed(5 * sin(4 * .pi * time)), .zero, .zero)),
        angularRate: Vector3(.zero, .zero, Fixed(0.5)), attitude: .identity, pen: .up)
    }
  }

  private func resampled(_ samples: [InertialSample]) -> [InertialSample] {
    var resampler = Resampler()
    var out: [InertialSample] = []
    for sample in samples { resampler.push(sample, into: &out) }
    return out
  }

  @Test(arguments: [25.0, 50, 119, 200, 400, 800])
  func itMakesAHundredSamplesASecondOfTheSameMotion(rate: Double) throws {
    let samples = board(rate)
    let out = resampled(samples)
    #expect(abs(out.count - 400) <= Int(100 / rate) + 2)
    for (sample, next) in zip(out, out.dropFirst()) {
      #expect(next.timestamp &- sample.timestamp == 10_000)
    }
    let start = try #require(samples.first).timestamp
    // A straight line from peak to peak of samples 40 ms apart cuts a twentieth off.
    let tolerance = rate < 50 ? 0.3 : rate < 100 ? 0.08 : 0.02
    for sample in out {
      guard case .linear(let a) = sample.acceleration else {
        Issue.record("another kind of acceleration")
        return
      }
      let time = Double(sample.timestamp &- start) * 1e-6
      #expect(abs(a.x.double - 5 * sin(4 * .pi * time)) < tolerance)
      #expect(abs((sample.angularRate?.z.double ?? 0) - 0.5) < 1e-6)
      #expect(abs((sample.attitude?.w.double ?? 0) - 1) < 1e-8)
    }
  }

  /// A board that turns by 200°/s and sends, as many do, of the two quaternions of an attitude the one with w ≥ 0.
  @Test(arguments: [(40.0, 90.0), (60, 155), (25, 0), (200, 170)])
  func aTurnThroughAHalfTurnIsNoLeap(rate: Double, start: Double) throws {
    func yaw(_ time: Double) -> Double { (start + 200 * time) * .pi / 180 }
    let samples = (0..<Int(2 * rate)).map { number in
      let time = Double(number) / rate
      let (w, z) = (cos(yaw(time) / 2), sin(yaw(time) / 2))
      return InertialSample(
        timestamp: UInt32((time * 1e6).rounded()), acceleration: .linear(.zero),
        attitude: UnitQuaternion(
          uncheckedUnit: Fixed(abs(w)), .zero, .zero, Fixed(w < 0 ? -z : z)), pen: .up)
    }
    #expect(
      zip(samples, samples.dropFirst()).contains {
        ($0.attitude?.z.bits ?? 0) > 0 && ($1.attitude?.z.bits ?? 0) < 0
      })
    let out = resampled(samples)
    #expect(out.count > 190)
    for sample in out {
      let q = try #require(sample.attitude)
      let time = Double(sample.timestamp) * 1e-6
      let error = remainder(2 * atan2(q.z.double, q.w.double) - yaw(time), 2 * .pi) * 180 / .pi
      #expect(abs(error) < 0.1, "\(error)° at \(time) s")
    }
  }

  @Test func noLineIsDrawnAcrossAGap() throws {
    var samples = board(400)
    samples.removeSubrange(400..<600)
    let out = resampled(samples)
    let steps = zip(out, out.dropFirst()).map { $1.timestamp &- $0.timestamp }
    #expect(steps.count { $0 != 10_000 } == 1)
    #expect(try #require(steps.max()) > 490_000)
  }
}
