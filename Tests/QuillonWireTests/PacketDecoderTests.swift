import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import Testing

/// The receiver's rules of PROTOCOL.md.
@Suite struct PacketDecoderTests {
  private let pen = Message.pen(PenChange(state: .down, origin: .board))

  private func packet(_ sequence: UInt16) -> [UInt8] {
    Reference.packet(type: 3, sequence: sequence, payload: [1])
  }

  private func delivered(_ sequence: UInt16) -> Reception {
    .packet(Packet(sequence: sequence, time: 0, message: pen))
  }

  @Test func `An unknown type is told and counted and is no damage`() {
    var decoder = PacketDecoder()
    for type in [0, 18, 255] as [UInt8] {
      let sequence = UInt16(decoder.counters.unknownTypes.value)
      let bytes = Reference.packet(type: type, sequence: sequence, payload: [1, 2, 3])
      #expect(decoder.receive(bytes) == [.unknownType(type)])
    }
    var counters = ReceptionCounters()
    counters.unknownTypes = Counter(3)
    #expect(decoder.counters == counters)
  }

  @Test func `An unknown version is told and counted and its number not looked at`() {
    var decoder = PacketDecoder()
    _ = decoder.receive(packet(0))
    let foreign = Reference.packet(version: 2, type: 3, sequence: 9999, payload: [1])
    #expect(decoder.receive(foreign) == [.unknownVersion(2)])
    #expect(decoder.receive(packet(1)) == [delivered(1)])
    #expect(decoder.counters.unknownVersions == Counter(1))
    #expect(decoder.counters.lost == Counter(0))
    #expect(decoder.counters.damaged == Counter(0))
  }

  @Test(arguments: GoldenPacket.all)
  func `Trailing bytes are ignored, up to the greatest length`(golden: GoldenPacket) {
    let body = unstuffed(golden.bytes)
    var payload = Array(body[8..<(body.count - 2)])
    // The ranges and what follows them may be absent from a hello, but bytes in their place are these.
    if case .hello = golden.packet.message { payload += [UInt8](repeating: 0, count: 22) }
    var extras = [1, 2, 118 - payload.count]
    // More bytes behind a classification are its rivals, up to four.
    if case .classification(let answer) = golden.packet.message, answer.rivals.count == 0 {
      extras = [1, 2, 3]
    }
    for extra in extras {
      var decoder = PacketDecoder()
      let longer = Reference.packet(
        type: body[1], sequence: golden.packet.sequence, time: golden.packet.time,
        payload: payload + [UInt8](repeating: 0xEE, count: extra))
      #expect(decoder.receive(longer) == [.packet(golden.packet)])
    }
    var decoder = PacketDecoder()
    let tooLong = Reference.packet(
      type: body[1], payload: payload + [UInt8](repeating: 0xEE, count: 119 - payload.count))
    #expect(decoder.receive(tooLong) == [.damaged(.tooLong)])
  }

  @Test(arguments: GoldenPacket.all)
  func `Every shorter payload is damaged, and its number not lost`(golden: GoldenPacket) {
    let body = unstuffed(golden.bytes)
    let payload = body[8..<(body.count - 2)]
    // The azimuth of settings may be absent, the last count of a status, and the rivals of a classification.
    let least =
      switch golden.packet.message {
      case .settings: 6
      case .classification: 10
      case .status: 32
      default: payload.count
      }
    for length in 0..<least {
      var decoder = PacketDecoder()
      _ = decoder.receive(packet(5))
      let shorter = Reference.packet(
        type: body[1], sequence: 6, payload: Array(payload.prefix(length)))
      #expect(decoder.receive(shorter) == [.damaged(.payload)], "\(length) bytes")
      #expect(decoder.receive(packet(7)) == [delivered(7)])
      #expect(decoder.counters.payload == Counter(1))
      #expect(decoder.counters.lost == Counter(0))
    }
  }

  @Test(arguments: GoldenPacket.all)
  func `Reserved flags are ignored`(golden: GoldenPacket) {
    let body = unstuffed(golden.bytes)
    let reserved: UInt8? =
      switch golden.packet.message {
      case .sample: 0xF0
      case .pen: 0xFC
      case .classification: 0xFE
      case .calibration: 0xF0
      case .settings: 0xE0
      case .stabilizers: 0xF8
      case .streaming: 0xFE
      case .status, .hello, .fault, .rejection, .chunk, .request, .reply, .abandonment,
        .labelMask:
        nil
      }
    guard let reserved else { return }
    var payload = Array(body[8..<(body.count - 2)])
    payload[0] |= reserved
    var decoder = PacketDecoder()
    let bytes = Reference.packet(
      type: body[1], sequence: golden.packet.sequence, time: golden.packet.time, payload: payload)
    #expect(decoder.receive(bytes) == [.packet(golden.packet)])
  }

  @Test func `Empty runs are nothing`() {
    var decoder = PacketDecoder()
    let zeros = [UInt8](repeating: 0, count: 100)
    #expect(decoder.receive(zeros + packet(0) + zeros + packet(1)) == [delivered(0), delivered(1)])
    #expect(decoder.counters.damaged == Counter(0))
  }

  @Test func `Runs too short for a packet are damaged`() {
    for length in 0..<10 {
      var decoder = PacketDecoder()
      let run = Reference.stuffed([UInt8](repeating: 1, count: length))
      #expect(decoder.receive([0] + run + packet(0)) == [.damaged(.tooShort), delivered(0)])
      #expect(decoder.counters.tooShort == Counter(1))
    }
  }

  @Test func `An endless run is counted once and at once, and the next packet comes through`() {
    var decoder = PacketDecoder()
    #expect(decoder.receive([0] + [UInt8](repeating: 0x55, count: 130)) == [.damaged(.tooLong)])
    #expect(decoder.receive([UInt8](repeating: 0x55, count: 100_000)) == [])
    #expect(decoder.receive(packet(0)) == [delivered(0)])
    #expect(decoder.counters.damaged == Counter(1))
  }

  @Test func `Whoever joins at any byte gets every packet that begins after it`() {
    let stream = (0..<6).flatMap { packet($0) }
    let length = packet(0).count
    for start in 0..<stream.count {
      var decoder = PacketDecoder()
      let first = (start + length - 1) / length
      let whole = (first..<6).map { delivered(UInt16($0)) }
      #expect(decoder.receive(Array(stream[start...])) == whole, "from byte \(start)")
      #expect(decoder.counters.damaged == Counter(0), "from byte \(start)")
    }
  }

  @Test func `The five kinds of damage add up`() {
    var decoder = PacketDecoder()
    let short = Reference.packet(type: 5, payload: [1])
    let stream = [0, 1, 0, 9, 0] + short + short + short + [9, 0]
    #expect(decoder.receive(stream).count == 6)
    var counters = decoder.counters
    #expect(counters.damaged == Counter(4))
    counters.tooLong.add(10)
    counters.checksum.add(100)
    #expect(counters.damaged == Counter(114))
  }

  @Test func `The state is fixed and small`() {
    #expect(MemoryLayout<PacketDecoder>.size <= 256)
    #expect(MemoryLayout<PacketEncoder>.size == 2)
  }
}

/// The packet inside the delimiters, without its stuffing.
func unstuffed(_ wire: [UInt8]) -> [UInt8] {
  var stuffing = COBSDecoder()
  return wire.compactMap {
    if case .byte(let byte) = stuffing.push($0) { byte } else { nil }
  }
}
