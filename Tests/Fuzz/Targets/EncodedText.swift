import QuillonBridge
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonWire

/// What boards send, as an input asks for it.
enum EncodedText {
  /// The formats by name.
  static let formats = BoardFormat.all.map(\.name)

  /// The bytes of the trace in the file at `path`, as a board of that format sends it; nil if it can't.
  static func bytes(ofTraceAt path: String, _ format: String) -> [UInt8]? {
    guard let trace = try? Trace(contentsOf: path), let encoder = SensorEncoders.named(format)
    else { return nil }
    return trace.messages(by: encoder).flatMap(\.bytes)
  }

  /// What a board of that format sends while a letter is written.
  static func sound(_ format: String) -> [UInt8] { written[format] ?? [] }

  private static let written: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: formats.map { ($0, bytes(ofTraceAt: recordedTrace, $0) ?? []) })

  /// Packets of this project's own, whole, with any content; few of them are damaged.
  static func packets(_ choices: inout Choices) -> [UInt8] {
    var (bytes, sequence, time) = ([UInt8](), UInt16(choices.byte()), choices.word())
    while !choices.isExhausted, bytes.count < 60_000 {
      let kind = choices.byte()
      let type = kind < 240 ? kind % 14 : choices.byte()
      time &+= choices.one(of: [10_000, 0, 2_500, 40_000, 1_000_000, 0x8000_0000, .max, 200_001])
      var payload = (0..<lengths[Int(type) % lengths.count]).map { _ in UInt8(0) }
      fill(&payload, &choices)
      if kind & 0x20 == 0 { correct(&payload, of: type) }
      if kind & 0x80 != 0 { payload = payload.dropLast(choices.index(below: 8)) }
      let count = kind & 0x40 == 0 ? 1 : 1 + choices.index(below: 64)
      for _ in 0..<count {
        bytes += packet(type, sequence, time, payload)
        sequence &+= 1
        time &+= 10_000
      }
      if choices.byte() == 255 { sequence = UInt16(truncatingIfNeeded: choices.word()) }
    }
    return bytes
  }

  /// The longest payload of each type.
  private static let lengths = [8, 37, 53, 2, 10, 48, 48, 8, 56, 8, 32, 52, 12, 12]

  /// Words from the edges of what they hold, and others.
  private static func fill(_ payload: inout [UInt8], _ choices: inout Choices) {
    let kind = choices.byte()
    if kind & 1 == 0 {
      for index in payload.indices { payload[index] = choices.byte() }
      return
    }
    let edge: UInt8 = choices.one(of: [0, 0xFF, 0x7F, 0x80, 1])
    for index in payload.indices {
      payload[index] = index % 4 == 3 ? edge : kind & 2 == 0 ? 0 : 0xFF
    }
    for _ in 0..<Int(kind >> 4) { payload[choices.index(below: payload.count)] = choices.byte() }
  }

  /// Makes of the fields that a board that is taught answers by, and a host asks by, such as go on with it.
  private static func correct(_ payload: inout [UInt8], of type: UInt8) {
    guard let place = [6: 21, 12: 4, 13: 8][type] else { return }
    let modelID = PackedModel.builtIn.modelID
    for index in 0..<4 {
      payload[place + index] = UInt8(truncatingIfNeeded: modelID >> (8 * index))
    }
    guard type != 6 else { return }
    payload[0] %= 5
    payload[1] %= 4
    if type == 13 { payload[2] %= 16 }
  }

  private static func packet(_ type: UInt8, _ sequence: UInt16, _ time: UInt32, _ payload: [UInt8])
    -> [UInt8]
  {
    var bytes = [Packet.version, type, UInt8(sequence & 0xFF), UInt8(sequence >> 8)]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
    bytes += payload
    var checksum = CRC16()
    for byte in bytes { checksum.update(byte) }
    bytes += [UInt8(checksum.value & 0xFF), UInt8(checksum.value >> 8)]
    var stuffed = ByteBuffer<160>()
    var stuffing = COBSEncoder(startingIn: &stuffed)
    for byte in bytes { stuffing.push(byte, into: &stuffed) }
    stuffing.finish(in: &stuffed)
    return [0] + stuffed.withUnsafeBytes { Array($0) } + [0]
  }
}

extension EncodedText {
  /// A model as a host hands it over, if it is not too large.
  static func handover(of model: [UInt8]) -> [UInt8] {
    var (encoder, buffer, bytes) = (PacketEncoder(), PacketBytes(), [UInt8]())
    func send(_ message: Message) {
      encoder.encode(message, time: 0, into: &buffer)
      bytes += buffer.withUnsafeBytes { Array($0) }
    }
    let modelID = model.suffix(4).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    send(.request(.receive(.model, size: UInt16(clamping: model.count), modelID: modelID)))
    for start in stride(from: 0, to: min(model.count, 8_192), by: Chunk.capacity) {
      var chunk = Chunk(of: .model, at: UInt16(start))
      for byte in model[start...].prefix(Chunk.capacity) { chunk.append(byte) }
      send(.chunk(chunk))
    }
    return bytes
  }
}
