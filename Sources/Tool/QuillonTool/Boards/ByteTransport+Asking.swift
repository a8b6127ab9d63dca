import QuillonBridge
import QuillonSerial
import QuillonWire

/// How often a message is sent at most.
private let attempts = 3

/// What became of a message.
private enum Response<Answer> {
  case answer(Answer), silence, end
}

extension ByteTransport {
  /// Sends a message to a board that speaks this project's packets, and waits for the first one of its own that
  /// `answer` makes something of; nil when it can't be sent, the board goes, or none comes. What is not answered within
  /// `patience` is sent again, twice at most, and told.
  ///
  /// - Parameter encoder: the same for all messages on this line, because it numbers them.
  func ask<Answer>(
    _ message: Message, by encoder: inout PacketEncoder, patience: Duration,
    answer: (Message) -> Answer?
  ) -> Answer? {
    for attempt in 1...attempts {
      if attempt > 1 {
        Console.note("no answer: sending it again, \(attempt) of \(attempts)")
        // Beyond every number that a board takes for one of the past.
        encoder = PacketEncoder(sequence: encoder.sequence &+ 100)
      }
      switch askOnce(message, by: &encoder, patience: patience, answer: answer) {
      case .answer(let answer): return answer
      case .silence: continue
      case .end: return nil
      }
    }
    return nil
  }

  private func askOnce<Answer>(
    _ message: Message, by encoder: inout PacketEncoder, patience: Duration,
    answer: (Message) -> Answer?
  ) -> Response<Answer> {
    let deadline = ContinuousClock.now + patience
    var (packet, decoder) = (PacketBytes(), PacketDecoder())
    encoder.encode(message, time: 0, into: &packet)
    let outcome = packet.withUnsafeBytes {
      write(UnsafeRawBufferPointer($0), timeout: patience)
    }
    if outcome == .ended { return .end }
    var heard: Answer?
    let ending = PortReader(self).run(while: { heard == nil && .now < deadline }) { bytes, _ in
      for byte in bytes where heard == nil {
        if case .packet(let packet) = decoder.push(byte) { heard = answer(packet.message) }
      }
    }
    if let heard { return .answer(heard) }
    return ending == .disconnected ? .end : .silence
  }
}
