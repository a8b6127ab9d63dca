import Foundation
import QuillonReferenceModel
import Testing

private let along = ReferenceVector(1, -2, 0.5)

private func integrator(
  _ change: (inout ReferenceIntegrator.Parameters) -> Void = { _ in }
) -> ReferenceIntegrator {
  var parameters = ReferenceIntegrator.Parameters()
  change(&parameters)
  return ReferenceIntegrator(parameters)
}

@Suite struct ReferenceIntegratorTests {
  /// Half steps are exact for a constant acceleration: x = a t² / 2, v = a t.
  @Test func halfStepsAreExactForConstantAcceleration() {
    var subject = integrator()
    for n in 0...200 { subject.push(time: Double(n) * 0.01, acceleration: along) }
    #expect((subject.velocity - 2 * along).length < 1e-12)
    #expect((subject.position - 2 * along).length < 1e-12)
  }

  /// Euler's rule goes too far by a t dt / 2.
  @Test func eulersRuleGoesTooFar() {
    var subject = integrator { $0.rule = .euler }
    for n in 0...200 { subject.push(time: Double(n) * 0.01, acceleration: along) }
    #expect((subject.velocity - 2 * along).length < 1e-12)
    #expect((subject.position - (2 + 0.01) * along).length < 1e-12)
  }

  /// One damped half step by hand: α = 2, dt = 0.1, from v = 0: h = 0.05 a, v' = h, x = 0.1 h,
  /// v = e^-0.1 h + h; and a second one without acceleration.
  @Test func dampedHalfStepByHand() {
    var subject = integrator { $0.damping = 2 }
    subject.advance(by: 0.1, acceleration: ReferenceVector(1, 0, 0))
    let e = exp(-0.1)
    #expect(abs(subject.position.x - 0.005) < 1e-16)
    #expect(abs(subject.velocity.x - (0.05 * e + 0.05)) < 1e-16)
    let v = subject.velocity.x
    subject.advance(by: 0.1, acceleration: ReferenceVector(0, 0, 0))
    #expect(abs(subject.position.x - (e * e * 0.005 + e * v * 0.1)) < 1e-16)
    #expect(abs(subject.velocity.x - e * e * v) < 1e-16)
  }

  @Test func dampedEulerStepByHand() {
    var subject = integrator {
      $0.damping = 2
      $0.rule = .euler
    }
    subject.advance(by: 0.1, acceleration: ReferenceVector(1, 0, 0))
    subject.advance(by: 0.1, acceleration: ReferenceVector(1, 0, 0))
    let fade = exp(-0.2)
    let v = fade * 0.1 + 0.1
    #expect(abs(subject.velocity.x - v) < 1e-16)
    #expect(abs(subject.position.x - (fade * 0.01 + v * 0.1)) < 1e-16)
  }

  /// The half-step rule settles where its own recurrence has its fixed point, which lies within
  /// α dt of the fixed point of the differential equations: v = a / α, x = a / α².
  @Test(arguments: [0.5, 1, 4])
  func dampingSettles(alpha: Double) {
    let dt = 0.002
    var subject = integrator { $0.damping = alpha }
    for _ in 0..<40_000 { subject.advance(by: dt, acceleration: along) }
    let g = exp(-alpha * dt / 2)
    let half = along * (dt / 2)
    let velocity = half / (1 - g)
    let position = (g * velocity + half) * dt / (1 - g * g)
    #expect((subject.velocity - velocity).length < 1e-9 * velocity.length)
    #expect((subject.position - position).length < 1e-9 * position.length)
    #expect((velocity * alpha - along).length < alpha * dt * along.length)
    #expect((position * alpha * alpha - along).length < alpha * dt * along.length)
  }

  @Test func shrinkingTakesAConstantAmountAndStopsAtZero() {
    var subject = integrator { $0.velocityShrinking = 1 }
    subject.advance(by: 0.1, acceleration: ReferenceVector(30, 40, 0))
    #expect((subject.velocity - ReferenceVector(2.94, 3.92, 0)).length < 1e-12)
    for _ in 0..<60 { subject.advance(by: 0.1, acceleration: ReferenceVector(0, 0, 0)) }
    #expect(subject.velocity == ReferenceVector(0, 0, 0))

    var place = integrator { $0.positionShrinking = 0.5 }
    place.advance(by: 0.1, acceleration: ReferenceVector(0, 0, 40))
    #expect(abs(place.position.z - (0.2 - 0.05)) < 1e-12)
  }

  @Test func theFirstSampleAndAStandingClockDoNothing() {
    var subject = integrator()
    let standing = [5.0, 5, 4].map { subject.push(time: $0, acceleration: along) }
    #expect(standing == [.none, .none, .none])
    #expect(subject.velocity == ReferenceVector(0, 0, 0))
    let step = subject.push(time: 4.0625, acceleration: along)
    #expect(step == .regular(0.0625))
    #expect((subject.velocity - along * 0.0625).length < 1e-15)
  }

  @Test func aGapStartsAnewAndIsCounted() {
    var subject = integrator()
    for n in 0...10 { subject.push(time: Double(n) * 0.01, acceleration: along) }
    let gap = subject.push(time: 0.25, acceleration: along)
    #expect(gap == .gap(0.25 - 0.1))
    #expect(subject.gapCount == 1)
    #expect(subject.velocity == ReferenceVector(0, 0, 0))
    #expect(subject.position == ReferenceVector(0, 0, 0))
    let next = subject.push(time: 0.3125, acceleration: along)
    #expect(next == .regular(0.0625))
  }

  @Test func stateIsBounded() {
    var subject = integrator()
    for n in 0...5000 {
      subject.push(time: Double(n) * 0.01, acceleration: ReferenceVector(200, -200, 0))
    }
    #expect(subject.velocity == ReferenceVector(256, -256, 0))
    #expect(subject.position == ReferenceVector(256, -256, 0))
  }
}

@Suite struct ReferenceStationaryDetectorTests {
  private struct Moment {
    var step: Double
    var acceleration = along
    var angularRate: ReferenceVector?
  }

  /// The detector's answer after each moment.
  private func answers(_ moments: [Moment]) -> [Bool] {
    var detector = ReferenceStationaryDetector(
      .init(accelerationThreshold: 0.3, rateThreshold: 0.1, period: 0.5))
    return moments.map {
      detector.push(step: $0.step, acceleration: $0.acceleration, angularRate: $0.angularRate)
    }
  }

  @Test func stillnessCountsFromTheAnchor() {
    let moments = [
      Moment(step: 0), Moment(step: 0.25, acceleration: along + 0.29),
      Moment(step: 0.25, acceleration: along - 0.29),
    ]
    #expect(answers(moments) == [false, false, true])
  }

  @Test func oneComponentBeyondTheThresholdStartsAnew() {
    let beyond = along + ReferenceVector(0, 0, 0.31)
    let moments = [
      Moment(step: 0), Moment(step: 0.6), Moment(step: 0.6, acceleration: beyond),
      Moment(step: 0.4, acceleration: beyond), Moment(step: 0.2, acceleration: beyond),
    ]
    #expect(answers(moments) == [false, true, false, false, true])
  }

  @Test func turningIsNotRest() {
    let slow = ReferenceVector(0.09, -0.09, 0)
    let moments = [
      Moment(step: 0, angularRate: slow), Moment(step: 0.6, angularRate: slow),
      Moment(step: 0.6, angularRate: ReferenceVector(0, 0, -0.11)),
    ]
    #expect(answers(moments) == [false, true, false])
  }
}
