import QuillonBridge
import QuillonNumerics
import QuillonReferenceModel
import QuillonSerialFormats
import QuillonSimulator
import TestSupport
import Testing

/// Messages written out by hand mean what their makers' documents specify.
@Suite struct WrittenMessageTests {
  @Test(arguments: WrittenMessage.all)
  func saysWhatItsDocumentSays(_ message: WrittenMessage) throws {
    let format = try #require(BoardFormat.named(message.format))
    var decoder = format.makeDecoder()
    var readings = decoder.readings(in: message.bytes)
    while let reading = decoder.nextAtEnd() { readings.append(reading) }
    let reading = try #require(readings.first)
    #expect(readings.count == 1)
    #expect(decoder.counters.rejected == 0)
    #expect(reading.time == message.time)
    expect(reading.specificForce, message.specificForce)
    expect(reading.linearAcceleration, message.linearAcceleration)
    expect(reading.angularRate, message.angularRate)
    expect(reading.magneticField, message.magneticField)
    #expect((reading.attitude == nil) == (message.attitude == nil))
    if let attitude = reading.attitude, let expected = message.attitude {
      let turn = ReferenceQuaternion(expected[0], expected[1], expected[2], expected[3]).normalized
      let angle = attitude.reference.angle(to: turn)
      #expect(min(angle, 2 * .pi - angle) < 1e-4, "\(attitude.reference)")
    }
  }

  /// ArduPilot since 4.6 sends HIGHRES_IMU and RAW_IMU when both are asked for: each moment counts once, by the better message.
  @Test func anAutopilotThatSendsBothMessagesSendsEachMomentOnce() {
    var encoder = MAVLinkEncoder(messages: [.highResolution, .raw, .attitudeQuaternion])
    var decoder = FramedDecoder(MAVLinkFormat())
    let readings = Moments(seed: 5).prefix(50).flatMap { decoder.readings(in: encoder.encode($0)) }
    #expect(readings.count == 150)
    #expect(readings.count { $0.specificForce != nil } == 50)
    #expect(decoder.counters.rejected == 0)
  }

  private func expect<let f: Int>(_ value: Vector3<f>?, _ expected: SIMD3<Double>?) {
    #expect((value == nil) == (expected == nil))
    guard let value, let expected else { return }
    let error = value.reference - expected
    #expect(max(error.max(), -error.min()) < 2e-6, "\(value.reference) for \(expected)")
  }
}
