import EmulatedBoard
import FixedPoint
import Foundation
import Geometry
import HandMotion
import HostNumerics
import Models
import Motion
import Pipeline
import Recognition
import Recordings
import Testing
import Wire

/// A host tells a board how its sensor errs.
@Suite struct BoardCalibrationTests {
  /// A letter by a board whose accelerometer has an offset comes out as on the host once both know it.
  @Test(arguments: Machine.allCases)
  func aBoardCalibratesItsSensorAsTheHostSays(_ machine: Machine) throws {
    var calibration = SensorCalibration()
    calibration.accelerometer.offset = Vector3(Fixed(3), Fixed(-2), Fixed(1))
    calibration.accelerometer.gain = .identity
    let samples = try AirWriter(seed: 1).trace(of: "Q").rows.compactMap { row in
      var row = row
      row.linearAcceleration = nil
      row.specificForce = row.specificForce.map { $0 + SIMD3(3, -2, 1) }
      return InertialSample(row)
    }
    var recognizer = Recognizer(model: BuiltInModel.makeModel())
    let expected = samples.compactMap { sample -> Verdict? in
      var sample = sample
      calibration.apply(to: &sample)
      guard case .verdict(let verdict) = recognizer.push(sample) else { return nil }
      return verdict
    }
    try #require(expected.count == 1)

    let conversation = try Conversation(machine)
    let command = Message.calibration(.accelerometer(calibration.accelerometer))
    conversation.send(command)
    #expect(conversation.first { $0 == command } != nil, "it confirms by the same message")
    conversation.play(samples)
    _ = conversation.first { if case .verdict = $0 { true } else { false } }
    #expect(conversation.verdicts == expected)
  }
}
