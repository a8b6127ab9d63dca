import QuillonSerial
import QuillonWire

/// A line to a board that answers each message as a test says, the host's end.
public final class ScriptedLine: ByteTransport, @unchecked Sendable {
  public let path = "script"
  private let answers: (Message) -> [Message]
  private var (decoder, encoder) = (PacketDecoder(), PacketEncoder())
  private var arrived: [UInt8] = []

  /// A line whose board says what `answers` gives for each message that it gets.
  public init(answers: @escaping (Message) -> [Message]) { self.answers = answers }

  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    for byte in bytes {
      guard case .packet(let packet) = decoder.push(byte) else { continue }
      for answer in answers(packet.message) { say(answer) }
    }
    return .written
  }

  /// Lets the board say something by itself.
  public func say(_ message: Message) {
    var packet = PacketBytes()
    encoder.encode(message, time: 0, into: &packet)
    arrived += packet.withUnsafeBytes { Array($0) }
  }

  public func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration
  ) -> ReadOutcome {
    guard !arrived.isEmpty else { return .timedOut }
    let count = min(arrived.count, buffer.count)
    buffer.copyBytes(from: arrived.prefix(count))
    arrived.removeFirst(count)
    return .bytes(count)
  }

  public func close() {}
}
