import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

/// What the filter does at the ends of what it may be given: short rests, long steps, no gravity for long.
@Suite struct AttitudeLimitTests {
  private let degree = Double.pi / 180

  /// However soon quiet counts as rest: turning is none.
  @Test(arguments: [0, 1, 5_000, 10_000, 40_000] as [Int32], [5.0, 30])
  func turningIsNoRestHoweverShortTheRestPeriodIs(period: Int32, rate: Double) {
    var script = FusionScript(SixAxisAHRS.Parameters(restPeriod: period))
    let turning = { (_: Double) in ReferenceVector(0, 0, rate * degree) }
    script.run(seconds: 1)
    #expect(script.filter.isAtRest, "the control")
    // Turning is recognized first by the difference from the mean, then by the mean itself.
    var restCount = 0
    for _ in 0..<300 {
      script.run(seconds: 0.01, rate: turning)
      if script.filter.isAtRest { restCount += 1 }
    }
    #expect(restCount == 0)
    #expect(abs(script.biasError.z) < 0.01, "a turn is no bias")
  }

  /// With no gravity to be seen, samples have come all the same: the last of a block, too.
  @Test func aBoardWithoutGravityIsNotABoardWithoutSamples() {
    var filter = SixAxisAHRS()
    #expect(filter.status == .starting(.sample))
    for number in 0..<200 as Range<UInt32> {
      filter.push(timestamp: number * 10_000, specificForce: .zero, angularRate: .zero)
      #expect(filter.status == .starting(.force), "sample \(number)")
    }
  }

  /// A board of 25 samples a second and more that then gives one in 140 ms, and others that come as they like: blocks
  /// are as long as in the twin, which counts time in Double.
  @Test(
    arguments: [
      (40_000, 140_000...140_000), (10_000, 140_000...140_000), (1_250, 150_000...150_000),
      (40_000, 1...150_000), (60_000, 60_000...60_000), (70_000, 60_000...90_000),
      (110_000, 75_000...150_000), (126_000, 150_000...150_000), (130_000, 110_000...150_000),
    ] as [(UInt32, ClosedRange<Int>)])
  func slowSamplesAreWorkedOnAsInTheTwin(period: UInt32, steps: ClosedRange<Int>) {
    var random = SeededRandom(seed: 19)
    var fixed = SixAxisAHRS()
    var double = ReferenceAHRS(usesField: false)
    var truth = random.rotation()
    var timestamp: UInt32 = 0
    var (apart, biasApart) = (0.0, 0.0)
    let bias = ReferenceVector(0.8, -0.5, 0.3) * degree
    for number in 0..<1_000 {
      let step =
        number < 50 ? period : UInt32(steps.lowerBound + random.index(below: steps.count))
      timestamp &+= step
      let seconds = Double(step) / 1e6
      let wave = Double(timestamp) / 1e6
      let rate = ReferenceVector(sin(wave), cos(0.7 * wave), 0.5 * sin(0.3 * wave))
      truth = (truth * ReferenceQuaternion(rotationVector: rate * seconds)).normalized
      let force = Vector3<23>(truth.conjugate.rotate(ReferenceVector(0, 0, 9.80665)))
      let measured = Vector3<25>(rate + bias)
      fixed.push(timestamp: timestamp, specificForce: force, angularRate: measured)
      double.push(timestamp: timestamp, force: force.reference, rate: measured.reference)
      apart = max(
        apart, fixed.attitude.reference.normalized.angle(to: double.attitude) / degree)
      biasApart = max(biasApart, (fixed.bias.reference - double.bias).length / degree)
    }
    #expect(apart < 0.01 && biasApart < 0.001, "\(apart)°, \(biasApart)°/s")
  }

  /// The squared norm that the attitude has had farthest from 1, with an accelerometer that is clipped throughout.
  private func norms(
    samples: Int, step: (inout SeededRandom, Int) -> UInt32,
    rate: (inout SeededRandom) -> Vector3<25>
  ) -> ClosedRange<Double> {
    let fullScale = 4 * 9.80665
    var filter = SixAxisAHRS(SixAxisAHRS.Parameters(forceFullScale: Fixed(fullScale)))
    var (random, timestamp) = (SeededRandom(seed: 3), 0 as UInt32)
    filter.push(
      timestamp: 0, specificForce: Vector3(ReferenceVector(0, 0, 9.80665)), angularRate: .zero)
    var (least, greatest) = (1.0, 1.0)
    for number in 0..<samples {
      timestamp &+= step(&random, number)
      filter.push(
        timestamp: timestamp, specificForce: Vector3(ReferenceVector(fullScale, 0, 0)),
        angularRate: rate(&random))
      let norm = filter.attitude.reference.norm
      (least, greatest) = (min(least, norm * norm), max(greatest, norm * norm))
    }
    return least...greatest
  }

  /// 25 samples a second, 2,000°/s about three axes, and no gravity for 10 s, or ten minutes.
  @Test(
    .disabled(if: areAssertionsOn, "beyond the bounds"), arguments: [10, 600])
  func theAttitudeStaysARotationWithoutGravity(seconds: Int) {
    let full = Fixed<25>(2_000 * degree)
    let norms = norms(
      samples: 25 * seconds, step: { _, _ in 40_000 }, rate: { _ in Vector3(full, full, full) })
    #expect(norms.lowerBound > 0.9995 && norms.upperBound < 1.0135, "\(norms)")
  }

  /// The same where every third sample comes after a gap, so that no block ever ends.
  @Test(.disabled(if: areAssertionsOn, "beyond the bounds"))
  func theAttitudeStaysARotationBetweenGaps() {
    let full = Fixed<25>(2_000 * degree)
    let norms = norms(
      samples: 3_000, step: { _, number in number % 3 == 2 ? 200_000 : 40_000 },
      rate: { _ in Vector3(full, full, full) })
    #expect(norms.lowerBound > 0.9995 && norms.upperBound < 1.0135, "\(norms)")
  }

  /// The same with any rates and at any times.
  @Test(
    .disabled(if: areAssertionsOn, "beyond the bounds"),
    arguments: [1_250, 10_000, 40_000, 140_000] as [UInt32])
  func theAttitudeStaysARotationWhateverComes(period: UInt32) {
    let norms = norms(
      samples: 20_000,
      step: { random, number in
        number % 2_000 < 1_000 ? period : UInt32(1 + random.index(below: 150_000))
      },
      rate: { random in
        Vector3(
          Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
          Fixed(bits: random.edgyWord()))
      })
    #expect(norms.lowerBound > 0.99 && norms.upperBound < 1.08, "\(norms)")
  }
}
