import QuillonSerial
import QuillonWire

/// A line to a board that answers each message as a test specifies, the host's end.
public final class ScriptedLine: ByteTransport, @unchecked Sendable {
  public let path = "script"
  private let answers: (Message) -> [Message]
  private var (decoder, encoder) = (PacketDecoder(), PacketEncoder())
  private var arrived: [UInt8] = []

  /// A line whose board sends what `answers` returns for each message that it gets.
  public init(answers: @escaping (Message) -> [Message]) { self.answers = answers }

  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    for byte in bytes {
      guard case .packet(let packet) = decoder.push(byte) else { continue }
      for answer in answers(packet.message) { say(answer) }
    }
    return .written
  }

  /// Lets the board send something by itself.
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

extension PseudoTerminal {
  /// Plays a board that answers each message by `answers`, until the terminal is closed. A program opens ``path``.
  public func playBoard(answers: (Message) -> [Message]) {
    var (decoder, encoder, packet) = (PacketDecoder(), PacketEncoder(), PacketBytes())
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while true {
        switch read(into: buffer, timeout: .milliseconds(50)) {
        case .ended: return
        case .timedOut: continue
        case .bytes(let count):
          for byte in buffer[..<count] {
            guard case .packet(let command) = decoder.push(byte) else { continue }
            for answer in answers(command.message) {
              encoder.encode(answer, time: 0, into: &packet)
              _ = packet.withUnsafeBytes {
                write(UnsafeRawBufferPointer($0), timeout: .seconds(1))
              }
            }
          }
        }
      }
    }
  }
}
