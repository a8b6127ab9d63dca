import EmulatedBoard
import FixedPoint
import Geometry
import HandMotion
import HostNumerics
import Models
import Motion
import Pipeline
import Recordings
import Testing
import Wire

@Suite struct CalibratedBoardTests {
  @Test(arguments: Machine.allCases)
  func aBoardCalibratesItsSensorAsTheHostSays(_ machine: Machine) throws {
    var calibration = SensorCalibration()
    calibration.accelerometer.offset = Vector3(Fixed(3), Fixed(-2), Fixed(1))
    calibration.accelerometer.gain = .identity
    var samples = try AirWriter(seed: 1).trace(of: "Q").rows.compactMap { row in
      var row = row
      row.linearAcceleration = nil
      row.specificForce = row.specificForce.map { $0 + SIMD3(3, -2, 1) }
      return InertialSample(row)
    }
    // The verdict comes some samples after the stroke.
    for _ in 0..<50 {
      guard var last = samples.last else { continue }
      last.timestamp &+= 10_000
      samples.append(last)
    }
    var recognizer = Recognizer(model: StandardModel.makeModel())
    let expected = samples.compactMap { reading -> Event? in
      var sample = reading
      calibration.apply(to: &sample)
      return recognizer.push(sample)
    }
    try #require(expected.count == 1)

    let conversation = try Conversation(machine)
    let command = Message.calibration(.accelerometer(calibration.accelerometer))
    conversation.send(command: command)
    #expect(conversation.first { $0 == command } != nil, "\(machine.rawValue) did not confirm")
    conversation.play(samples)
    conversation.listen(for: .seconds(1))
    #expect(conversation.verdicts.map { Event.verdict($0) } == expected)
  }
}
