import Foundation
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonWire

extension ByteBuffer {
  /// A copy of the bytes.
  var array: [UInt8] {
    var copy = self
    return copy.withUnsafeBytes(Array.init)
  }
}

/// What the tests need of packets, written from PROTOCOL.md and not from the encoder.
enum Reference {
  /// The CRC by bitwise division.
  static func checksum(_ bytes: [UInt8]) -> UInt16 {
    var register: UInt16 = 0xFFFF
    for byte in bytes {
      for bit in (0..<8).reversed() {
        let isSet = (register >> 15) ^ UInt16((byte >> UInt8(bit)) & 1) == 1
        register = (register << 1) ^ (isSet ? 0x1021 : 0)
      }
    }
    return register
  }

  /// Byte stuffing by its definition: add a zero, then cut after each zero and after 254 others.
  static func stuffed(_ bytes: [UInt8]) -> [UInt8] {
    var rest = (bytes + [0])[...]
    var stuffed: [UInt8] = []
    while !rest.isEmpty {
      let block = rest.prefix(254).prefix { $0 != 0 }
      stuffed.append(UInt8(block.count + 1))
      stuffed += block
      rest = rest.dropFirst(block.count == 254 ? 254 : block.count + 1)
    }
    return stuffed
  }

  /// A packet ready for the wire, of any version and type and with any payload.
  static func packet(
    version: UInt8 = 1, type: UInt8, sequence: UInt16 = 0, time: UInt32 = 0, payload: [UInt8]
  ) -> [UInt8] {
    var bytes = [version, type]
    bytes += [UInt8(sequence & 0xFF), UInt8(sequence >> 8)]
    bytes += (0..<4).map { UInt8((time >> (8 * $0)) & 0xFF) }
    bytes += payload
    let sum = checksum(bytes)
    bytes += [UInt8(sum & 0xFF), UInt8(sum >> 8)]
    return [0] + stuffed(bytes) + [0]
  }
}

extension PacketEncoder {
  /// The packet of `message` as an array.
  mutating func bytes(of message: Message, time: UInt32 = 0) -> [UInt8] {
    var bytes = PacketBytes()
    encode(message, time: time, into: &bytes)
    return bytes.array
  }
}

extension PacketDecoder {
  /// What the bytes complete, in order.
  mutating func receive(_ bytes: [UInt8]) -> [Reception] { bytes.compactMap { push($0) } }
}

/// Messages with random contents.
struct RandomMessages {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Any 32 bits; one time in four an edge.
  private mutating func word() -> Int32 {
    guard random.index(below: 4) == 0 else { return Int32(truncatingIfNeeded: random.next()) }
    let edges: [Int32] = [0, 1, -1, .max, .min, 0x0100, 0x0001_0000, 0x0101_0101]
    return edges[random.index(below: edges.count)]
  }

  private mutating func fixed<let f: Int>() -> Fixed<f> { Fixed(bits: word()) }

  private mutating func vector<let f: Int>() -> Vector3<f> { Vector3(fixed(), fixed(), fixed()) }

  private mutating func isTrue() -> Bool { random.index(below: 2) == 1 }

  private mutating func counter() -> Counter { Counter(UInt32(bitPattern: word())) }

  mutating func sample() -> InertialSample {
    InertialSample(
      timestamp: UInt32(bitPattern: word()),
      acceleration: isTrue() ? .linear(vector()) : .specificForce(vector()),
      angularRate: isTrue() ? vector() : nil, magneticField: isTrue() ? vector() : nil,
      attitude: isTrue()
        ? UnitQuaternion(uncheckedUnit: fixed(), fixed(), fixed(), fixed()) : nil,
      pen: isTrue() ? .down : .up)
  }

  mutating func status() -> Status {
    var status = Status()
    status.samples = counter()
    status.damagedSensorMessages = counter()
    status.sensorOverruns = counter()
    status.timeGaps = counter()
    status.lateSamples = counter()
    status.truncatedStrokes = counter()
    status.droppedPackets = counter()
    status.damagedCommands = counter()
    status.strokesBeforeConvergence = counter()
    status.longestLatency = UInt32(bitPattern: word())
    return status
  }

  mutating func hello() -> Hello {
    var name = InlineArray<16, UInt8>(repeating: 0)
    for index in 0..<16 { name[index] = UInt8(truncatingIfNeeded: word()) }
    let version = word()
    return Hello(
      board: BoardName(bytes: name),
      firmware: FirmwareVersion(
        UInt8(truncatingIfNeeded: version), UInt8(truncatingIfNeeded: version >> 8),
        UInt8(truncatingIfNeeded: version >> 16)),
      sampleRate: UInt16(truncatingIfNeeded: word()), modelID: UInt32(bitPattern: word()))
  }

  private mutating func blob() -> BlobKind {
    BlobKind.allCases[random.index(below: BlobKind.allCases.count)]
  }

  private mutating func short() -> UInt16 { UInt16(truncatingIfNeeded: word()) }

  mutating func chunk() -> Chunk {
    var chunk = Chunk(of: blob(), at: short())
    for _ in 0..<random.index(below: Chunk.capacity + 1) {
      chunk.append(UInt8(truncatingIfNeeded: word()))
    }
    return chunk
  }

  mutating func request() -> TrainerRequest {
    switch random.index(below: 5) {
    case 0: .state
    case 1: .receive(blob(), size: short(), modelID: UInt32(bitPattern: word()))
    case 2: .give(blob(), offset: short())
    case 3:
      .learn(
        label: UInt8(truncatingIfNeeded: word()), after: short(),
        modelID: UInt32(bitPattern: word()), margin: fixed())
    default: .undo(after: short())
    }
  }

  mutating func reply() -> TrainerReply {
    let verbs = TrainerRequest.Verb.allCases
    let outcomes = TrainerReply.Outcome.allCases
    return TrainerReply(
      verbs[random.index(below: verbs.count)], outcomes[random.index(below: outcomes.count)],
      subject: UInt8(truncatingIfNeeded: word()), isModelSent: isTrue(), hasMetric: isTrue(),
      trainingUpdates: short(), count: short(), modelID: UInt32(bitPattern: word()))
  }

  /// As many rivals as there may be, or fewer.
  mutating func rivals() -> Rivals {
    var rivals = Rivals()
    for _ in 0..<random.index(below: Rivals.capacity + 1) {
      rivals.append(UInt8(truncatingIfNeeded: word()), behind: fixed())
    }
    return rivals
  }

  /// A message of one of eight kinds, samples as often as any four of the others together.
  mutating func message() -> Message {
    switch random.index(below: 11) {
    case 0:
      .pen(PenChange(state: isTrue() ? .down : .up, origin: isTrue() ? .host : .board))
    case 1:
      .classification(
        Classification(
          label: UInt8(truncatingIfNeeded: word()), score: fixed(), margin: fixed(),
          isRejected: isTrue(), rivals: rivals()))
    case 2: .status(status())
    case 3: .hello(hello())
    case 4: .chunk(chunk())
    case 5: .request(request())
    case 6: .reply(reply())
    default: .sample(sample())
    }
  }

  /// A packet time for `message`: a sample's own, else any.
  mutating func time(of message: Message) -> UInt32 {
    if case .sample(let sample) = message { return sample.timestamp }
    return UInt32(bitPattern: word())
  }
}

/// The least k for which a Poisson variable of the given mean exceeds k with a probability below
/// 10⁻⁹.
func poissonBound(mean: Double) -> Int {
  var term = exp(-mean)
  var below = term
  var k = 0
  while 1 - below > 1e-9 {
    k += 1
    term *= mean / Double(k)
    below += term
  }
  return k
}
