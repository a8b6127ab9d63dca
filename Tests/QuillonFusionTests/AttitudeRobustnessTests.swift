import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct AttitudeRobustnessTests {
  private let degree = Double.pi / 180

  /// Anything may come, at any time; the attitude stays a rotation, and in peace the filter recovers.
  /// 100 hours with QUILLON_HOURS=100, at 10 ms a sample on average.
  @Test(.disabled(if: areAssertionsOn, "beyond the bounds"))
  func survivesViolenceAndRecovers() {
    let hours = ProcessInfo.processInfo.environment["QUILLON_HOURS"].flatMap(Int.init) ?? 2
    let seed: UInt64 = 20_260_101
    var script = FusionScript(usesField: true, seed: seed)
    for _ in 0..<hours * 3 {
      for _ in 0..<120_000 { script.violate() }
      let q = script.filter.attitude.reference
      #expect(abs(q.norm - 1) < 0.01, "seed \(seed)")
      let limit = 2.001 * degree
      let bias = script.filter.bias.reference
      #expect(bias.max() <= limit && bias.min() >= -limit, "seed \(seed)")
    }
    script.truth = script.random.rotation()
    script.bias = ReferenceVector(0.5, -0.3, 0.2) * degree
    script.run(seconds: 60)
    #expect(abs(script.filter.attitude.reference.norm - 1) < 1e-7, "seed \(seed)")
    #expect(script.inclinationError < 0.05, "seed \(seed)")
    #expect(script.biasError.length < 0.05, "seed \(seed)")
    // A heading that was wrong comes back with the field.
    script.run(seconds: 120) { t in
      ReferenceVector(sin(t), cos(0.8 * t), 0.5)
    }
    #expect(script.totalError < 2, "seed \(seed)")
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func levelsFromAnyAttitudeAtOnce(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var script = FusionScript(truth: random.rotation(), seed: seed)
    script.run(seconds: 0.01)
    #expect(script.inclinationError < 0.001, "seed \(seed)")
  }

  /// Upside down is where the smallest rotation that levels is not unique.
  @Test func levelsUpsideDown() {
    for tilt in [0, 1e-9, 1e-6, 1e-4, 0.01] {
      let axis = ReferenceVector(cos(1.0), sin(1.0), 0)
      var script = FusionScript(
        truth: ReferenceQuaternion(angle: Double.pi - tilt, axis: axis))
      script.run(seconds: 1)
      #expect(script.inclinationError < 0.001, "\(tilt)")
      #expect(abs(script.filter.attitude.reference.norm - 1) < 1e-8, "\(tilt)")
    }
  }

  @Test func reportsHowFarItIs() {
    var script = FusionScript(usesField: true)
    script.noise = (rate: 0.001, force: 0.01)
    #expect(script.filter.status == .starting(.sample))
    script.filter.push(timestamp: 0, specificForce: .zero, angularRate: .zero)
    #expect(script.filter.status == .starting(.force))
    script.run(seconds: 0.05)
    #expect(script.filter.status == .converging(.gravity))
    script.run(seconds: 4)
    #expect(script.filter.status == .converging(.heading))
    script.run(seconds: 6)
    #expect(script.filter.status == .ready)
    // Half a second in which nothing came.
    script.timestamp &+= 500_000
    script.run(seconds: 0.02)
    #expect(script.filter.status == .converging(.gravity))
    script.run(seconds: 12)
    #expect(script.filter.status == .ready)
  }

  @Test func inMotionTheBiasIsWaitedFor() {
    var script = FusionScript()
    let wave = { (t: Double) in ReferenceVector(2 * sin(3 * t), cos(2 * t), 1) }
    script.run(seconds: 5, rate: wave)
    #expect(script.filter.status == .converging(.bias))
    script.run(seconds: 10, rate: wave)
    #expect(script.filter.status == .ready)
  }

  /// A clipped accelerometer, as from knocks, must not tilt what it is averaged into.
  @Test func clippedForceDoesNotTilt() {
    let fullScale = 4 * 9.80665
    var script = FusionScript(SixAxisAHRS.Parameters(forceFullScale: Fixed(fullScale)))
    script.run(seconds: 10)
    var believing = FusionScript()
    believing.run(seconds: 10)
    for _ in 0..<20 {
      for knock in [ReferenceVector(30, 0, 0), .zero] {
        let seconds = knock == .zero ? 0.2 : 0.03
        script.run(seconds: seconds, acceleration: knock * 4, clippedTo: fullScale)
        believing.run(seconds: seconds, acceleration: knock * 4, clippedTo: fullScale)
      }
    }
    #expect(believing.inclinationError > 1)
    #expect(script.inclinationError < 0.01)
  }

  /// A gyroscope that clips loses part of a turn. A fifth of the error is left after 2 s, a hundredth
  /// after 10 s.
  @Test func recoversFromAClippedRate() {
    let fullScale = 250 * degree
    var script = FusionScript(SixAxisAHRS.Parameters(rateFullScale: Fixed(fullScale)))
    script.run(seconds: 10)
    for _ in 0..<20 {
      script.truth = script.truth * ReferenceQuaternion(rotationVector: ReferenceVector(0.01, 0, 0))
      script.run(seconds: 0.01) { _ in ReferenceVector(fullScale, 0, 0) }
    }
    let error = script.inclinationError
    #expect(error > 10)
    #expect(script.filter.status == .converging(.gravity))
    script.run(seconds: 2)
    #expect(script.inclinationError < 0.21 * error)
    script.run(seconds: 8)
    #expect(script.inclinationError < 0.01 * error)
  }

  @Test func fallsFreelyWithoutLosingTheVertical() {
    var script = FusionScript()
    script.run(seconds: 10)
    script.run(seconds: 5, acceleration: ReferenceVector(0, 0, -9.80665 + 1e-3))
    #expect(script.inclinationError < 0.01)
  }

  /// A disturbed field leaves the heading alone; the earth's brings it back.
  @Test func rejectsADisturbedField() {
    var script = FusionScript(usesField: true)
    let wave = { (t: Double) in ReferenceVector(0.7 * sin(t), 0.7 * cos(0.8 * t), 0.6) }
    script.run(seconds: 30, rate: wave)
    #expect(script.totalError < 0.5 && !script.filter.isFieldDisturbed)
    script.field = ReferenceVector(40, 10, -20)
    script.run(seconds: 15, rate: wave)
    #expect(script.totalError < 0.5 && script.filter.isFieldDisturbed)
    script.field = ReferenceVector(0, 20, -45)
    script.run(seconds: 5, rate: wave)
    #expect(script.totalError < 0.5 && !script.filter.isFieldDisturbed)
  }

  @Test func timeThatDoesNotPassChangesNothing() {
    var script = FusionScript()
    script.run(seconds: 1)
    let attitude = script.filter.attitude
    for earlier: UInt32 in [0, 1, 500_000] {
      script.filter.push(
        timestamp: script.timestamp &- earlier, specificForce: Vector3(ReferenceVector(5, 5, 5)),
        angularRate: Vector3(ReferenceVector(30, 30, 30)))
      #expect(script.filter.attitude == attitude)
    }
  }

  @Test(arguments: [25.0, 800])
  func worksAtTheEndsOfItsRange(rate: Double) {
    var script = FusionScript(usesField: true)
    script.period = UInt32(1e6 / rate)
    script.bias = ReferenceVector(0.3, -0.2, 0.1) * degree
    script.run(seconds: 6)
    #expect(script.biasError.length < 0.05)
    script.run(seconds: 30) { t in ReferenceVector(sin(t), cos(0.7 * t), 0.4) }
    #expect(script.totalError < 0.5)
    #expect(script.filter.status == .ready)
  }

  @Test func gravityAndLinearAccelerationBelongToTheSameSample() {
    var script = FusionScript()
    script.run(seconds: 5)
    script.run(seconds: 1, acceleration: ReferenceVector(2, -1, 0.5)) { t in
      ReferenceVector(3 * sin(5 * t), 1, 2 * cos(4 * t))
    }
    let force = script.truth.conjugate.rotate(ReferenceVector(2, -1, 0.5 + 9.80665))
    let linear = Gravity.removed(from: Vector3(force), along: script.filter.vertical).reference
    let up = script.filter.attitude.reference.conjugate.rotate(ReferenceVector(0, 0, 1))
    #expect((linear - (force - 9.80665 * up)).length < 2e-6)
  }

  @Test func fitsIntoItsMemory() {
    // The state, and what is derived from the parameters.
    let size =
      MemoryLayout<NineAxisAHRS>.size - MemoryLayout<SixAxisAHRS.Parameters>.stride
    #expect(size <= 600 + 56)
  }
}

extension FusionScript {
  /// The next sample is anything, an extreme more often than not, after any time.
  fileprivate mutating func violate() {
    func word() -> Int32 { random.edgyWord() }
    timestamp &+=
      random.index(below: 50) == 0
      ? UInt32(random.index(below: 400_000))
      : 9_000
        + UInt32(random.index(below: 2_000))
    filter.push(
      timestamp: timestamp,
      specificForce: Vector3(Fixed(bits: word()), Fixed(bits: word()), Fixed(bits: word())),
      angularRate: Vector3(Fixed(bits: word()), Fixed(bits: word()), Fixed(bits: word())),
      field: Vector3(Fixed(bits: word()), Fixed(bits: word()), Fixed(bits: word())))
  }

  /// As `run`, by an accelerometer that ends at `fullScale` m/s².
  fileprivate mutating func run(
    seconds: Double, acceleration: ReferenceVector, clippedTo fullScale: Double
  ) {
    for _ in 0..<Int((seconds * 100).rounded()) {
      timestamp &+= period
      let force = truth.conjugate.rotate(acceleration + ReferenceVector(0, 0, 9.80665))
      filter.push(
        timestamp: timestamp,
        specificForce: Vector3(
          force.clamped(
            lowerBound: ReferenceVector(repeating: -fullScale),
            upperBound: ReferenceVector(repeating: fullScale))),
        angularRate: Vector3(bias))
    }
  }
}
