import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import QuillonSerialFormats
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
    for sample in samples {
      resampler.push(sample)
      while let sample = resampler.take() { out.append(sample) }
    }
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

  /// Values that do not change come out as they went in, to the last bit, whatever the steps.
  @Test func aConstantStaysToTheLastBit() {
    let seed: UInt64 = 311
    var random = SeededRandom(seed: seed)
    var time: UInt32 = 5
    let samples = (0..<2_000).map { _ in
      time &+= UInt32(random.uniform() * 30_000)
      return InertialSample(
        timestamp: time, acceleration: .specificForce(Vector3(.max, .min, Fixed(bits: 12_345))),
        angularRate: Vector3(Fixed(bits: -7), .max, .min), pen: .up)
    }
    let out = resampled(samples)
    #expect(out.count > 2_500)
    for sample in out {
      #expect(sample.acceleration == samples[0].acceleration, "seed \(seed)")
      #expect(sample.angularRate == samples[0].angularRate, "seed \(seed)")
    }
  }

  /// The integers follow the reference model in floating point, at any rate, to a few of the last bits.
  @Test(arguments: [1_250.0, 3_333, 7_777, 12_345, 23_456, 50_000, 99_999])
  func itFollowsTheReferenceModel(period: Double) {
    let seed: UInt64 = 312
    var random = SeededRandom(seed: seed)
    let values = (0..<400).map { _ in (random.uniform() - 0.5) * 4e9 }
    let out = resampled(
      values.enumerated().map { number, value in
        InertialSample(
          timestamp: UInt32.max - 1_000_000 &+ UInt32(number) * UInt32(period),
          acceleration: .linear(Vector3(Fixed(bits: Int32(value)), .zero, .zero)), pen: .up)
      })
    let expected = meansOfTenMilliseconds(
      values.map { $0.rounded(.towardZero) }, period: period * 1e-6)
    #expect(abs(out.count - expected.count) <= 1)
    for (sample, value) in zip(out, expected) {
      guard case .linear(let told) = sample.acceleration else {
        Issue.record("another kind of acceleration")
        return
      }
      #expect(abs(Double(told.x.bits) - value) < 24, "seed \(seed)")
    }
  }

  /// A field that comes with every eighth sample is in each 10 ms in which one came, and in no other.
  @Test func aFieldThatIsSentLessOftenStaysSeldom() {
    let samples = (0..<800).map { number in
      InertialSample(
        timestamp: UInt32(number) * 2_500, acceleration: .linear(.zero), angularRate: .zero,
        magneticField: number.isMultiple(of: 8) ? Vector3(Fixed(30), .zero, .zero) : nil, pen: .up)
    }
    let out = resampled(samples)
    let fields = out.compactMap(\.magneticField)
    #expect(abs(2 * fields.count - out.count) <= 2)
    #expect(fields.allSatisfy { $0 == Vector3(Fixed(30), .zero, .zero) })
  }

  /// A sample with the time of the one before replaces it.
  @Test func noTimeBetweenTwoSamplesAddsNothing() {
    let samples = board(200)
    #expect(resampled(samples.flatMap { [$0, $0] }) == resampled(samples))
  }
}
