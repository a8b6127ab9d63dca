import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct DampedIntegratorTests {
  /// Every remedy alone and some together.
  static let variants:
    [(scheme: IntegrationRule.Scheme, alpha: Double, speed: Double, way: Double)] =
      [
        (.euler, 0, 0, 0), (.halfStep, 0, 0, 0), (.euler, 2, 0, 0), (.halfStep, 2, 0, 0),
        (.halfStep, 15, 0, 0), (.halfStep, 0, 0.5, 0), (.halfStep, 0, 0, 0.2),
        (.halfStep, 1, 0.3, 0.1),
      ]

  @Test func halfStepIsExactForConstantAcceleration() {
    var half = integrator(.halfStep)
    var euler = integrator(.euler)
    for _ in 0..<100 {
      half.step(Vector3(.one, .zero, .zero), microseconds: 10_000)
      euler.step(Vector3(.one, .zero, .zero), microseconds: 10_000)
    }
    #expect(abs(half.position.x.double - 0.5) < 1e-5)
    #expect(abs(half.velocity.x.double - 1) < 1e-5)
    // Euler's error is a Δt t / 2: half a centimeter here.
    #expect(abs(euler.position.x.double - 0.505) < 1e-5)
  }

  /// v' = a − αv and x' = v − αx rest at v = a/α, x = a/α²; in steps of Δt, with d = e^(−αΔt/2),
  /// v = d (d v + h) + h gives v = h / (1 − d), which lies αΔt/4 above.
  @Test func dampedIntegratorSettlesWhereTheEquationsSay() {
    var damped = integrator(.halfStep, alpha: 2)
    for _ in 0..<2_000 { damped.step(Vector3(.zero, .one, .zero), microseconds: 10_000) }
    let (h, d) = (0.005, exp(-0.01))
    let velocity = h / (1 - d)
    let position = (d * velocity + h) * 0.01 / (1 - d * d)
    #expect(abs(damped.velocity.y.double - velocity) < 2e-5)
    #expect(abs(damped.position.y.double - position) < 2e-5)
    #expect(abs(velocity - 0.5) < 0.01 && abs(position - 0.25) < 0.01)
  }

  @Test(arguments: 0..<variants.count)
  func agreesWithReferenceWithinAMillimeterAfterTenSeconds(variant: Int) {
    let seed = UInt64(60 + variant)
    var random = SeededRandom(seed: seed)
    let (scheme, alpha, speed, way) = Self.variants[variant]
    for trial in 0..<20 {
      var fixed = integrator(scheme, alpha: alpha, speed: speed, way: way)
      var parameters = ReferenceIntegrator.Parameters()
      parameters.rule = scheme == .euler ? .euler : .halfStep
      parameters.damping = alpha
      parameters.velocityShrinking = speed
      parameters.positionShrinking = way
      var reference = ReferenceIntegrator(parameters)
      var phase = 0.0
      for _ in 0..<1_000 {
        let microseconds = UInt32(9_000 + random.index(below: 2_000))
        phase += 0.1
        let a =
          random.direction() * 3 + ReferenceVector(5, 3, 0.2)
          * ReferenceVector(
            repeating: phase.truncatingRemainder(dividingBy: 7) - 3.5)
        let rounded = Vector3<23>(a)
        fixed.step(rounded, microseconds: microseconds)
        reference.advance(by: Double(microseconds) * 1e-6, acceleration: rounded.reference)
      }
      let error = (fixed.position.reference - reference.position).length
      #expect(error < 0.001, "seed \(seed) trial \(trial) variant \(Self.variants[variant])")
    }
  }

  /// Ten minutes of the most violent input the formats can carry: the state stays in range all the
  /// time, and once the input has ended the state returns to exactly 0.
  @Test(arguments: 0..<variants.count)
  func staysBoundedUnderTheMostViolentInputAndReturnsToRest(variant: Int) {
    let seed = UInt64(80 + variant)
    var random = SeededRandom(seed: seed)
    let (scheme, alpha, speed, way) = Self.variants[variant]
    var integrator = integrator(scheme, alpha: alpha, speed: speed, way: way)
    let steps: [UInt32] = [1, 1_250, 10_000, 100_000, 131_072]
    var (elapsed, sample) = (0.0, 0)
    while elapsed < 600 {
      let sign: Int32 = sample / 3_000 % 2 == 0 ? .max : .min
      let word = { random.uniform() < 0.9 ? sign : random.edgyWord() }
      let before = integrator.position.x.double
      let a = Vector3<23>(Fixed(bits: word()), Fixed(bits: word()), Fixed(bits: word()))
      let microseconds = steps[random.index(below: steps.count)]
      integrator.step(a, microseconds: microseconds)
      // A wrapped sum would jump by hundreds of meters, a saturated one moves at 256 m/s at most.
      let jump = abs(integrator.position.x.double - before)
      #expect(
        jump <= 256 * Double(microseconds) * 1e-6 * (1 + 2 * alpha) + way + 0.01, "seed \(seed)")
      elapsed += Double(microseconds) * 1e-6
      sample += 1
    }
    let isDamped = alpha > 0
    guard isDamped else { return }
    for _ in 0..<6_000 { integrator.step(.zero, microseconds: 10_000) }
    #expect(integrator.velocity == .zero, "seed \(seed)")
    #expect(integrator.position == .zero, "seed \(seed)")
  }

  @Test func shrinkingReachesZeroAndStaysThere() {
    var shrinking = integrator(.halfStep, speed: 0.5, way: 0.5)
    for _ in 0..<50 { shrinking.step(Vector3(.one, .one, .zero), microseconds: 10_000) }
    #expect(shrinking.velocity.x > .zero)
    for _ in 0..<1_000 { shrinking.step(.zero, microseconds: 10_000) }
    #expect(shrinking.velocity == .zero && shrinking.position == .zero)
  }

  @Test func stopSetsVelocityToZeroAndCorrectsPosition() {
    var moving = integrator(.halfStep)
    for _ in 0..<100 { moving.step(Vector3(.one, .zero, .zero), microseconds: 10_000) }
    let error = Vector3<23>([0.25, 0, 0] as ReferenceVector)
    let before = moving.position
    moving.stop(correctingPositionBy: error)
    #expect(moving.velocity == .zero)
    #expect(moving.position == before &- error)
    moving.reset()
    #expect(moving.position == .zero)
  }

  private func integrator(
    _ scheme: IntegrationRule.Scheme, alpha: Double = 0, speed: Double = 0, way: Double = 0
  ) -> DampedIntegrator {
    DampedIntegrator(
      DampedIntegrator.Parameters(
        rule: IntegrationRule(scheme: scheme, damping: Fixed(alpha)),
        speedShrinkage: Fixed(speed), distanceShrinkage: Fixed(way)))
  }
}
