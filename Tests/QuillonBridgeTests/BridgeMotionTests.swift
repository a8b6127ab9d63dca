import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

/// Reference frames and relative attitudes of a live board.
@Suite(.waiting) struct BridgeMotionTests {
  private func bridge(_ frame: ReferenceFrame?) -> Bridge {
    let model = PackedModel.air
    let bridge = Bridge(model: .packed(model), labels: model.labels)
    bridge.frame = frame
    return bridge
  }

  /// What the bridge reports of each sample.
  private func motions(_ bridge: Bridge, _ samples: [InertialSample]) -> [BoardMotion] {
    var motions: [BoardMotion] = []
    for sample in samples {
      bridge.push(sample) { event in
        if case .motion(let motion, _) = event { motions.append(motion) }
      }
    }
    return motions
  }

  /// A board that lies flat for `seconds`, its top edge `heading` degrees clockwise from magnetic north.
  private func flat(heading: Double, seconds: Int, hasField: Bool = true) -> [InertialSample] {
    let angle = heading * .pi / 180
    return (0..<seconds * 100).map { k in
      InertialSample(
        timestamp: UInt32(k * 10_000),
        acceleration: .specificForce(Vector3(.zero, .zero, Fixed(9.80665))), angularRate: .zero,
        magneticField: hasField
          ? Vector3(SIMD3(-20 * sin(angle), 20 * cos(angle), -43)) : nil, pen: .up)
    }
  }

  @Test(arguments: [0.0, 90, 200])
  func theHeadingIsThatOfTheFrame(heading: Double) throws {
    let magnetic = try #require(
      motions(bridge(.magneticNorth), flat(heading: heading, seconds: 14)).last?.fused)
    func difference(_ motion: DeviceMotion, _ expected: Double) throws -> Double {
      let difference = try #require(motion.heading?.degrees.double) - expected
      return abs(difference - 360 * (difference / 360).rounded())
    }
    #expect(try difference(magnetic, heading) < 0.5)
    #expect(magnetic.magneticField?.accuracy == .uncalibrated)
    // Magnetic north lies 10° east of true north.
    let declination = Fixed<29>(10 * Double.pi / 180)
    let trueNorth = try #require(
      motions(
        bridge(.trueNorth(declination: declination)), flat(heading: heading, seconds: 14)
      ).last?.fused)
    #expect(try difference(trueNorth, heading + 10) < 0.5)
    let plain = motions(bridge(nil), flat(heading: heading, seconds: 4)).last
    #expect(plain?.fused?.heading == nil && plain?.frameNote == nil)
  }

  @Test func whyAFrameCanNotBeHadIsTold() {
    let noField = motions(bridge(.magneticNorth), flat(heading: 0, seconds: 4, hasField: false))
    #expect(noField.first?.obstacle == nil && noField.last?.obstacle == .noMagneticField)
    #expect(noField.allSatisfy { $0.fused?.heading == nil })
    #expect(noField.last?.frameNote?.contains("choose --frame arbitrary") == true)
    #expect(motions(bridge(.arbitrary), flat(heading: 0, seconds: 4)).last?.obstacle == nil)
    let linear = flat(heading: 0, seconds: 1).map { sample in
      var sample = sample
      sample.acceleration = .linear(.zero)
      sample.attitude = .identity
      return sample
    }
    #expect(motions(bridge(.magneticNorth), linear).last?.obstacle == .noSpecificForce)
    #expect(motions(bridge(.magneticNorth), linear).last?.attitude != nil)
    let still = flat(heading: 0, seconds: 1).map { sample in
      var sample = sample
      sample.angularRate = nil
      return sample
    }
    #expect(motions(bridge(.arbitraryCorrected), still).last?.obstacle == .noAngularRate)
  }

  /// Most samples of a board with a slower magnetometer have no field, and report no note about it.
  @Test func aSampleWithoutAFieldLeavesTheNote() {
    var samples = flat(heading: 0, seconds: 14)
    for index in samples.indices where index % 4 != 0 { samples[index].magneticField = nil }
    let told = motions(bridge(.magneticNorth), samples)
    #expect(told.suffix(100).count { $0.knowsFrameNote } == 25)
    #expect(told.allSatisfy { $0.obstacle == nil })
  }

  /// Whoever follows the prompt and turns the board gets a better field.
  @Test func turningTheBoardCalibratesTheField() throws {
    let samples = CalibrationMotion.complete.trace().rows.compactMap { row -> InertialSample? in
      var row = row
      (row.attitude, row.linearAcceleration) = (nil, nil)
      row.magneticField = row.magneticField.map { $0 + SIMD3(20, -10, 5) }
      return InertialSample(row)
    }
    let bridge = bridge(.magneticNorth)
    let told = motions(bridge, samples)
    #expect(told[300].frameNote?.contains("turn the board slowly") == true)
    let accuracies = told.compactMap { $0.fused?.magneticField?.accuracy }
    #expect(accuracies.max() == .high)
    // Of a board that lies still it is not known whether the field is the earth's: at most low, whatever the file contains.
    let trusted = self.bridge(.magneticNorth)
    trusted.fieldAccuracy = .medium
    let still = motions(trusted, flat(heading: 0, seconds: 14)).last
    #expect(still?.fused?.magneticField?.accuracy == .low)
    #expect(still?.frameNote?.contains("is low: turn the board slowly") == true)
  }

  /// After a reset the attitude begins at the identity, and turns as before.
  @Test func attitudesAreToldRelativeToTheOneAtTheReset() throws {
    func turned(_ degrees: Double) -> UnitQuaternion {
      let half = degrees * .pi / 360
      return UnitQuaternion(SIMD4(cos(half), 0, 0, sin(half))) ?? .identity
    }
    let tilt = UnitQuaternion(SIMD4(0.8, 0.6, 0, 0)) ?? .identity
    let samples = (0..<90).map { k in
      InertialSample(
        timestamp: UInt32(k * 10_000), acceleration: .linear(Vector3(Fixed(1.0), .zero, .zero)),
        attitude: (tilt &* turned(Double(k))).renormalized, pen: .up)
    }
    let bridge = bridge(nil)
    let before = motions(bridge, Array(samples[..<30]))
    #expect(before.last?.reference == nil)
    bridge.resetReference()
    let after = motions(bridge, Array(samples[30..<60]))
    for (index, motion) in after.enumerated() {
      let attitude = try #require(motion.attitude)
      let expected = turned(Double(index))
      #expect(abs(abs((attitude.double * expected.double).sum()) - 1) < 1e-6)
      let whole = try #require(motion.attitudeInFrame)
      #expect(
        abs(abs((whole.double * (tilt &* turned(Double(index + 30))).double).sum()) - 1) < 1e-6)
      // The acceleration points along the board's x axis, as it is reported.
      let acceleration = try #require(motion.linearAcceleration)
      let x = attitude.rotate(Vector3<23>(Fixed(1.0), .zero, .zero))
      #expect(abs(acceleration.x.double - x.x.double) < 1e-5)
      #expect(abs(acceleration.y.double - x.y.double) < 1e-5)
    }
    bridge.clearReference()
    #expect(motions(bridge, Array(samples[60...])).last?.reference == nil)
  }
}
