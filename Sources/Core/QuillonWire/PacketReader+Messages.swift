import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Reads the payloads, field by field in the order of PROTOCOL.md. Extra bits and bytes in a
/// payload are ignored.
extension PacketReader {
  /// The message of the given type in the remaining bytes; nil if there are too few bytes or they
  /// are invalid.
  mutating func message(_ type: MessageType, time: UInt32) -> Message? {
    switch type {
    case .classification: return remaining < 10 ? nil : .classification(classification())
    case .status: return remaining < 32 ? nil : .status(status())
    case .hello: return remaining < 25 ? nil : .hello(hello())
    case .fault: return remaining < 5 ? nil : .fault(FaultReport(cause: byte(), address: uint32()))
    case .rejection: return remaining < 5 ? nil : rejection().map(Message.rejection)
    case .abandonment:
      return remaining < 1 ? nil : Abandonment(rawValue: byte()).map(Message.abandonment)
    case .reply where WireFeatures.deviceTraining:
      return remaining < 12 ? nil : reply().map(Message.reply)
    default: return boardMessage(type, time: time)
    }
  }

  /// The same for types that a board receives, from its sensor or from a host; nil for any other
  /// type.
  mutating func boardMessage(_ type: MessageType, time: UInt32) -> Message? {
    switch type {
    case .rawSample where WireFeatures.rawSensors:
      return sample(time: time, isFused: false).map(Message.sample)
    case .fusedSample: return sample(time: time, isFused: true).map(Message.sample)
    case .pen: return remaining < 1 ? nil : .pen(penChange())
    case .calibration where WireFeatures.rawSensors: return correction().map(Message.calibration)
    case .settings where WireFeatures.rawSensors: return remaining < 6 ? nil : .settings(settings())
    case .streaming where WireFeatures.rawSensors:
      return remaining < 1 ? nil : .streaming(byte() & 1 != 0)
    case .labelMask where WireFeatures.labelMasks:
      return remaining < 9 ? nil : .labelMask(labelMask())
    case .stabilizers where WireFeatures.stabilizers:
      return remaining < 29 ? nil : .stabilizers(stabilizers())
    case .chunk where WireFeatures.deviceTraining: return chunk().map(Message.chunk)
    case .request where WireFeatures.deviceTraining:
      return remaining < 12 ? nil : request().map(Message.request)
    default: return nil
    }
  }

  private mutating func sample(time: UInt32, isFused: Bool) -> InertialSample? {
    let flags = byte()
    let hasRate = flags & SampleFlags.angularRate != 0
    let hasField = flags & SampleFlags.magneticField != 0
    let length = 12 &+ (isFused ? 16 : 0) &+ (hasRate ? 12 : 0) &+ (hasField ? 12 : 0)
    guard remaining >= length else { return nil }
    let isLinear = flags & SampleFlags.linear != 0
    let acceleration: Vector3<23> = vector()
    var sample = InertialSample(
      timestamp: time,
      acceleration: isLinear ? .linear(acceleration) : .specificForce(acceleration),
      pen: flags & SampleFlags.penDown != 0 ? .down : .up)
    if isFused { sample.attitude = attitude() }
    if hasRate { sample.angularRate = vector() }
    if hasField { sample.magneticField = vector() }
    return sample
  }

  /// The attitude as the board sent it. The board guarantees its norm.
  private mutating func attitude() -> UnitQuaternion {
    UnitQuaternion(uncheckedUnit: fixed(), fixed(), fixed(), fixed())
  }

  private mutating func penChange() -> PenChange {
    let flags = byte()
    return PenChange(
      state: flags & 1 != 0 ? .down : .up, origin: flags & 2 != 0 ? .host : .board)
  }

  private mutating func classification() -> Classification {
    let flags = byte()
    let label = byte()
    var classification = Classification(
      label: label, score: fixed(), margin: fixed(), isRejected: flags & 1 != 0)
    // These fields were added later and may be absent.
    while classification.rivals.count < Rivals.capacity, remaining >= 4 {
      classification.rivals.append(word: uint32())
    }
    return classification
  }

  private mutating func status() -> Status {
    var status = Status()
    status.samples = counter()
    status.damagedSensorMessages = counter()
    status.sensorOverruns = counter()
    status.timeGaps = counter()
    status.lateSamples = counter()
    status.truncatedStrokes = counter()
    status.droppedPackets = counter()
    status.damagedCommands = counter()
    // These fields were added later and may be absent.
    if remaining >= 4 { status.strokesBeforeConvergence = counter() }
    if remaining >= 4 { status.longestLatency = uint32() }
    return status
  }

  private mutating func hello() -> Hello {
    var hello = Hello(
      board: boardName(), firmware: FirmwareVersion(byte(), byte(), byte()),
      sampleRate: uint16(), modelID: uint32())
    // These fields were added later and may be absent.
    if remaining >= 4 {
      hello.accelerometerRange = uint16()
      hello.gyroscopeRange = uint16()
    }
    if remaining >= BoardName.length {
      hello.sensor = boardName()
      if remaining >= 2 { hello.magnetometerRange = uint16() }
    }
    return hello
  }

  private mutating func boardName() -> BoardName {
    var name = InlineArray<16, UInt8>(repeating: 0)
    var index = 0
    while index < BoardName.length {
      name[index] = byte()
      index &+= 1
    }
    return BoardName(bytes: name)
  }
}
