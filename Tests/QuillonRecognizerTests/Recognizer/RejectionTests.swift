import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import TestSupport
import Testing

/// Each gate rejects what it is for, reports its value, and lets a letter pass.
@Suite struct RejectionTests {
  /// A circle of `radius` m in `count` samples, or a line to and fro along it, amid rest, on a board that turns by
  /// `rate` rad/s; it goes out of the plane `depth` times as far as it goes up.
  private func samples(
    radius: Double = 0.1, count: Int = 100, isLine: Bool = false, rate: Double = 0.3,
    depth: Double = 0, restBefore: Bool = true, restAfter: Bool = true
  ) -> [InertialSample] {
    let step = 2 * Double.pi / Double(count)
    // ¼ (1 − cos) speeds up gently from rest and comes to rest again.
    func angle(_ index: Int) -> Double {
      let share = Double(min(max(index, 0), count)) * step
      return share - sin(share)
    }
    func place(_ index: Int) -> SIMD3<Double> {
      let a = angle(index)
      return SIMD3(cos(a), isLine ? 0 : sin(a), depth * sin(a)) * radius
    }
    func fidget(_ index: Int) -> SIMD3<Double> { SIMD3(0, index % 2 == 0 ? 1.5 : -1.5, 0) }
    return (-150..<count + 150).map { index in
      let isDown = index >= 0 && index < count
      var a = (place(index + 1) - 2 * place(index) + place(index - 1)) * 1e4
      if index < 0 && !restBefore { a += fidget(index) }
      if index >= count && !restAfter { a += fidget(index) }
      return InertialSample(
        timestamp: UInt32(index + 150) * 10_000, acceleration: .linear(Vector3<23>(a)),
        angularRate: Vector3<25>(SIMD3(isDown ? rate : 0, 0, 0)), attitude: .identity,
        pen: isDown ? .down : .up)
    }
  }

  /// The only event of the samples. The minimum size rejects nothing, so that only the gates do.
  private func event(_ samples: [InertialSample], _ gates: RejectionGates) throws -> Event {
    var recognizer = Recognizer(
      model: PackedModel.simulatedAir,
      parameters: RecognizerParameters(
        minimumSize: .zero, writing: WritingSettings(gates: gates)))
    var events = samples.compactMap { recognizer.push($0) }
    while let event = recognizer.finish() { events.append(event) }
    #expect(events.count == 1)
    return try #require(events.first)
  }

  private func expect(
    _ samples: [InertialSample], _ gates: RejectionGates, isRejectedBy gate: Rejection.Gate,
    about value: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard case .rejected(let rejection) = try event(samples, gates) else {
      Issue.record("not rejected", sourceLocation: sourceLocation)
      return
    }
    #expect(rejection.gate == gate, sourceLocation: sourceLocation)
    #expect(
      abs(rejection.value.double / value - 1) < 0.1, "\(rejection.value.double)",
      sourceLocation: sourceLocation)
    guard case .classification = try event(samples, []) else {
      Issue.record("without the gate it is no verdict", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func aCirclePassesAllGates() throws {
    guard case .classification = try event(samples(), .all) else {
      Issue.record("rejected")
      return
    }
  }

  @Test func whatIsTooShortOrTooLongIsRejected() throws {
    try expect(samples(count: 20), .limits, isRejectedBy: .duration, about: 0.2)
    try expect(samples(count: 450), .limits, isRejectedBy: .duration, about: 4.5)
  }

  @Test func whatIsTooSmallOrTooLargeIsRejected() throws {
    try expect(samples(radius: 0.008), .limits, isRejectedBy: .extent, about: 0.016)
    try expect(samples(radius: 1.5), .limits, isRejectedBy: .extent, about: 3)
  }

  @Test func aBoardThatTurnsMoreThanItMovesIsRejected() throws {
    // The acceleration's root mean square is 4π² · 0.1 m · √4.875 /s² = 8.7 m/s².
    try expect(samples(rate: 10), .turning, isRejectedBy: .turning, about: 0.87)
    guard case .classification = try event(samples(rate: 0), .turning) else {
      Issue.record("a board that does not turn is rejected")
      return
    }
  }

  /// Energies of the acceleration by axis, its mean subtracted, are those of the samples with the pen down.
  @Test func whatLeavesItsPlaneIsRejected() throws {
    let deep = samples(depth: 2)
    let forces = deep.filter { $0.pen == .down }.compactMap { sample -> SIMD3<Double>? in
      guard case .linear(let a) = sample.acceleration else { return nil }
      return SIMD3(a.x.double, a.y.double, a.z.double)
    }
    let mean = forces.reduce(SIMD3<Double>.zero, +) / Double(forces.count)
    let energy = forces.reduce(SIMD3<Double>.zero) { $0 + ($1 - mean) * ($1 - mean) }
    let share = energy.z / energy.sum()
    #expect(share > 0.55, "the samples must leave their plane: \(share)")
    try expect(deep, .flatness, isRejectedBy: .flatness, about: share)
    for depth in [0.0, 0.5] {
      guard case .classification = try event(samples(depth: depth), .flatness) else {
        Issue.record("depth \(depth) is rejected")
        continue
      }
    }
  }

  @Test func aLineToAndFroIsRejected() throws {
    guard case .rejected(let rejection) = try event(samples(isLine: true), .retracing) else {
      Issue.record("not rejected")
      return
    }
    #expect(rejection.gate == .retracing && rejection.value.double < 0.18)
  }

  @Test func restIsWantedOnBothSides() throws {
    guard case .rejected(let before) = try event(samples(restBefore: false), .rest),
      case .rejected(let after) = try event(samples(restAfter: false), .rest)
    else {
      Issue.record("not rejected")
      return
    }
    #expect(before.gate == .restBefore && after.gate == .restAfter)
    #expect(abs(after.value.double - 0.6) < 0.02)
  }
}
