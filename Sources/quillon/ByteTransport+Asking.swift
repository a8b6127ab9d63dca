import SerialLink
import Wire

extension ByteTransport {
  /// Sends a message to a board that speaks this project's packets, and waits for the first one of its own that
  /// `answer` makes something of; nil when it can't be sent, the board goes, or none comes within `patience`.
  ///
  /// - Parameter encoder: the same for all messages on this line, because it numbers them.
  func ask<Answer>(
    _ message: Message, by encoder: inout PacketEncoder, patience: Duration,
    answer: (Message) -> Answer?
  ) -> Answer? {
    let deadline = ContinuousClock.now + patience
    var (packet, decoder) = (PacketBytes(), PacketDecoder())
    encoder.encode(message, time: 0, into: &packet)
    let outcome = packet.withUnsafeBytes {
      write(UnsafeRawBufferPointer($0), timeout: patience)
    }
    guard outcome == .written else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      while .now < deadline {
        switch read(into: buffer, timeout: .milliseconds(100)) {
        case .timedOut: continue
        case .ended: return nil
        case .bytes(let count):
          for byte in buffer[..<count] {
            if case .packet(let packet) = decoder.push(byte), let answer = answer(packet.message) {
              return answer
            }
          }
        }
      }
      return nil
    }
  }
}
