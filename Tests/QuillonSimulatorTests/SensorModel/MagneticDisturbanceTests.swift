import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

@Suite struct MagneticDisturbanceTests {
  private func field(_ errors: SensorErrors, _ truth: Trace, seed: UInt64 = 3) throws
    -> [ReferenceVector]
  {
    try errors.apply(to: truth, seed: seed).rows.map { try #require($0.magneticField) }
  }

  /// What the board reads beyond the truth is, turned into the reference frame, the dipole's field.
  @Test func passingMagnetIsADipoleInTheReferenceFrame() throws {
    let truth = try AirWriter(seed: 5).trace(of: "O")
    var errors = SensorErrors.ideal
    errors.magnets = [
      PassingMagnet(moment: [0, 0, 2], time: 1.2, place: [0.2, 0, 0], velocity: [0, 0.5, 0])
    ]
    for (row, read) in zip(truth.rows, try field(errors, truth)) {
      let q = try #require(row.attitude)
      let added = ReferenceQuaternion(q[0], q[1], q[2], q[3])
        .rotate(read - (try #require(row.magneticField)))
      // In the plane across its moment a dipole's field is −μ₀ m / 4π r³.
      let distance = hypot(0.2, 0.5 * (row.time - 1.2))
      let expected = ReferenceVector(0, 0, -0.2 / (distance * distance * distance))
      #expect((added - expected).length < 1e-9, "\(row.time)")
    }
  }

  @Test func aMagnetIsFeltTwiceAsMuchAlongItsAxis() throws {
    var truth = try AirWriter(seed: 5).trace(of: "O")
    truth.rows = [truth.rows[0]]
    func added(_ place: ReferenceVector) throws -> Double {
      var errors = SensorErrors.ideal
      errors.magnets = [
        PassingMagnet(moment: [0, 0, 1], time: 0, place: place, velocity: .zero)
      ]
      return (try field(errors, truth)[0] - (try #require(truth.rows[0].magneticField))).length
    }
    #expect(abs(try added([0, 0, 0.3]) / added([0.3, 0, 0]) - 2) < 1e-9)
  }

  @Test func softIronMakesAnEllipsoidOfTheSphere() throws {
    let truth = try AirWriter(seed: 6).trace(of: "QUILLON")
    var errors = SensorErrors.ideal
    errors.softIron = 0.1
    let fields = try field(errors, truth)
    #expect(fields == (try field(errors, truth)))
    #expect(fields != (try field(errors, truth, seed: 4)))
    let strengths = fields.map(\.length)
    let spread = (strengths.max() ?? 0) - (strengths.min() ?? 0)
    #expect(spread > 0.1, "the sphere stayed a sphere")
    // Linear: twice the field is bent into twice the reading.
    var doubled = truth
    for index in doubled.rows.indices { doubled.rows[index].magneticField? *= 2 }
    for (once, twice) in zip(fields, try field(errors, doubled)) {
      #expect((2 * once - twice).length < 1e-9)
    }
  }

  @Test(arguments: RawAxes.allCases)
  func rawBoardsSendNoAttitude(axes: RawAxes) throws {
    let whole = try AirWriter(seed: 7).trace(of: "R")
    let raw = whole.raw(axes)
    #expect(raw.rows.count == whole.rows.count)
    for (row, sent) in zip(whole.rows, raw.rows) {
      #expect(sent.attitude == nil && sent.linearAcceleration == nil)
      #expect(sent.magneticField == (axes == .nine ? row.magneticField : nil))
      #expect(sent.specificForce == row.specificForce)
      #expect(sent.angularRate == (axes == .three ? nil : row.angularRate))
      #expect(sent.isPenDown == row.isPenDown && sent.label == row.label)
    }
  }
}
