import QuillonSerial
import QuillonWire

/// Asks a board that sends packets without samples to send samples, and to read letters again afterwards.
struct SampleRequest {
  /// The outcome, in words for a report.
  enum Outcome: String, Encodable {
    case unanswered =
      "asked for samples, the board did not answer: its firmware cannot send them instead of letters"
    case unended =
      "asked for samples, the board sent them, but it did not confirm that it reads letters again"
    case ended = "asked for samples, the board sent them, and it reads letters again"
  }

  /// A board that sends samples by itself has sent one so long after its first packet, s.
  private static let patience = 1.0
  /// How long to wait for an answer, s, and how often to ask.
  private static let timeout = 1.0
  private static let attempts = 3

  /// Nil if the board was not asked.
  private(set) var outcome: Outcome?
  /// When the board began to send samples, s; nil before it did because it was asked.
  private(set) var begin: Double?
  private var decoder = PacketDecoder()
  // The board ignores a number that it has just received, so the first number is random.
  private var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
  private var firstPacket: Double?
  private var hasSamples = false
  private var (asked, count) = (0.0, 0)

  /// Looks at what the board has sent until `time`, s.
  mutating func take(_ bytes: some Sequence<UInt8>, at time: Double) {
    for byte in bytes {
      guard case .packet(let packet) = decoder.push(byte) else { continue }
      firstPacket = firstPacket ?? time
      switch packet.message {
      case .sample: hasSamples = true
      case .streaming(true) where outcome == .unanswered: (outcome, begin) = (.unended, time)
      default: break
      }
    }
  }

  /// What to send to the board at `time`, s; nil if nothing is due.
  mutating func packet(at time: Double) -> [UInt8]? {
    guard let firstPacket, !hasSamples, begin == nil, count < Self.attempts,
      time - firstPacket >= Self.patience, count == 0 || time - asked >= Self.timeout
    else { return nil }
    (outcome, asked, count) = (.unanswered, time, count + 1)
    return encoded(.streaming(true))
  }

  private mutating func encoded(_ message: Message) -> [UInt8] {
    var packet = PacketBytes()
    encoder.encode(message, time: 0, into: &packet)
    return packet.withUnsafeBytes { Array($0) }
  }

  /// Lets a board that was asked read letters again. One that answered is waited for.
  mutating func end(on transport: some ByteTransport) {
    guard outcome != nil else { return }
    guard begin != nil else {
      // The answer may have been lost.
      _ = encoded(.streaming(false)).withUnsafeBytes {
        transport.write($0, timeout: .seconds(1))
      }
      return
    }
    let answer = transport.ask(.streaming(false), by: &encoder, timeout: .seconds(1)) { message in
      if case .streaming(false) = message { true } else { Bool?.none }
    }
    if answer != nil { outcome = .ended }
  }
}
