import QuillonBridge
import QuillonSerial
import QuillonWire

/// How often a message is sent at most.
private let attempts = 3

extension ByteTransport {
  /// Sends a message to a board that speaks Quillon's packets, and waits for its answer. If no
  /// answer comes within `timeout`, it sends the message again, twice at most, and prints a note.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - encoder: The encoder of all messages on this line. It numbers them.
  ///   - timeout: How long to wait for each answer.
  ///   - isFinal: False for an answer that may belong to something else: the message is sent again, to see.
  ///   - answer: Returns the answer that a message of the board is, or nil.
  /// - Returns: The first final answer, or else the last one. Nil if the message can't be sent, the
  ///   board goes away, or no answer comes.
  func ask<Answer>(
    _ message: Message, by encoder: inout PacketEncoder, timeout: Duration,
    isFinal: (Answer) -> Bool = { _ in true }, answer: (Message) -> Answer?
  ) -> Answer? {
    var (heard, isOpen) = (Answer?.none, true)
    for attempt in 1...attempts where isOpen && heard.map(isFinal) != true {
      if attempt > 1 {
        if heard == nil {
          Console.note("no answer: sending it again, \(attempt) of \(attempts)")
        }
        // The board ignores numbers that look like old ones, so the new number is far ahead.
        encoder = PacketEncoder(sequence: encoder.sequence &+ 100)
      }
      isOpen = askOnce(
        message, by: &encoder, timeout: timeout, isFinal: isFinal, answer: answer, heard: &heard)
    }
    return heard
  }

  /// Sends the message and reads until a final answer comes or the time is over. False when the line has ended.
  private func askOnce<Answer>(
    _ message: Message, by encoder: inout PacketEncoder, timeout: Duration,
    isFinal: (Answer) -> Bool, answer: (Message) -> Answer?, heard: inout Answer?
  ) -> Bool {
    let deadline = ContinuousClock.now + timeout
    var (packet, decoder) = (PacketBytes(), PacketDecoder())
    encoder.encode(message, time: 0, into: &packet)
    let outcome = packet.withUnsafeBytes {
      write(UnsafeRawBufferPointer($0), timeout: timeout)
    }
    if outcome == .ended { return false }
    var isSettled: Bool { heard.map(isFinal) ?? false }
    let ending = PortReader(self).run(while: { !isSettled && .now < deadline }) { bytes, _ in
      for byte in bytes where !isSettled {
        if case .packet(let packet) = decoder.push(byte) { heard = answer(packet.message) ?? heard }
      }
    }
    return ending != .disconnected
  }
}
