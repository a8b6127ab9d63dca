import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire

extension BoardFormat {
  static let quillon = BoardFormat(
    name: "quillon", boards: "boards with this project's firmware, the virtual board",
    sends: "acceleration, time, pen; rate, field, attitude if it has them", baud: 115_200,
    rate: 100,
    evidence: .checksum,
    quirks: "none",
    setup: "nothing: flash it and plug it in",
    makeDecoder: { QuillonDecoder() },
    configuration: { _ in
      BoardConfiguration(
        [.send(streamingCommand)],
        effect: "a board that recognizes letters sends its samples instead")
    },
    rawFields: quillonFields)
}

/// Quillon's message 16. Twice, because a board treats a packet with the number of the last one as a repetition.
private var streamingCommand: [UInt8] {
  var (encoder, packet) = (PacketEncoder(), PacketBytes())
  return (0..<2).flatMap { _ in
    encoder.encode(.streaming(true), time: 0, into: &packet)
    return packet.withUnsafeBytes { Array($0) }
  }
}

/// The fields of a packet in this project's own format.
private func quillonFields(_ bytes: [UInt8]) -> RawMessage {
  var decoder = PacketDecoder()
  _ = decoder.push(0)
  for byte in bytes {
    if case .packet(let packet) = decoder.push(byte) { return fields(of: packet) }
  }
  return [:]
}

private func fields(of packet: Packet) -> RawMessage {
  var message: RawMessage = [
    "sequence": RawValue(packet.sequence), "us": RawValue(packet.time),
  ]
  switch packet.message {
  case .sample(let sample):
    message["type"] = .text("sample")
    switch sample.acceleration {
    case .specificForce(let force): message["specific_force"] = RawValue(force)
    case .linear(let acceleration): message["linear_acceleration"] = RawValue(acceleration)
    }
    message["angular_rate"] = sample.angularRate.map { RawValue($0) }
    message["magnetic_field"] = sample.magneticField.map { RawValue($0) }
    message["q_wxyz"] = sample.attitude.map {
      RawValue([$0.w.double, $0.x.double, $0.y.double, $0.z.double])
    }
    message["pen"] = .text(sample.pen == .down ? "down" : "up")
  case .pen(let change):
    message["type"] = .text("pen")
    message["pen"] = .text(change.state == .down ? "down" : "up")
  case .classification(let classification):
    message["type"] = .text("verdict")
    message["label"] = RawValue(classification.label)
    message["rejected"] = RawValue(classification.isRejected ? 1 : 0)
    let rivals = classification.rivals
    if rivals.count > 0 {
      message["rivals"] = RawValue((0..<rivals.count).map { Double(rivals[$0].label) })
      message["behind"] = RawValue((0..<rivals.count).map { rivals[$0].behind.double })
    }
  case .status(let status):
    message["type"] = .text("status")
    for (name, counter) in [
      ("samples", status.samples), ("damaged_sensor_messages", status.damagedSensorMessages),
      ("sensor_overruns", status.sensorOverruns), ("time_gaps", status.timeGaps),
      ("late_samples", status.lateSamples), ("truncated_strokes", status.truncatedStrokes),
      ("dropped_packets", status.droppedPackets), ("damaged_commands", status.damagedCommands),
      ("unsettled_strokes", status.strokesBeforeConvergence),
    ] {
      message[name] = RawValue(counter.value)
    }
    message["longest_latency_us"] = RawValue(status.longestLatency)
  case .hello(let hello):
    message["type"] = .text("hello")
    message["sample_rate"] = RawValue(hello.sampleRate)
    message["board"] = text(of: hello.board)
    message["sensor"] = text(of: hello.sensor)
    let version = hello.firmware
    message["firmware"] = .text("\(version.major).\(version.minor).\(version.patch)")
    message["model_id"] = RawValue(hello.modelID)
    message["accelerometer_range_g"] = RawValue(hello.accelerometerRange)
    message["gyroscope_range_deg_s"] = RawValue(hello.gyroscopeRange)
    message["magnetometer_range_uT"] = RawValue(hello.magnetometerRange)
  case .fault(let fault):
    message["type"] = .text("fault")
    message["cause"] = RawValue(fault.cause)
    message["address"] = RawValue(fault.address)
  case .calibration(let correction):
    message["type"] = .text("calibration")
    message["sensor"] = .text("\(correction.sensor)")
  case .rejection(let rejection):
    message["type"] = .text("rejection")
    message["gate"] = .text("\(rejection.gate)")
    message["value"] = RawValue([rejection.value.double])
  case .abandonment(let reason):
    message["type"] = .text("abandonment")
    message["reason"] = .text("\(reason)")
  case .settings(let settings):
    message["type"] = .text("settings")
    message["pen"] = .text("\(settings.pen)")
  case .stabilizers(let stabilizers):
    message["type"] = .text("stabilizers")
    message["damping"] = RawValue([stabilizers.integrator.rule.damping.double])
    message["removes_drift"] = .text("\(stabilizers.removesDrift)")
  case .streaming(let isOn):
    message["type"] = .text("streaming")
    message["is_on"] = RawValue(isOn ? 1 : 0)
  case .labelMask(let mask):
    message["type"] = .text("labels")
    let excluded = (0..<PackedModel.maximumLabels).filter { !mask.allows($0) }
    message["excluded"] = RawValue(excluded.map(Double.init))
  case .chunk(let chunk):
    message["type"] = .text("piece")
    message["of"] = .text("\(chunk.blob)")
    message["offset"] = RawValue(chunk.offset)
    message["count"] = RawValue(chunk.count)
  case .request(let request):
    message["type"] = .text("request")
    message["verb"] = .text("\(request.verb)")
  case .reply(let reply):
    message["type"] = .text("reply")
    message["verb"] = .text("\(reply.verb)")
    message["outcome"] = .text("\(reply.outcome)")
    message["training_updates"] = RawValue(reply.trainingUpdates)
  }
  return message
}

extension RawValue {
  fileprivate init<let f: Int>(_ vector: Vector3<f>) {
    self.init([vector.x.double, vector.y.double, vector.z.double])
  }
}

private func text(of name: BoardName) -> RawValue {
  .text(String(decoding: (0..<name.count).map { name[$0] }, as: UTF8.self))
}
