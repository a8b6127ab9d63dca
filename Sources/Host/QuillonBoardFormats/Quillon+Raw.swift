import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonWire

/// The fields of a packet in this project's own format.
func quillonFields(_ bytes: [UInt8]) -> RawMessage {
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
  case .status(let status):
    message["type"] = .text("status")
    message["samples"] = RawValue(status.samples.value)
    message["unsettled_strokes"] = RawValue(status.strokesBeforeConvergence.value)
  case .hello(let hello):
    message["type"] = .text("hello")
    message["sample_rate"] = RawValue(hello.sampleRate)
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
    message["lessons"] = RawValue(reply.trainingUpdates)
  }
  return message
}

extension RawValue {
  fileprivate init<let f: Int>(_ vector: Vector3<f>) {
    self.init([vector.x.double, vector.y.double, vector.z.double])
  }
}
