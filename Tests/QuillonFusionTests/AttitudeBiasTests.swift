import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct AttitudeBiasTests {
  private let degree = Double.pi / 180

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func isKnownFiveSecondsIntoRest(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var script = FusionScript(truth: random.rotation(), seed: seed)
    script.bias = random.direction() * (1.5 * degree)
    script.noise = (rate: 0.1 * degree, force: 0.03)
    script.run(seconds: 5)
    #expect(script.filter.isAtRest, "seed \(seed)")
    #expect(script.biasError.length < 0.05, "seed \(seed)")
  }

  @Test func changesOfTheBiasAreFollowedAtRest() {
    var script = FusionScript()
    script.noise = (rate: 0.1 * degree, force: 0.03)
    script.bias = ReferenceVector(0.5, -0.5, 1) * degree
    script.run(seconds: 60)
    script.bias = ReferenceVector(0.3, -0.7, 1.2) * degree
    script.run(seconds: 60)
    #expect(script.biasError.length < 0.02)
  }

  /// While the board turns about the vertical only, the vertical axis's bias can't be seen; as soon as
  /// it tilts, the covariance must know which axis is still to be learnt.
  @Test func theAxisThatWasNeverSeenIsLearntFirst() {
    var script = FusionScript()
    script.noise = (rate: 0.1 * degree, force: 0.1)
    script.bias = ReferenceVector(0, 0, 0.5 * degree)
    script.run(seconds: 60) { t in ReferenceVector(0, 0, 0.8 + 0.3 * sin(t)) }
    let unseen = script.biasError.z
    #expect(abs(unseen) > 0.3)
    script.run(seconds: 180) { t in
      ReferenceVector(0.9 * sin(0.7 * t), 0.9 * cos(0.5 * t), 0.3 * sin(0.3 * t))
    }
    #expect(!script.filter.isAtRest)
    #expect(abs(script.biasError.z) <= 0.08)
  }

  /// Eleven minutes of an MPU-6050 that lies still. Its offset of 4.5°/s about x is more than a bias may
  /// be, so a calibration subtracts whole degrees first.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func headingStaysAtRest() throws {
    let folder = try #require(SharedData.folder)
    let text = try String(
      contentsOf: folder.appendingPathComponent("sensors/static_mpu6050_si.csv"), encoding: .utf8)
    var filter = NineAxisAHRS()
    var settled: (heading: Double, minutes: Double)?
    var heading = 0.0
    var minutes = 0.0
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let v = line.split(separator: ",").compactMap { Double($0) }
      try #require(v.count == 7)
      filter.push(
        timestamp: UInt32((v[0] * 1e6).rounded()),
        specificForce: Vector3(ReferenceVector(-v[1], -v[2], -v[3])),
        angularRate: Vector3(
          ReferenceVector(-v[4], -v[5], v[6]) + ReferenceVector(4.5, 0, 0) * degree))
      let x = filter.attitude.reference.rotate(ReferenceVector(1, 0, 0))
      heading = atan2(x.y, x.x) / degree
      minutes = v[0] / 60
      if settled == nil && minutes > 0.25 { settled = (heading, minutes) }
    }
    let start = try #require(settled)
    #expect(filter.isAtRest)
    #expect(minutes - start.minutes > 10)
    #expect(abs(heading - start.heading) / (minutes - start.minutes) < 0.1)
  }
}
