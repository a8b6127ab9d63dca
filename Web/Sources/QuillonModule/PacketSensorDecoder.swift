import QuillonFusion
import QuillonSerialFormats
import QuillonWire

/// Finds the samples in Quillon's own packets. What else a board sends is passed over.
struct PacketSensorDecoder: SensorDecoder {
  private var packets = PacketDecoder()
  private var length: UInt32 = 0
  private var waiting: SensorReading?
  private(set) var counters = DecodeCounters()

  init() {}

  mutating func push(_ byte: UInt8) {
    length &+= 1
    let reception = packets.push(byte)
    guard reception != nil || byte == 0 else { return }
    switch reception {
    case .packet(let packet):
      counters.accepted &+= length
      if case .sample(let sample) = packet.message { waiting = SensorReading(sample) }
    case nil where length == 1: counters.accepted &+= 1
    default: counters.noise &+= length
    }
    length = 0
  }

  mutating func next() -> SensorReading? {
    let reading = waiting
    waiting = nil
    return reading
  }

  mutating func nextAtEnd() -> SensorReading? { next() }

  var messageLength: Int { 0 }

  mutating func messageByte(at index: Int) -> UInt8 { 0 }
}

extension SensorReading {
  /// The content of a sample.
  init(_ sample: InertialSample) {
    self.init()
    time = sample.timestamp
    switch sample.acceleration {
    case .specificForce(let force): specificForce = force
    case .linear(let acceleration): linearAcceleration = acceleration
    }
    angularRate = sample.angularRate
    attitude = sample.attitude
    pen = sample.pen
  }
}
