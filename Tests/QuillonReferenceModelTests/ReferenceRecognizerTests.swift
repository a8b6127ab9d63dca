import Foundation
import QuillonReferenceModel
import Testing

/// A straight stroke along the body's x axis, from rest to rest: x = s (10τ³ − 15τ⁴ + 6τ⁵).
private func strokeSamples(
  attitude: ReferenceQuaternion, length: Double = 0.3, duration: Double = 1,
  bias: ReferenceVector = ReferenceVector(0, 0, 0), start: Double = 1
) -> [ReferenceSample] {
  let rate = 200.0
  return (-20...Int(duration * rate) + 20).map { n in
    let tau = (Double(n) - 0.5) / (duration * rate)
    let isMoving = (0...1).contains(tau)
    let a = isMoving ? length * (60 * tau - 180 * tau * tau + 120 * tau * tau * tau) : 0
    return ReferenceSample(
      time: start + Double(n) / rate,
      acceleration: .linear(
        ReferenceVector(a / (duration * duration), 0, 0) + attitude.conjugate.rotate(bias)),
      attitude: attitude, isPenDown: n >= 0 && Double(n) <= duration * rate)
  }
}

private let posture = ReferenceQuaternion(ReferenceEulerAngles(roll: 0.3, pitch: 1.1, yaw: -2))

private func recognizer(
  _ change: (inout ReferenceRecognizer.Parameters) -> Void = { _ in }
) -> ReferenceRecognizer {
  var parameters = ReferenceRecognizer.Parameters()
  change(&parameters)
  return ReferenceRecognizer(
    parameters, classifier: ReferenceClassifier(weights: [[Double](repeating: 0, count: 28)]))
}

@Suite struct ReferenceRecognizerTests {
  @Test func aStraightStrokeComesOutStraightWhateverThePosture() throws {
    var subject = recognizer()
    var classifications = 0
    for sample in strokeSamples(attitude: posture) where subject.push(sample) != nil {
      classifications += 1
      #expect(!sample.isPenDown)
    }
    #expect(classifications == 1)
    let result = try #require(subject.lastResult)
    #expect(result.stroke.points.count == 201)
    #expect(result.stroke.points[0].position == ReferenceVector(0, 0, 0))
    let plane = result.stroke.ink
    #expect(abs(plane[200].x - 0.3) < 1e-4)
    #expect(plane.allSatisfy { abs($0.y) < 1e-12 })
    #expect(abs(result.ink[200].x - 1) < 1e-12)
    #expect((result.stroke.meanAttitude - ReferenceMatrix(posture)).frobeniusNorm < 1e-12)
  }

  /// A stroke upward along the body's y axis has falling y: the ink's y runs down.
  @Test func upIsMinusY() throws {
    var subject = recognizer()
    let quarter = ReferenceQuaternion(angle: .pi / 2, axis: ReferenceVector(0, 0, 1))
    for sample in strokeSamples(attitude: .identity) {
      var turned = sample
      if case .linear(let a) = sample.acceleration {
        turned.acceleration = .linear(quarter.rotate(a))
      }
      _ = subject.push(turned)
    }
    let result = try #require(subject.lastResult)
    #expect(abs(result.stroke.ink[200].y + 0.3) < 1e-4)
    #expect(abs(result.ink[0].y - 1) < 1e-12)
    #expect(abs(result.ink[200].y) < 1e-12)
  }

