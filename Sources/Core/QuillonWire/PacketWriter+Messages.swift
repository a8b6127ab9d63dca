import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Writes the payloads, field by field in the order of PROTOCOL.md.
extension PacketWriter {
  mutating func write(_ message: Message, to bytes: inout PacketBytes) {
    switch message {
    case .sample(let sample): write(sample, to: &bytes)
    case .pen(let change): write(change, to: &bytes)
    case .classification(let classification): write(classification, to: &bytes)
    case .status(let status): write(status, to: &bytes)
    case .hello(let hello): write(hello, to: &bytes)
    case .fault(let fault): write(fault, to: &bytes)
    case .calibration(let correction):
      if WireFeatures.rawSensors { write(correction, to: &bytes) }
    case .rejection(let rejection): write(rejection, to: &bytes)
    case .settings(let settings): write(settings, to: &bytes)
    case .abandonment(let reason): write(reason.rawValue, to: &bytes)
    case .stabilizers(let stabilizers):
      if WireFeatures.stabilizers { write(stabilizers, to: &bytes) }
    case .streaming(let isOn): write(isOn ? 1 as UInt8 : 0, to: &bytes)
    case .labelMask(let mask):
      if WireFeatures.labelMasks { write(mask, to: &bytes) }
    case .chunk, .request, .reply:
      if WireFeatures.deviceTraining { write(teaching: message, to: &bytes) }
    }
  }

  private mutating func write(teaching message: Message, to bytes: inout PacketBytes) {
    switch message {
    case .chunk(let piece): write(piece, to: &bytes)
    case .request(let request): write(request, to: &bytes)
    case .reply(let reply): write(reply, to: &bytes)
    default: break
    }
  }

  private mutating func write(_ sample: InertialSample, to bytes: inout PacketBytes) {
    write(sample.flags, to: &bytes)
    switch sample.acceleration {
    case .specificForce(let acceleration), .linear(let acceleration):
      write(acceleration, to: &bytes)
    }
    if let attitude = sample.attitude {
      write(attitude.w, to: &bytes)
      write(attitude.x, to: &bytes)
      write(attitude.y, to: &bytes)
      write(attitude.z, to: &bytes)
    }
    if let rate = sample.angularRate { write(rate, to: &bytes) }
    if let field = sample.magneticField { write(field, to: &bytes) }
  }

  private mutating func write(_ change: PenChange, to bytes: inout PacketBytes) {
    write(change.state.rawValue | change.origin.rawValue &<< 1, to: &bytes)
  }

  private mutating func write(_ classification: Classification, to bytes: inout PacketBytes) {
    write(classification.isRejected ? 1 as UInt8 : 0, to: &bytes)
    write(classification.label, to: &bytes)
    write(classification.score, to: &bytes)
    write(classification.margin, to: &bytes)
    var index = 0
    while index < classification.rivals.count {
      write(classification.rivals[word: index], to: &bytes)
      index &+= 1
    }
  }

  private mutating func write(_ status: Status, to bytes: inout PacketBytes) {
    write(status.samples, to: &bytes)
    write(status.damagedSensorMessages, to: &bytes)
    write(status.sensorOverruns, to: &bytes)
    write(status.timeGaps, to: &bytes)
    write(status.lateSamples, to: &bytes)
    write(status.truncatedStrokes, to: &bytes)
    write(status.droppedPackets, to: &bytes)
    write(status.damagedCommands, to: &bytes)
    write(status.strokesBeforeConvergence, to: &bytes)
    write(status.longestLatency, to: &bytes)
  }

  private mutating func write(_ fault: FaultReport, to bytes: inout PacketBytes) {
    write(fault.cause, to: &bytes)
    write(fault.address, to: &bytes)
  }

  private mutating func write(_ hello: Hello, to bytes: inout PacketBytes) {
    write(hello.board, to: &bytes)
    write(hello.firmware.major, to: &bytes)
    write(hello.firmware.minor, to: &bytes)
    write(hello.firmware.patch, to: &bytes)
    write(hello.sampleRate, to: &bytes)
    write(hello.modelID, to: &bytes)
    // A hello without ranges is as long as before there were any, and so is one without a sensor's name.
    let hasSensor = hello.sensor[0] != 0
    guard hasSensor || hello.accelerometerRange | hello.gyroscopeRange != 0 else { return }
    write(hello.accelerometerRange, to: &bytes)
    write(hello.gyroscopeRange, to: &bytes)
    guard hasSensor else { return }
    write(hello.sensor, to: &bytes)
    if hello.magnetometerRange != 0 { write(hello.magnetometerRange, to: &bytes) }
  }

  private mutating func write(_ name: BoardName, to bytes: inout PacketBytes) {
    var index = 0
    while index < BoardName.length {
      write(name[index], to: &bytes)
      index &+= 1
    }
  }
}

extension InertialSample {
  /// The flags byte of a sample: the pen, the kind of acceleration, and which fields follow.
  fileprivate var flags: UInt8 {
    var flags = pen == .down ? SampleFlags.penDown : 0
    if case .linear = acceleration { flags |= SampleFlags.linear }
    if angularRate != nil { flags |= SampleFlags.angularRate }
    if magneticField != nil { flags |= SampleFlags.magneticField }
    return flags
  }
}
