import Foundation
import QuillonConversions
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// A host sends a board its sensor's errors.
@Suite(.waiting) struct BoardCalibrationTests {
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
    var recognizer = Recognizer(model: machine.model)
    let expected = samples.compactMap { sample -> Classification? in
      var sample = sample
      calibration.apply(to: &sample)
      guard case .classification(let classification) = recognizer.push(sample) else { return nil }
      return classification.withoutRivals
    }
    try #require(expected.count == 1)

    let conversation = try Conversation(machine)
    let answer = Self.answer(to: .accelerometer(calibration.accelerometer), by: machine)
    conversation.send(.calibration(.accelerometer(calibration.accelerometer)))
    #expect(conversation.first { $0 == answer } != nil, "it confirms by the same message")
    conversation.play(samples)
    conversation.settle()
    #expect(conversation.classifications == expected)
  }

  /// What was kept is used and reported after a restart: for each sensor the last that was sent, however often the memory
  /// had to be erased meanwhile.
  @Test(arguments: Machine.allCases)
  func aBoardKeepsItsCalibrationIfItCan(_ machine: Machine) throws {
    let image = try FaultyImage("RecognizerImage", of: machine, at: machine.scoringFunction)
    let conversation = try Conversation(machine, image: image.file)
    var calibration = SensorCalibration()
    calibration.magnetometer.gain = .identity
    // Each time takes 51 words of the 256 that two of the boards have.
    for round in 1...12 {
      calibration.gyroscope.offset.x = Fixed(Double(round) / 64)
      calibration.accelerometer.offset.y = Fixed(Double(-round) / 4)
      for sensor in SensorCorrection.Sensor.allCases {
        let correction = calibration.correction(of: sensor)
        let answer = Self.answer(to: correction, by: machine)
        conversation.send(.calibration(correction))
        #expect(conversation.first { $0 == answer } != nil, "\(sensor), round \(round)")
      }
    }
    let known = conversation.heard.count
    try #require(try conversation.provokeFault() != nil)
    // The status follows what a board reports when it starts.
    _ = conversation.status { _ in true }
    let told = conversation.heard[known...].filter { message in
      if case .calibration = message { true } else { false }
    }
    let kept = SensorCorrection.Sensor.allCases.map {
      Self.answer(to: calibration.correction(of: $0), by: machine)
    }
    #expect(told == (Self.keeps(machine) ? kept : []))
  }

  /// The emulated stm32f405 has flash that can't be written.
  private static func keeps(_ machine: Machine) -> Bool { machine != .stm32f405 }

  private static func answer(to correction: SensorCorrection, by machine: Machine) -> Message {
    var answer = correction
    answer.isKept = keeps(machine)
    return .calibration(answer)
  }
}