  /// A constant false acceleration is removed exactly, damped or not, by either rule.
  @Test(arguments: [0.0, 2], [ReferenceIntegrator.Rule.halfStep, .euler])
  func constantBiasLeavesNoTrace(alpha: Double, rule: ReferenceIntegrator.Rule) throws {
    func points(bias: ReferenceVector) throws -> [ReferenceVector] {
      var subject = recognizer {
        $0.integrator.damping = alpha
        $0.integrator.rule = rule
      }
      for sample in strokeSamples(attitude: posture, bias: bias) { _ = subject.push(sample) }
      return try #require(subject.lastResult).stroke.points.map(\.position)
    }
    let clean = try points(bias: ReferenceVector(0, 0, 0))
    let biased = try points(bias: ReferenceVector(0.4, -0.2, 0.3))
    for (a, b) in zip(clean, biased) { #expect((a - b).length < 1e-12) }
  }

  @Test func withoutDriftRemovalTheBiasStays() throws {
    var subject = recognizer { $0.removesDrift = false }
    let bias = ReferenceVector(0.4, 0, 0)
    for sample in strokeSamples(attitude: .identity, bias: bias) { _ = subject.push(sample) }
    let end = try #require(subject.lastResult?.stroke.points.last).position
    #expect(abs(end.x - (0.3 + 0.2)) < 1e-4)
  }

  /// Sensing the specific force is the same as sensing the linear acceleration.
  @Test func gravityIsTakenOff() {
    let a = ReferenceVector(0.5, -1, 2)
    let up = ReferenceVector(0, 0, 9.80665)
    let force = posture.conjugate.rotate(posture.rotate(a) + up)
    let linear = ReferenceSample(
      time: 0, acceleration: .linear(a), attitude: posture, isPenDown: false)
    let sensed = ReferenceSample(
      time: 0, acceleration: .specificForce(force), attitude: posture, isPenDown: false)
    #expect((linear.referenceAcceleration - sensed.referenceAcceleration).length < 1e-14)
  }

  @Test func restStopsTheVelocityAndMendsTheStroke() throws {
    let bias = ReferenceVector(0.2, 0, -0.1)
    var subject = recognizer {
      $0.rest = .init(accelerationThreshold: 0.05, rateThreshold: 0.1, period: 0.2)
      $0.removesDrift = false
    }
    var rests = 0
    for sample in strokeSamples(attitude: .identity, bias: bias) {
      var held = sample
      held.isPenDown = sample.time > 0.95
      _ = subject.push(held)
    }
    for n in 0..<100 {
      let rest = ReferenceSample(
        time: 2.105 + Double(n) / 200, acceleration: .linear(bias), attitude: .identity,
        isPenDown: true)
      _ = subject.push(rest)
      if subject.isAtRest {
        rests += 1
        #expect(subject.integrator.velocity == ReferenceVector(0, 0, 0))
      }
    }
    #expect(rests > 40)
    let stroke = try #require(subject.stroke)
    #expect(stroke.lastStop == stroke.points.count - 1)
    let end = try #require(stroke.points.last).position
    #expect((end - ReferenceVector(0.3, 0, 0)).length < 1e-3)
    #expect((end - subject.integrator.position).length < 1e-12)
  }

  @Test func aFullStrokeEndsThereAndTheRestIsIgnored() {
    var subject = recognizer { $0.capacity = 50 }
    var classificationTimes: [Double] = []
    for sample in strokeSamples(attitude: posture) where subject.push(sample) != nil {
      classificationTimes.append(sample.time)
    }
    #expect(classificationTimes.count == 1)
    #expect(abs((classificationTimes.first ?? 0) - (1 + 49.0 / 200)) < 1e-12)
    #expect(subject.lastResult?.stroke.points.count == 50)
    #expect(subject.stroke == nil)
  }

  @Test func aGapWithinAStrokeStartsAnewAtTheOrigin() throws {
    var subject = recognizer()
    let samples = strokeSamples(attitude: posture)
    for (n, sample) in samples.enumerated() where !(100..<130).contains(n) {
      _ = subject.push(sample)
    }
    let stroke = try #require(subject.lastResult).stroke
    #expect(subject.integrator.gapCount == 1)
    let afterGap = stroke.points[80]
    #expect(afterGap.isStill)
    #expect(abs(afterGap.step - 31.0 / 200) < 1e-12)
    #expect(afterGap.position == ReferenceVector(0, 0, 0))
  }
}
