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
import SerialLink
import Testing
import Wire

/// The product on every board: samples in on one serial line, letters out on the other.
@Suite(.serialized) struct RecognizerImageTests {
  @Test(arguments: Machine.allCases)
  func aBoardSaysWhoItIsAndWhatWasWritten(_ machine: Machine) throws {
    try Project.firmware(machine)
    let samples = try AirWriter(seed: 1).trace(of: "QL", rate: 100).rows
      .compactMap { InertialSample($0) }
    var recognizer = Recognizer(model: StandardModel.makeModel())
    let expected = samples.compactMap { recognizer.push($0) }
    try #require(expected.count == 2)

    let board = try EmulatedBoard(
      machine, image: machine.image("RecognizerImage", in: Project.root))
    defer { board.close() }
    var decoder = PacketDecoder()
    var messages = Self.messages(from: board, &decoder, during: .milliseconds(300))
    var (encoder, bytes) = (PacketEncoder(), PacketBytes())
    for sample in samples {
      encoder.encode(sample, into: &bytes)
      let packet = bytes.withUnsafeBytes { Array($0) }
      #expect(board.sensor.write(packet, timeout: .seconds(1)) == .written)
      messages += Self.messages(from: board, &decoder, during: .milliseconds(4))
    }
    messages += Self.messages(from: board, &decoder, during: .milliseconds(1_500))

    guard case .hello(let hello) = messages.first else {
      Issue.record("\(machine.rawValue) did not say hello first: \(messages.prefix(3))")
      return
    }
    #expect(hello.modelStamp == StandardModel.stamp)
    let verdicts = messages.compactMap {
      if case .verdict(let v) = $0 { Event.verdict(v) } else { nil }
    }
    #expect(verdicts == expected)
    guard case .status(let status) = messages.last else {
      Issue.record("\(machine.rawValue) sent no status")
      return
    }
    #expect(status.samples.value == UInt32(samples.count))
    #expect(status.sensorOverruns.value == 0)
    #expect(decoder.counters.damaged.value == 0)
  }

  @Test(arguments: Machine.allCases)
  func aBoardCalibratesItsSensorAsTheHostSays(_ machine: Machine) throws {
    try Project.firmware(machine)
    var calibration = SensorCalibration()
    calibration.accelerometer.offset = Vector3(Fixed(3), Fixed(-2), Fixed(1))
    calibration.accelerometer.gain = .identity
    let rows = try AirWriter(seed: 1).trace(of: "Q", rate: 100).rows
    let samples = rows.compactMap { row -> InertialSample? in
      var row = row
      row.linearAcceleration = nil
      row.specificForce = row.specificForce.map { $0 + SIMD3(3, -2, 1) }
      return InertialSample(row)
    }
    var recognizer = Recognizer(model: StandardModel.makeModel())
    let expected = samples.compactMap { sample in
      var sample = sample
      calibration.apply(to: &sample)
      return recognizer.push(sample)
    }
    try #require(expected.count == 1)

    let board = try EmulatedBoard(
      machine, image: machine.image("RecognizerImage", in: Project.root))
    defer { board.close() }
    var decoder = PacketDecoder()
    var (encoder, bytes) = (PacketEncoder(), PacketBytes())
    _ = Self.messages(from: board, &decoder, during: .milliseconds(300))
    let command = Message.calibration(.accelerometer(calibration.accelerometer))
    encoder.encode(command, time: 0, into: &bytes)
    let packet = bytes.withUnsafeBytes { Array($0) }
    let line = machine.hasTwoPorts ? board.host : board.sensor
    #expect(line.write(packet, timeout: .seconds(1)) == .written)
    var messages = Self.messages(from: board, &decoder, during: .milliseconds(300))
    #expect(messages.contains(command), "\(machine.rawValue) did not confirm: \(messages)")

    for sample in samples {
      encoder.encode(sample, into: &bytes)
      let packet = bytes.withUnsafeBytes { Array($0) }
      #expect(board.sensor.write(packet, timeout: .seconds(1)) == .written)
      messages += Self.messages(from: board, &decoder, during: .milliseconds(4))
    }
    messages += Self.messages(from: board, &decoder, during: .milliseconds(1_500))
    let verdicts = messages.compactMap {
      if case .verdict(let v) = $0 { Event.verdict(v) } else { nil }
    }
    #expect(verdicts == expected)
  }

  /// What the board says during `time`.
  private static func messages(
    from board: EmulatedBoard, _ decoder: inout PacketDecoder, during time: Duration
  ) -> [Message] {
    var messages: [Message] = []
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end,
      case .bytes(let count) = buffer.withUnsafeMutableBytes({
        board.host.read(into: $0, timeout: end - ContinuousClock.now)
      })
    {
      for byte in buffer[..<count] {
        if case .packet(let packet) = decoder.push(byte) { messages.append(packet.message) }
      }
    }
    return messages
  }
}
